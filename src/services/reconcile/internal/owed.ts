import { eq } from 'drizzle-orm';
import { socialAccounts, workflowCancellations } from '../../../db/schema/index.js';
import { noticePastState } from '../../attempts/past-state.js';
import { retryFailedForAuth } from '../../social-accounts/retry-failed.js';
import type { ServiceDeps } from '../../shared/context.js';
import { ago, sweepRows, type SweepRun } from './sweep-rows.js';

type Cancellation = typeof workflowCancellations.$inferSelect;

/** How long after a cancel request a run that Temporal does not know may still be started. */
const cancellationGraceMs = 120_000;

/** Repeats the recorded cancellations and terminations that Temporal may not have received. */
export function deliverCancellations(run: SweepRun): Promise<number> {
  const { deps } = run;
  const { workflowId: id, requestedAt: since } = workflowCancellations;
  return sweepRows<Cancellation>(run, {
    ...{ kind: 'CANCELLATION', table: workflowCancellations, since, id },
    look: async (row) => {
      const answer = await endRun(deps, row);
      if (answer === 'gone' && !row.terminate) await noticePastState(deps, row.workflowId);
      const isFinal = answer === 'requested' || row.requestedAt < ago(deps, cancellationGraceMs);
      if (isFinal) await deps.db.delete(workflowCancellations).where(eq(id, row.workflowId));
      return isFinal;
    },
  });
}

function endRun(
  { starter }: ServiceDeps,
  { workflowId, terminate, onlyAsk }: Cancellation,
): Promise<'requested' | 'gone'> | 'gone' {
  if (terminate) return starter.terminate(workflowId, 'The post has been ended without it.');
  return onlyAsk ? 'gone' : starter.cancel(workflowId);
}

/**
 * Continues retries that follow a reconnection: after a crash, beyond the first posts, and for posts whose run had not
 * ended yet. Returns the number of posts.
 */
export async function sweepReconnections(run: SweepRun): Promise<number> {
  const { retryOwedSince: since, id } = socialAccounts;
  let retried = 0;
  await sweepRows<typeof socialAccounts.$inferSelect>(run, {
    ...{ kind: 'RECONNECTION', table: socialAccounts, since, id },
    look: async (account) => {
      retried += await retryFailedForAuth(run.deps, account.id);
      // The account stays marked for a minute, so the next sweep checks it again.
      return true;
    },
  });
  return retried;
}
