import { createHash } from 'node:crypto';
import type { Queryable } from '../../db/client.js';
import { connectSessions } from '../../db/schema/index.js';
import {
  connectAtPageMsMax,
  connectGrantMsMax,
  type ConnectErrorCode,
} from '../../domain/connect-sessions.js';
import { AppError, isAppError, notFound, validationFailed } from '../../domain/errors.js';
import { workspaceCountsMax } from '../../domain/limits.js';
import type { JsonObject } from '../../domain/json.js';
import type { PlatformName } from '../../domain/platforms.js';
import type { AuthorizeRequest, BeginAnswer } from '../../platforms/kit/connect.js';
import type { SocialAccountRow } from '../account-grants/view.js';
import { set } from '../audit/changes.js';
import { bySystem, recordAudit } from '../audit/record.js';
import { checkConnectionLimit } from '../plan-limits/connection-limit.js';
import { authorizeWorkspace } from '../shared/rights/access.js';
import { inConnectTurn } from '../shared/connecting/connect-turn.js';
import { requireCount } from '../shared/limits/count-limit.js';
import { countOpenSessions } from '../plan-limits/open-sessions.js';
import { lockWorkspace } from '../shared/rights/workspace-lock.js';
import { redirectUriOf } from '../shared/connecting/connect-views.js';
import { checkReturnUrl } from '../shared/connecting/return-url.js';
import { plainText, messageCharsMax } from '../shared/remote-calls/platform-texts.js';
import { hashToken, mintToken } from '../shared/secrets/token.js';
import { readAccountInReach } from '../social-accounts/get.js';
import { askPlatform } from '../shared/remote-calls/ask-platform.js';
import { endedEntry } from './internal/end.js';
import { holdConnectRights, sessionPlace, type SessionRow } from './internal/rows.js';
import { noTicket, ticketFor } from './internal/ticket.js';
import { viewSession } from './internal/view.js';
import { chooseConnectMethod, type ConnectMethod } from './internal/connect-method.js';
import type { ConnectContext, ConnectSessionView } from './types.js';

export interface CreateConnectSessionInput {
  workspaceId: string;
  platform: PlatformName;
  /** The URL to open after the platform's page. If absent, one of our own pages opens. */
  returnUrl?: string;
  /** The account to reconnect. No other is accepted. */
  socialAccountId?: string;
  /** Whether the account is on the simulated platform. */
  sandbox?: boolean;
  /** The handle of the account, for platforms that need it before their page opens. */
  handle?: string;
}

/** Begins connecting accounts. Returns the page on which a person grants access, or the fields to type in instead. */
export async function createConnectSession(
  ctx: ConnectContext,
  input: CreateConnectSessionInput,
): Promise<ConnectSessionView> {
  const { workspaceId, platform, returnUrl = null, handle = null } = input;
  authorizeWorkspace(ctx.reach, workspaceId, 'manageAccounts');
  if (returnUrl !== null) checkReturnUrl(ctx.connect, returnUrl);
  if (handle !== null) checkHandle(ctx, platform, handle);
  const account =
    input.socialAccountId === undefined ? null : await readMeant(ctx, input, input.socialAccountId);
  const method = chooseConnectMethod(ctx, platform, account === null ? input.sandbox : account.sandbox);
  if (account === null) {
    const { sandbox } = method;
    await checkConnectionLimit(ctx, { workspaceId, platform, sandbox, externalAccountIds: null });
  }
  await requireSessionSlot(ctx.db, ctx, workspaceId);
  const id = ctx.newId('connectSession');
  const { lifeMs, ...begun } = await inConnectTurn(ctx, { platform, owner: ctx.reach.userId }, () =>
    begin(ctx, { id, platform, method, handle }),
  );
  const now = ctx.clock.now();
  const row: SessionRow = {
    id,
    workspaceId,
    platform,
    socialAccountId: account?.id ?? null,
    sandbox: method.sandbox,
    boundUserId: ctx.actor.kind === 'session' ? ctx.actor.userId : null,
    returnUrl,
    ...begun,
    ...(begun.authorizeUrl === null ? noTicket : await ticketFor(ctx, id)),
    browserHash: null,
    exchangingSince: null,
    credentialTries: 0,
    createdAt: now,
    expiresAt: new Date(now.getTime() + lifeMs),
    endedAt: begun.status === 'FAILED' ? now : null,
  };
  await ctx.db.transaction(async (tx) => {
    await lockWorkspace(tx, workspaceId);
    await holdConnectRights(tx, ctx, workspaceId);
    await requireSessionSlot(tx, ctx, workspaceId);
    await tx.insert(connectSessions).values(row);
    await recordAudit(tx, ctx, {
      workspaceId,
      action: 'connect_session.created',
      subject: { id, name: account?.handle ?? null },
      changes: [set('platform', platform)],
    });
    const { status, errorCode } = row;
    if (status === 'FAILED')
      await recordAudit(
        tx,
        bySystem(ctx),
        endedEntry(row, { status, ...(errorCode !== null && { errorCode }) }),
      );
  });
  return viewSession(ctx, row);
}

/** Checks the number of open sessions: before the platform is called, and again under the workspace's lock. */
async function requireSessionSlot(
  q: Queryable,
  { clock }: Pick<ConnectContext, 'clock'>,
  workspaceId: string,
): Promise<void> {
  requireCount({
    wanted: 1 + (await countOpenSessions(q, { workspaceId, now: clock.now() })),
    max: workspaceCountsMax.openConnectSessions,
    owner: 'A workspace',
    things: 'open connect sessions',
    code: 'too_many_sessions',
    path: 'workspaceId',
  });
}

function checkHandle({ platforms }: ConnectContext, platform: PlatformName, handle: string): void {
  const fault = platforms.get(platform)?.connect?.handleFault?.(handle) ?? null;
  if (fault !== null) throw handleRefused('invalid_handle', fault);
}

const handleRefused = (code: string, message: string): AppError =>
  validationFailed([{ path: 'handle', code, message }]);

/** Reads the account that is to be reconnected. */
async function readMeant(
  ctx: ConnectContext,
  { workspaceId, platform, sandbox }: CreateConnectSessionInput,
  socialAccountId: string,
): Promise<SocialAccountRow> {
  const account = await readAccountInReach(ctx.db, ctx.reach, socialAccountId, 'manageAccounts').catch(
    (error: unknown) => {
      throw isAppError(error) && error.code === 'NOT_FOUND' ? notFound('socialAccountId') : error;
    },
  );
  if (account.workspaceId !== workspaceId) throw notFound('socialAccountId');
  if (account.platform !== platform) {
    throw validationFailed([
      {
        path: 'socialAccountId',
        code: 'wrong_platform',
        message: `This is a ${account.platform} account.`,
      },
    ]);
  }
  if (sandbox !== undefined && sandbox !== account.sandbox) {
    const message = `The account is ${account.sandbox ? '' : 'not '}in the sandbox.`;
    throw validationFailed([{ path: 'sandbox', code: 'wrong_place', message }]);
  }
  return account;
}

type Begun = Pick<
  SessionRow,
  | 'status'
  | 'redirectUri'
  | 'stateHash'
  | 'authorizeUrl'
  | 'codeVerifier'
  | 'carried'
  | 'errorCode'
  | 'errorMessage'
> & {
  /** How long the session waits for the grant. */
  lifeMs: number;
};

const nothingAsked: Begun = {
  status: 'PENDING',
  redirectUri: null,
  stateHash: null,
  authorizeUrl: null,
  codeVerifier: null,
  carried: null,
  errorCode: null,
  errorMessage: null,
  lifeMs: connectGrantMsMax,
};

/** Requests the platform's consent page if it has one. The state that the browser returns is stored as a hash only. */
async function begin(
  ctx: ConnectContext,
  {
    id,
    platform,
    method,
    handle,
  }: { id: string; platform: PlatformName; method: ConnectMethod; handle: string | null },
): Promise<Begun> {
  const { redirect, place } = method;
  if (redirect === null) return nothingAsked;
  const redirectUri = redirectUriOf(ctx, platform, redirect);
  const [state, codeVerifier] = [mintToken(), redirect.pkce ? mintToken() : null];
  const request: AuthorizeRequest = { redirectUri, state, codeChallenge: challengeOf(codeVerifier), handle };
  const answer: BeginAnswer = await askPlatform(ctx, { connectSessionId: id, platform }, () =>
    redirect.begin(place, request),
  );
  if (answer.kind === 'unknown-handle') throw handleRefused('unknown_handle', answer.message);
  if (answer.kind !== 'begun' && method.credentials !== null) {
    // This person cannot use the page now, but can enter credentials.
    const { kind: reason, message: detail } = answer;
    ctx.log.warn({ connectSessionId: id, platform, reason, detail }, 'a session has no page to open');
    return nothingAsked;
  }
  switch (answer.kind) {
    case 'begun':
      return {
        ...nothingAsked,
        redirectUri,
        stateHash: hashToken(state),
        authorizeUrl: ctx.vault.seal(answer.authorizeUrl, sessionPlace(id, 'authorize_url')),
        codeVerifier: sealed(ctx, id, 'code_verifier', codeVerifier),
        carried: sealed(ctx, id, 'carried', textOf(answer.carried)),
        lifeMs: lifeOf(answer.linkMsMax),
      };
    case 'denied':
      return denied(answer.code, answer.message);
    case 'rate-limited':
      throw unavailable(platform, answer.retryAfterMs);
    case 'rejected':
      return denied('PLATFORM_REJECTED', answer.message);
    default:
      throw unavailable(platform, null);
  }
}

/** The lifetime of a session. A person who opens the platform's page at the last moment still has time there. */
const lifeOf = (linkMsMax = connectGrantMsMax): number =>
  Math.min(connectGrantMsMax, linkMsMax + connectAtPageMsMax);

const denied = (errorCode: ConnectErrorCode, message: string): Begun => ({
  ...nothingAsked,
  status: 'FAILED',
  errorCode,
  errorMessage: plainText(message, messageCharsMax),
});

function unavailable(platform: PlatformName, retryAfterMs: number | null): AppError {
  const extras = retryAfterMs === null ? {} : { retryAfterMs };
  return new AppError('RETRY', `${platform} cannot be reached right now. Try again.`, extras);
}

function challengeOf(codeVerifier: string | null): string | null {
  return codeVerifier === null ? null : createHash('sha256').update(codeVerifier).digest('base64url');
}

function sealed(
  { vault }: ConnectContext,
  id: string,
  column: Parameters<typeof sessionPlace>[1],
  text: string | null,
): string | null {
  return text === null ? null : vault.seal(text, sessionPlace(id, column));
}

const textOf = (carried: JsonObject | null): string | null =>
  carried === null ? null : JSON.stringify(carried);
