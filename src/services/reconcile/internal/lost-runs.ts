import { publishPostWorkflowId } from '../../../domain/workflow-contract.js';
import type { PostRow } from '../../post-records/records.js';
import type { ServiceDeps } from '../../shared/context.js';
import { hasBegunAndEnded } from '../../attempts/past-state.js';
import type { RunState } from '../../shared/workflow-starter.js';

/**
 * Runs of the lost time are queried by their numbers. A run whose start never arrived leaves a gap, and each change of
 * the time while Temporal was away leaves one.
 */
const lostRunsMax = 50;
const gapMax = 10;

/**
 * Whether calls of an unfinished post may be missing in the database. If its run began and has ended in any way, or a
 * run after the one it names began, the database may have been restored to an earlier state, and may not have the calls
 * of such a run.
 */
export async function mayLackCalls(
  starter: ServiceDeps['starter'],
  post: Pick<PostRow, 'id' | 'generation' | 'workflowId'>,
  ownRun: RunState,
): Promise<boolean> {
  return (await hasBegunAndEnded(starter, post.workflowId ?? '', ownRun)) || hasLostRun(starter, post);
}

/** Whether a later run of the post began than its row knows. It was staged in a time that the database has lost. */
export async function hasLostRun(
  starter: Pick<ServiceDeps['starter'], 'progressOf'>,
  { id, generation }: Pick<PostRow, 'id' | 'generation'>,
): Promise<boolean> {
  let gap = 0;
  for (let ahead = 1; ahead <= lostRunsMax && gap <= gapMax; ahead += 1) {
    const progress = await starter.progressOf(publishPostWorkflowId(id, generation + ahead));
    if (progress === 'begun') return true;
    gap = progress === 'none' ? gap + 1 : 0;
  }
  return false;
}
