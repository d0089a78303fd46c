import { asc, inArray, lte, type SQL } from 'drizzle-orm';
import { connectSessions } from '../../db/schema/index.js';
import { connectKeptMs } from '../../domain/connect-sessions.js';
import type { ServiceDeps } from '../shared/context.js';
import { endGrants } from '../account-grants/revoke-grants.js';
import { endSessions, isLost, isPastExpiry, lostEnd } from './internal/end.js';
import { abandonedGrantsOf } from './internal/abandoned-grants.js';

const rowsAtOnceMax = 500;

/**
 * Ends overdue sessions and deletes their candidates' tokens, revokes grants that led to no account, and deletes
 * sessions that ended long ago.
 */
export async function sweepConnectSessions(deps: ServiceDeps): Promise<void> {
  const { db, clock } = deps;
  const now = clock.now();
  const { expiresAt, endedAt } = connectSessions;
  const some = (which: SQL | undefined, first: typeof expiresAt | typeof endedAt = expiresAt): SQL =>
    inArray(
      connectSessions.id,
      db
        .select({ id: connectSessions.id })
        .from(connectSessions)
        .where(which)
        .orderBy(asc(first))
        .limit(rowsAtOnceMax),
    );
  const left = await endSessions(db, deps, some(isPastExpiry(now)), { status: 'EXPIRED' });
  await endSessions(db, deps, some(isLost(now)), lostEnd);
  const before = new Date(now.getTime() - connectKeptMs);
  await db.delete(connectSessions).where(some(lte(endedAt, before), endedAt));
  await endGrants(deps, abandonedGrantsOf(deps, left));
}
