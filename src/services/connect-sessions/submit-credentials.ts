import { requireMember } from '../shared/rights/access.js';
import { and, eq, lt, sql } from 'drizzle-orm';
import { connectSessions } from '../../db/schema/index.js';
import { connectCredentialTriesMax, connectErrors } from '../../domain/connect-sessions.js';
import { AppError } from '../../domain/errors.js';
import { addressThrottle } from '../../domain/sessions.js';
import type { ConnectAnswer } from '../../platforms/kit/connect.js';
import { giveBackAttempt, takeAttempt, type ThrottleSubject } from '../shared/limits/throttle.js';
import { inConnectTurn } from '../shared/connecting/connect-turn.js';
import { askPlatform } from '../shared/remote-calls/ask-platform.js';
import { persist } from '../shared/rows/persist.js';
import { endSessions } from './internal/end.js';
import { readFieldValues } from './internal/field-values.js';
import { storeAnswer } from './internal/granted.js';
import { readSessionInReach } from './internal/read-session.js';
import { endText, wrongStatus, type SessionRow } from './internal/rows.js';
import { viewSession } from './internal/view.js';
import { fieldsOf, methodOfSession, type ConnectMethod } from './internal/connect-method.js';
import type { ConnectContext, ConnectSessionView } from './types.js';

export interface SubmitCredentialsInput {
  connectSessionId: string;
  /** Values by the names of the session's fields. */
  values: Readonly<Record<string, string>>;
}

/** The tries to store the connection, which take about four seconds in all. */
const storeTriesMax = 5;

/**
 * Grants access with typed credentials, on platforms that accept them. Each try is counted before it is made, per
 * session and per caller, so that parallel guesses cannot exceed the limit together.
 */
export async function submitCredentials(
  ctx: ConnectContext,
  { connectSessionId, values }: SubmitCredentialsInput,
): Promise<ConnectSessionView> {
  const session = await readSessionInReach(ctx, connectSessionId);
  const method = methodOfSession(ctx, session);
  const credentials = method?.credentials ?? null;
  if (method === null || credentials === null || session.status !== 'PENDING') throw takesNone(session);
  const given = readFieldValues(fieldsOf(method), method.place, values);
  const { platform } = session;
  return inConnectTurn(ctx, { platform, owner: ctx.reach.userId }, () =>
    tryCredentials(ctx, session, { method, credentials, given }),
  );
}

interface Trial {
  method: ConnectMethod;
  credentials: NonNullable<ConnectMethod['credentials']>;
  given: Record<string, string>;
}

async function tryCredentials(
  ctx: ConnectContext,
  session: SessionRow,
  { method, credentials, given }: Trial,
): Promise<ConnectSessionView> {
  const subject: ThrottleSubject | null =
    ctx.actor.kind === 'operator'
      ? null
      : { kind: 'connect-user', value: requireMember({ actor: ctx.actor }).userId };
  if (subject !== null) await takeAttempt(ctx, subject, addressThrottle);
  const tries = await takeTry(ctx, session);
  const { id, platform } = session;
  const answer: ConnectAnswer = await askPlatform(ctx, { connectSessionId: id, platform }, () =>
    credentials.connect(method.place, given),
  );
  if (isRefusal(answer)) throw await refused(ctx, session, tries, answer.message);
  if (subject !== null) await giveBackAttempt(ctx.db, subject);
  if (answer.kind !== 'granted') {
    await giveBackTry(ctx, session);
    throw unavailable(answer);
  }
  // The grant is only in memory, and a request waits for the result.
  await persist(ctx, () => storeAnswer(ctx, session, answer, []), storeTriesMax);
  return viewSession(ctx, await readSessionInReach(ctx, id));
}

function takesNone(session: SessionRow): AppError {
  const { platform, status } = session;
  if (status === 'AWAITING_IMPORT') return wrongStatus(session, ['import'], 'Access was already granted.');
  return wrongStatus(
    session,
    [],
    endText(session) ?? `${platform} does not use credentials: open authorizeUrl instead.`,
  );
}

/** Counts a try and returns its number. Throws if no tries are left. */
async function takeTry({ db }: ConnectContext, session: SessionRow): Promise<number> {
  const { credentialTries: tries } = connectSessions;
  const [row] = await db
    .update(connectSessions)
    .set({ credentialTries: sql`${tries} + 1` })
    .where(
      and(
        eq(connectSessions.id, session.id),
        eq(connectSessions.status, 'PENDING'),
        lt(tries, connectCredentialTriesMax),
      ),
    )
    .returning({ tries });
  // All tries are used up, but some are still running and may succeed.
  if (row === undefined)
    throw wrongStatus(session, [], 'The last attempt is still running. Read the session again.');
  return row.tries;
}

async function giveBackTry({ db }: ConnectContext, { id }: SessionRow): Promise<void> {
  await db
    .update(connectSessions)
    .set({ credentialTries: sql`greatest(${connectSessions.credentialTries} - 1, 0)` })
    .where(eq(connectSessions.id, id));
}

type Refusal = Extract<ConnectAnswer, { kind: 'denied' | 'rejected' | 'auth-expired' | 'auth-revoked' }>;

function isRefusal(answer: ConnectAnswer): answer is Refusal {
  // The platform could not check the credentials.
  if (answer.kind === 'denied' && answer.code === 'PLATFORM_UNAVAILABLE') return false;
  return ['denied', 'rejected', 'auth-expired', 'auth-revoked'].includes(answer.kind);
}

/**
 * The error for refused credentials. A typo can be corrected, so the session stays open until there were too many
 * tries.
 */
async function refused(
  ctx: ConnectContext,
  { id }: SessionRow,
  tries: number,
  message: string,
): Promise<AppError> {
  const triesLeft = connectCredentialTriesMax - tries;
  if (triesLeft === 0) {
    const end = { status: 'FAILED', errorCode: 'INVALID_CREDENTIALS' } as const;
    await endSessions(ctx.db, ctx, eq(connectSessions.id, id), end);
  }
  return new AppError('CREDENTIALS_REFUSED', message === '' ? connectErrors.INVALID_CREDENTIALS : message, {
    triesLeft,
  });
}

function unavailable(answer: Exclude<ConnectAnswer, { kind: 'granted' }>): AppError {
  const retryAfterMs = answer.kind === 'rate-limited' ? answer.retryAfterMs : null;
  const message = `${connectErrors.PLATFORM_UNAVAILABLE} Try again.`;
  return new AppError('RETRY', message, retryAfterMs === null ? {} : { retryAfterMs });
}
