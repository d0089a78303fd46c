import { and, eq } from 'drizzle-orm';
import { connectSessions, workspaces } from '../../db/schema/index.js';
import { shownBrand, type Brand } from '../../domain/brand.js';
import type { ConnectErrorCode, ConnectSessionStatus } from '../../domain/connect-sessions.js';
import type { JsonObject } from '../../domain/json.js';
import type { PlatformName } from '../../domain/platforms.js';
import type { ConnectAnswer } from '../../platforms/kit/connect.js';
import type { ServiceDeps } from '../shared/context.js';
import { inConnectTurn } from '../shared/connecting/connect-turn.js';
import { persist } from '../shared/rows/persist.js';
import { hashToken, isTokenFormat } from '../shared/secrets/token.js';
import { askPlatform } from '../shared/remote-calls/ask-platform.js';
import { endSessions, type SessionEnd } from './internal/end.js';
import { storeAnswer } from './internal/granted.js';
import { sessionPlace, type SessionRow } from './internal/rows.js';
import { methodOfSession } from './internal/connect-method.js';

/** The tries to store the grant, which is only in memory. They take about four seconds, because a person is waiting. */
const storeTriesMax = 5;

export interface GrantInput {
  /** The platform in the URL that the browser was sent to. */
  platform: PlatformName;
  /** The whole query, from the platform or from the author of a forged link. */
  query: URLSearchParams;
  /** Reads the user who is signed in in that browser. Called only if a session may be waiting. */
  viewer: () => Promise<string | null>;
  /** The cookie that our own page set in that browser, if the browser opened that page. */
  browserToken: string | undefined;
}

export type GrantReceipt =
  /** No session waits for this grant: the state is unknown, was used before, or is another platform's. */
  | { kind: 'unknown' }
  /** The session was started by another user than the one in this browser. */
  | { kind: 'another-person' }
  /** The session's link was opened in another browser, or not at all. */
  | { kind: 'another-browser' }
  | {
      kind: 'settled';
      status: ConnectSessionStatus;
      errorCode: ConnectErrorCode | null;
      errorMessage: string | null;
      workspaceName: string;
      /** The brand that the page shows; null for ours. */
      brand: Brand | null;
      /** The URL to continue at; null if there is none. */
      returnTo: string | null;
    };

/**
 * Handles a browser that a platform sends back. The state is used up by any request that has it, valid or not, and the
 * code is exchanged immediately. The request needs no other credential than the state.
 */
export async function receiveGrant(deps: ServiceDeps, input: GrantInput): Promise<GrantReceipt> {
  const state = input.query.get('state') ?? '';
  if (!isTokenFormat(state)) return { kind: 'unknown' };
  // The viewer is read before the state is used up, so that the same URL can be opened again if the database is
  // unreachable.
  const viewerId = await input.viewer();
  const owner = await ownerOf(deps, state);
  if (owner === undefined) return { kind: 'unknown' };
  // The turn also begins before the state is used up, so that a user with too many concurrent calls can open the URL
  // again.
  return inConnectTurn(deps, { platform: input.platform, owner }, () =>
    receiveInTurn(deps, input, { state, viewerId }),
  );
}

/**
 * The owner of the call to the platform: the user who started the session, otherwise the workspace. Undefined if no
 * session is waiting.
 */
async function ownerOf({ db }: ServiceDeps, state: string): Promise<string | undefined> {
  const { boundUserId, workspaceId, stateHash } = connectSessions;
  const [row] = await db
    .select({ boundUserId, workspaceId })
    .from(connectSessions)
    .where(eq(stateHash, hashToken(state)));
  return row?.boundUserId ?? row?.workspaceId;
}

async function receiveInTurn(
  deps: ServiceDeps,
  input: GrantInput,
  { state, viewerId }: { state: string; viewerId: string | null },
): Promise<GrantReceipt> {
  const session = await takeByState(deps, state);
  if (session === undefined) return { kind: 'unknown' };
  const now = deps.clock.now();
  if (session.platform !== input.platform) {
    await end(deps, session, { status: 'FAILED', errorCode: 'STATE_MISMATCH' });
    return { kind: 'unknown' };
  }
  if (session.expiresAt <= now) {
    await end(deps, session, { status: 'EXPIRED' });
  } else if (!isBegunHere(session, viewerId, input)) {
    await end(deps, session, { status: 'FAILED', errorCode: 'STATE_MISMATCH' });
    return { kind: session.boundUserId === null ? 'another-browser' : 'another-person' };
  } else {
    await exchange(deps, session, input.query);
  }
  return readReceipt(deps, session);
}

/**
 * Whether this browser started the session or opened its link. Without this check, a person could be tricked into
 * granting access to a session that another user will import.
 */
function isBegunHere(
  { boundUserId, browserHash }: SessionRow,
  viewerId: string | null,
  { browserToken }: GrantInput,
): boolean {
  if (boundUserId !== null) return boundUserId === viewerId;
  return browserToken !== undefined && browserHash !== null && hashToken(browserToken).equals(browserHash);
}

/**
 * Takes the session that waits for the state, in one statement, so that only one of two requests with the same state
 * gets it.
 */
async function takeByState({ db, clock }: ServiceDeps, state: string): Promise<SessionRow | undefined> {
  const [row] = await db
    .update(connectSessions)
    .set({ stateHash: null, exchangingSince: clock.now() })
    .where(and(eq(connectSessions.stateHash, hashToken(state)), eq(connectSessions.status, 'PENDING')))
    .returning();
  return row;
}

async function end(deps: ServiceDeps, { id }: SessionRow, how: SessionEnd): Promise<void> {
  await endSessions(deps.db, deps, eq(connectSessions.id, id), how);
}

async function exchange(deps: ServiceDeps, session: SessionRow, query: URLSearchParams): Promise<void> {
  const { id, platform, redirectUri } = session;
  const method = methodOfSession(deps, session);
  const redirect = method?.redirect ?? null;
  if (method === null || redirect === null || redirectUri === null) {
    await end(deps, session, { status: 'FAILED', errorCode: 'PLATFORM_UNAVAILABLE' });
    return;
  }
  const codeVerifier = opened(deps, session, 'codeVerifier', 'code_verifier');
  const carried = opened(deps, session, 'carried', 'carried');
  const answer: ConnectAnswer = await askPlatform(deps, { connectSessionId: id, platform }, () =>
    redirect.finish(
      method.place,
      { query, redirectUri, codeVerifier },
      carried === null ? null : (JSON.parse(carried) as JsonObject),
    ),
  );
  if (answer.kind !== 'granted' && answer.kind !== 'denied') {
    const { kind, message } = answer;
    deps.log.warn(
      { connectSessionId: id, platform, reason: kind, detail: message },
      'a grant was not received',
    );
  }
  await persist(deps, () => storeAnswer(deps, session, answer, redirect.scopes), storeTriesMax);
}

function opened(
  { vault }: ServiceDeps,
  session: SessionRow,
  field: 'codeVerifier' | 'carried',
  column: Parameters<typeof sessionPlace>[1],
): string | null {
  const sealed = session[field];
  return sealed === null ? null : vault.open(sealed, sessionPlace(session.id, column));
}

async function readReceipt({ db }: ServiceDeps, { id, returnUrl }: SessionRow): Promise<GrantReceipt> {
  const { status, errorCode, errorMessage } = connectSessions;
  const { name: workspaceName, plan, brand } = workspaces;
  const [row] = await db
    .select({ told: { status, errorCode, errorMessage, workspaceName }, look: { plan, brand } })
    .from(connectSessions)
    .innerJoin(workspaces, eq(workspaces.id, connectSessions.workspaceId))
    .where(eq(connectSessions.id, id));
  if (row === undefined) return { kind: 'unknown' };
  const returnTo = returnUrl === null ? null : withSessionId(returnUrl, id);
  return { kind: 'settled', ...row.told, brand: shownBrand(row.look), returnTo };
}

/** Adds the session's id to the return URL, and nothing else. */
function withSessionId(returnUrl: string, id: string): string {
  const url = new URL(returnUrl);
  url.searchParams.set('connectSession', id);
  return url.href;
}
