import { and, eq, inArray, isNull, lte, or, type SQL } from 'drizzle-orm';
import type { Queryable } from '../../../db/client.js';
import { connectCandidates, connectSessions } from '../../../db/schema/index.js';
import {
  connectErrors,
  connectExchangeMsMax,
  type ConnectErrorCode,
  type ConnectSessionStatus,
} from '../../../domain/connect-sessions.js';
import type { ServiceDeps } from '../../shared/context.js';

type Ended = Exclude<ConnectSessionStatus, 'PENDING' | 'AWAITING_IMPORT'>;

export interface SessionEnd {
  status: Ended;
  errorCode?: ConnectErrorCode;
  errorMessage?: string;
}

/** Nothing that could still be used is kept of a session that is over. */
const withoutSecrets = {
  stateHash: null,
  ticketHash: null,
  ticket: null,
  browserHash: null,
  authorizeUrl: null,
  codeVerifier: null,
  carried: null,
};
/** What a session has no use for once access was granted. */
export const withoutRequest = { ...withoutSecrets, exchangingSince: null };

/** An exchange that has not ended so long after its bound is lost. */
const lostAfterMs = connectExchangeMsMax + 40_000;

/** Ends sessions that are open, with the secrets of theirs and of their candidates. Gives how many there were. */
export async function endSessions(
  q: Queryable,
  which: SQL | undefined,
  now: Date,
  end: SessionEnd,
): Promise<number> {
  const { status, errorCode = null } = end;
  const errorMessage = end.errorMessage ?? (errorCode === null ? null : connectErrors[errorCode]);
  return q.transaction(async (tx) => {
    const ended = await tx
      .update(connectSessions)
      .set({ ...withoutSecrets, exchangingSince: null, status, errorCode, errorMessage, endedAt: now })
      .where(and(which, isOpen))
      .returning({ id: connectSessions.id });
    if (ended.length === 0) return 0;
    const ids = ended.map(({ id }) => id);
    await tx
      .update(connectCandidates)
      .set({ credentials: null })
      .where(inArray(connectCandidates.sessionId, ids));
    return ended.length;
  });
}

const isOpen = inArray(connectSessions.status, ['PENDING', 'AWAITING_IMPORT']);

const lostSince = (now: Date): Date => new Date(now.getTime() - lostAfterMs);

/** Open, and past its time. One whose code is being exchanged waits for the answer: a grant must not be dropped. */
export const isPastExpiry = (now: Date) =>
  and(
    isOpen,
    lte(connectSessions.expiresAt, now),
    or(isNull(connectSessions.exchangingSince), lte(connectSessions.exchangingSince, lostSince(now))),
  );

/** Its code was being exchanged, by a process that is gone. */
export const isLost = (now: Date) =>
  and(eq(connectSessions.status, 'PENDING'), lte(connectSessions.exchangingSince, lostSince(now)));

export const lostEnd = { status: 'FAILED', errorCode: 'PLATFORM_UNAVAILABLE' } as const satisfies SessionEnd;

/** Ends the session now where its time is over and no sweep has seen it yet. */
export async function expireIfOverdue(
  { db, clock }: Pick<ServiceDeps, 'db' | 'clock'>,
  row: Pick<typeof connectSessions.$inferSelect, 'id' | 'status' | 'expiresAt' | 'exchangingSince'>,
): Promise<boolean> {
  if (row.status !== 'PENDING' && row.status !== 'AWAITING_IMPORT') return false;
  const now = clock.now();
  const self = eq(connectSessions.id, row.id);
  if (row.expiresAt <= now)
    return (await endSessions(db, and(self, isPastExpiry(now)), now, { status: 'EXPIRED' })) > 0;
  if (row.exchangingSince === null) return false;
  return (await endSessions(db, and(self, isLost(now)), now, lostEnd)) > 0;
}
