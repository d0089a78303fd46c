import { and, eq, inArray, isNotNull, isNull, lte, or, type SQL } from 'drizzle-orm';
import type { Queryable, Tx } from '../../../db/client.js';
import { connectCandidates, connectSessions } from '../../../db/schema/index.js';
import {
  connectErrors,
  connectExchangeMsMax,
  type ConnectErrorCode,
  type ConnectSessionStatus,
} from '../../../domain/connect-sessions.js';
import type { PlatformName } from '../../../domain/platforms.js';
import { set } from '../../audit/changes.js';
import { bySystem, recordAudit, type AuditEntry } from '../../audit/record.js';
import type { ServiceDeps } from '../../shared/context.js';

type Ended = Exclude<ConnectSessionStatus, 'PENDING' | 'AWAITING_IMPORT'>;

export interface SessionEnd {
  status: Ended;
  errorCode?: ConnectErrorCode;
  errorMessage?: string;
}

/** Clears the columns of an ended session that would otherwise still be usable. */
const withoutSecrets = {
  stateHash: null,
  ticketHash: null,
  ticket: null,
  browserHash: null,
  authorizeUrl: null,
  codeVerifier: null,
  carried: null,
};
/** Clears the columns that a session does not need any more once access was granted. */
export const withoutRequest = { ...withoutSecrets, exchangingSince: null };

/** An exchange of a code that runs longer than this counts as lost. */
const lostAfterMs = connectExchangeMsMax + 40_000;

/** A candidate that was not imported before its session ended, with its former credentials. */
export interface AbandonedCandidate {
  id: string;
  sessionId: string;
  platform: PlatformName;
  sandbox: boolean;
  externalAccountId: string;
  handle: string;
  serviceUrl: string | null;
  /** The encrypted credentials, which are deleted from the row; keep them in memory only. */
  sealed: string;
}

/**
 * Ends open sessions and deletes their secrets and their candidates' credentials. Returns the candidates that led to no
 * account, so that their grants can be revoked after the commit.
 */
export async function endSessions(
  q: Queryable,
  deps: Pick<ServiceDeps, 'clock' | 'newId'>,
  which: SQL | undefined,
  end: SessionEnd,
): Promise<AbandonedCandidate[]> {
  const { status, errorCode = null } = end;
  const errorMessage = end.errorMessage ?? (errorCode === null ? null : connectErrors[errorCode]);
  return q.transaction(async (tx) => {
    const ended = await tx
      .update(connectSessions)
      .set({
        ...withoutSecrets,
        exchangingSince: null,
        status,
        errorCode,
        errorMessage,
        endedAt: deps.clock.now(),
      })
      .where(and(which, isOpen))
      .returning({
        id: connectSessions.id,
        workspaceId: connectSessions.workspaceId,
        platform: connectSessions.platform,
      });
    if (ended.length === 0) return [];
    // An import records one entry for each account instead.
    if (status !== 'COMPLETED')
      await recordAudit(tx, bySystem(deps), ...ended.map((row) => endedEntry(row, end)));
    const ids = ended.map(({ id }) => id);
    // An import abandons no grant, because the imported accounts share it with the other candidates.
    const left = status === 'COMPLETED' ? [] : await readAbandoned(tx, ids);
    await tx
      .update(connectCandidates)
      .set({ credentials: null })
      .where(inArray(connectCandidates.sessionId, ids));
    return left;
  });
}

/** The audit log's entry about a session that ended without an account. */
export function endedEntry(
  { id, workspaceId, platform }: Pick<typeof connectSessions.$inferSelect, 'id' | 'workspaceId' | 'platform'>,
  { status, errorCode }: SessionEnd,
): AuditEntry {
  const changes = [set('platform', platform), set('status', status)];
  if (errorCode !== undefined) changes.push(set('errorCode', errorCode));
  return { workspaceId, action: 'connect_session.ended', subject: { id, name: null }, changes };
}

async function readAbandoned(tx: Tx, sessionIds: string[]): Promise<AbandonedCandidate[]> {
  const { id, sessionId, externalAccountId, handle, serviceUrl, credentials } = connectCandidates;
  const { platform, sandbox } = connectSessions;
  const rows = await tx
    .select({ id, sessionId, platform, sandbox, externalAccountId, handle, serviceUrl, sealed: credentials })
    .from(connectCandidates)
    .innerJoin(connectSessions, eq(connectSessions.id, sessionId))
    .where(and(inArray(sessionId, sessionIds), isNotNull(credentials)))
    .orderBy(sessionId, connectCandidates.position);
  return rows.flatMap(({ sealed, ...row }) => (sealed === null ? [] : [{ ...row, sealed }]));
}

const isOpen = inArray(connectSessions.status, ['PENDING', 'AWAITING_IMPORT']);

const lostSince = (now: Date): Date => new Date(now.getTime() - lostAfterMs);

/**
 * The condition for open sessions that have expired. A session whose code is being exchanged waits for the response,
 * because a grant must not be lost.
 */
export const isPastExpiry = (now: Date) =>
  and(
    isOpen,
    lte(connectSessions.expiresAt, now),
    or(isNull(connectSessions.exchangingSince), lte(connectSessions.exchangingSince, lostSince(now))),
  );

/** The condition for sessions whose code was being exchanged by a process that is gone. */
export const isLost = (now: Date) =>
  and(eq(connectSessions.status, 'PENDING'), lte(connectSessions.exchangingSince, lostSince(now)));

export const lostEnd = { status: 'FAILED', errorCode: 'PLATFORM_UNAVAILABLE' } as const satisfies SessionEnd;

/**
 * Returns how to end a session that has expired, or whose exchange may be lost, but that no sweep has ended yet.
 * `which` is the same condition as SQL, so that the update checks it again. Returns null if the session stays as it is.
 */
export function overdueEnd(
  { id, status, expiresAt, exchangingSince }: typeof connectSessions.$inferSelect,
  now: Date,
): { which: SQL | undefined; end: SessionEnd } | null {
  if (status !== 'PENDING' && status !== 'AWAITING_IMPORT') return null;
  const self = eq(connectSessions.id, id);
  if (expiresAt <= now) return { which: and(self, isPastExpiry(now)), end: { status: 'EXPIRED' } };
  return exchangingSince === null ? null : { which: and(self, isLost(now)), end: lostEnd };
}
