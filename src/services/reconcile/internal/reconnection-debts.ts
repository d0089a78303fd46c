import { and, asc, isNotNull } from 'drizzle-orm';
import { socialAccounts } from '../../../db/schema/index.js';
import { retryFailedForAuth } from '../../social-accounts/retry-failed.js';
import { isAfter, isDueForLook, pageRowsMax, sweepRows, type SweepRun } from './sweep-rows.js';

interface Reconnected {
  id: string;
  since: Date | null;
}

/**
 * Continues retries that follow a reconnection: after a crash, beyond the first posts, and for posts whose run had not
 * ended yet.
 */
export async function sweepReconnections(run: SweepRun): Promise<number> {
  const { deps } = run;
  const { id, retryOwedSince } = socialAccounts;
  let retried = 0;
  await sweepRows<Reconnected>(run, {
    kind: 'RECONNECTION',
    read: (after) =>
      deps.db
        .select({ id, since: retryOwedSince })
        .from(socialAccounts)
        .where(
          and(
            isNotNull(retryOwedSince),
            isAfter(retryOwedSince, id, after),
            isDueForLook(deps, 'RECONNECTION', id),
          ),
        )
        .orderBy(asc(retryOwedSince), asc(id))
        .limit(pageRowsMax),
    cursorOf: ({ since, id: accountId }) => ({ at: since ?? new Date(0), id: accountId }),
    debtIdOf: ({ id: accountId }) => accountId,
    look: async ({ id: accountId }) => {
      retried += await retryFailedForAuth(deps, accountId);
      // The account stays marked for a minute, so the next sweep checks it again.
      return 'DONE';
    },
  });
  return retried;
}
