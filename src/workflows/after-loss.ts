import { ActivityFailure, CancellationScope, log, sleep } from '@temporalio/workflow';
import { ladderDelayMs } from '../domain/publish-ladders.js';

/** The waits after a worker or the database was lost. The first time, another worker continues immediately. */
const lostDelaysMs = [0, 1_000, 5_000, 30_000, 60_000] as const;
/** The maximum number of losses in a row, which takes more than a day. */
const lossesMax = 1_500;

/** Waits after an activity ended without a result, so that its run may ask again. Rethrows all other errors. */
export async function afterLoss(error: unknown, losses: number, of: Record<string, string>): Promise<void> {
  if (!(error instanceof ActivityFailure) || losses >= lossesMax) throw error;
  log.warn('a worker was lost', of);
  const waitMs = ladderDelayMs(lostDelaysMs, losses);
  if (waitMs > 0) await CancellationScope.nonCancellable(() => sleep(waitMs));
}
