import { defineSearchAttributeKey, SearchAttributeType } from '@temporalio/common';
import {
  CancellationScope,
  CancelledFailure,
  continueAsNew,
  isCancellation,
  log,
  setCurrentDetails,
  upsertSearchAttributes,
  workflowInfo,
} from '@temporalio/workflow';
import {
  searchAttributeNames,
  type PlannedTarget,
  type PublishPostInput,
  type PublishPostResult,
} from '../domain/workflow-contract.js';
import { local } from './options.js';
import { publishTarget, type TargetEnd } from './publish-target.js';

const publishState = defineSearchAttributeKey(searchAttributeNames.publishState, SearchAttributeType.KEYWORD);

/**
 * One publish run of one post (ARCHITECTURE.md, "The life of a post"). Its start is delayed, so it rests in Temporal
 * until the post is nearly due. It only waits: `advance` decides and takes the next step from the rows.
 */
export async function publishPostWorkflow(input: PublishPostInput): Promise<PublishPostResult> {
  const { postId, targets = [] } = input;
  const { workflowId, continuedFromExecutionRunId } = workflowInfo();
  // A run that was canceled while it rested has done nothing, so there is nothing to end or record.
  if (continuedFromExecutionRunId === undefined && CancellationScope.current().consideredCancelled)
    throw new CancelledFailure('The post was canceled');
  const run = { postId, workflowId, report: createBoard(targets), pauses: new Set<CancellationScope>() };
  const { ends, isInterrupted } = await settled(
    targets.map(({ id, platform }) => publishTarget(run, id, `Publish on ${platform}`)),
  );
  // A cancellation counts even if every call had already begun, so that nothing was interrupted.
  const isCancelled = (): boolean => isInterrupted || CancellationScope.current().consideredCancelled;
  // The new run has the same workflow id, and the rows of the database say where it continues.
  if (ends.includes('RENEW') && !isCancelled()) await continueAsNew<typeof publishPostWorkflow>(input);
  // The target that ended last has finished the post in `advance`. Otherwise it is finished here: after a cancellation or
  // an unexpected error, or if an edit has added targets, with which the run continues.
  const finished = ends.find((end) => end !== null && end !== undefined && end !== 'RENEW');
  const { outcome, unplanned } =
    finished !== undefined && !isCancelled()
      ? { outcome: finished }
      : await CancellationScope.nonCancellable(() =>
          local.finishPublish({
            postId,
            workflowId,
            plannedTargetIds: targets.map(({ id }) => id),
            endedTargetIds: targets.flatMap(({ id }, index) => (ends[index] === null ? [id] : [])),
            isCancelled: isCancelled(),
          }),
        );
  if (unplanned !== undefined && !isCancelled())
    await continueAsNew<typeof publishPostWorkflow>({ postId, targets: unplanned });
  upsertSearchAttributes([{ key: publishState, value: outcome }]);
  if (isCancelled()) throw new CancelledFailure('The post was canceled');
  return { outcome };
}

/**
 * Waits for all targets, which fail independently. An unexpected error ends only its own target, and `finishPublish`
 * makes that visible. Undefined: the target did not end.
 */
async function settled(
  targets: Promise<TargetEnd>[],
): Promise<{ ends: (TargetEnd | undefined)[]; isInterrupted: boolean }> {
  const results = await Promise.allSettled(targets);
  let isInterrupted = false;
  const ends = results.map((result) => {
    if (result.status === 'fulfilled') return result.value;
    if (isCancellation(result.reason)) isInterrupted = true;
    else log.error('a target failed in an unforeseen way', { error: String(result.reason) });
    return undefined;
  });
  return { ends, isInterrupted };
}

/** Maintains the details panel of the Temporal Web UI: one line for each target, with its latest state. */
function createBoard(targets: readonly PlannedTarget[]): (targetId: string, text: string) => void {
  const lines = new Map(targets.map(({ id }) => [id, 'waiting']));
  return (targetId, text) => {
    lines.set(targetId, text);
    setCurrentDetails(
      targets.map(({ id, platform }) => `- **${platform}** ${id}: ${lines.get(id) ?? ''}`).join('\n'),
    );
  };
}
