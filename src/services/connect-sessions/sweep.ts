import { asc, inArray, type SQL } from 'drizzle-orm';
import { connectSessions } from '../../db/schema/index.js';
import type { ServiceDeps } from '../shared/context.js';
import { endGrants } from '../account-grants/revoke-grants.js';
import { endSessions, isLost, isPastExpiry, lostEnd } from './internal/end.js';
import { abandonedGrantsOf } from './internal/abandoned-grants.js';

const rowsAtOnceMax = 500;

/** Ends overdue sessions, deletes their candidates' tokens, and revokes grants that led to no account. */
export async function sweepConnectSessions(deps: ServiceDeps): Promise<void> {
  const { db, clock } = deps;
  const now = clock.now();
  const some = (which: SQL | undefined): SQL =>
    inArray(
      connectSessions.id,
      db
        .select({ id: connectSessions.id })
        .from(connectSessions)
        .where(which)
        .orderBy(asc(connectSessions.expiresAt))
        .limit(rowsAtOnceMax),
    );
  const left = await endSessions(db, deps, some(isPastExpiry(now)), { status: 'EXPIRED' });
  await endSessions(db, deps, some(isLost(now)), lostEnd);
  await endGrants(deps, abandonedGrantsOf(deps, left));
}
