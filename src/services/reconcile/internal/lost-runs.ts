import { publishPostWorkflowId } from '../../../domain/workflow-contract.js';
import type { PostRow } from '../../post-records/records.js';
import type { ServiceDeps } from '../../shared/context.js';
import { hasBegunAndEnded } from '../../attempts/past-state.js';
import type { RunState } from '../../shared/workflow-starter.js';

/**
 * Limits of the search for runs that the database has lost. It goes through their numbers; a run whose start never
 * arrived leaves a gap, for example if the time was changed while Temporal was away.
 */
const lostRunsMax = 50;
const gapMax = 10;

/**
 * Whether calls of an unfinished post may be missing from the database. If its run began and has ended in any way, or if
 * a run with a higher number began, the database may have been restored to an earlier state and lack that run's calls.
 */
export async function mayLackCalls(
  starter: ServiceDeps['starter'],
  post: Pick<PostRow, 'id' | 'generation' | 'workflowId' | 'pendingWorkflowId'>,
  ownRun: RunState,
): Promise<boolean> {
  const runId = post.workflowId ?? post.pendingWorkflowId ?? '';
  return (await hasBegunAndEnded(starter, runId, ownRun)) || hasLostRun(starter, post);
}

/** Whether a run with a higher number than the row's has begun, so that the database has lost its staging. */
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
