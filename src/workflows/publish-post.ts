import { defineSearchAttributeKey, SearchAttributeType } from '@temporalio/common';
import {
  CancellationScope,
  CancelledFailure,
  continueAsNew,
  isCancellation,
  log,
  setCurrentDetails,
  sleep,
  upsertSearchAttributes,
  workflowInfo,
} from '@temporalio/workflow';
import { turnWaitMsMin } from '../domain/publish-ladders.js';
import {
  searchAttributeNames,
  type BeginPublishResult,
  type PublishPostInput,
  type PublishPostResult,
  type TargetPlan,
  type TargetProgress,
} from '../domain/workflow-contract.js';
import { local } from './options.js';
import { publishTarget } from './publish-target.js';
import { createRenewal } from './renewal.js';

const publishState = defineSearchAttributeKey(searchAttributeNames.publishState, SearchAttributeType.KEYWORD);

/**
 * One publish run of one post (ARCHITECTURE.md, "The life of a post"). Its start is delayed, so it rests in Temporal
 * until the post is nearly due. It decides nothing alone: before each step, the database checks, under the post's row
 * lock, that this run may still take it.
 */
export async function publishPostWorkflow({
  postId,
  progress = {},
}: PublishPostInput): Promise<PublishPostResult> {
  const { workflowId } = workflowInfo();
  const plan = await waitForTurn(postId, workflowId);
  if (plan.kind === 'SUPERSEDED') return { outcome: 'SUPERSEDED' };
  const { deadlineMs, dueMs, lookupDelaysMs } = plan;
  const board = createBoard(plan.targets);
  const renewal = createRenewal();
  const { cancelled, stopped, ended } = await settled(
    plan.targets.map((target) => {
      const { targetId } = target;
      const report = (text: string): void => {
        board(targetId, text);
      };
      const common = { postId, workflowId, deadlineMs, dueMs, lookupDelaysMs, renewal };
      return publishTarget({ ...common, target, report, progress: progress[targetId] });
    }),
  );
  // A cancellation counts even if every call had already begun, so that nothing was interrupted.
  const isCancelled = (): boolean => cancelled || CancellationScope.current().consideredCancelled;
  // The new run has the same workflow id, so the fence lets it continue and plans the rest.
  if (stopped.length > 0 && !isCancelled()) {
    const reached = stopped.map(([index, at]) => [plan.targets[index]?.targetId ?? '', at] as const);
    await continueAsNew<typeof publishPostWorkflow>({ postId, progress: Object.fromEntries(reached) });
  }
  const endedTargetIds = ended.flatMap((index) => plan.targets[index]?.targetId ?? []);
  const plannedTargetIds = plan.targets.map(({ targetId }) => targetId);
  const { outcome, isUnplanned = false } = await CancellationScope.nonCancellable(() =>
    local.finishPublish({
      postId,
      workflowId,
      plannedTargetIds,
      endedTargetIds,
      isCancelled: isCancelled(),
    }),
  );
  if (isUnplanned && !isCancelled()) await continueAsNew<typeof publishPostWorkflow>({ postId });
  upsertSearchAttributes([{ key: publishState, value: outcome }]);
  if (isCancelled()) throw new CancelledFailure('The post was canceled');
  return { outcome };
}

/** Asks the fence whether the run may continue, and asks again after each durable wait that the fence requests. */
async function waitForTurn(
  postId: string,
  workflowId: string,
): Promise<Exclude<BeginPublishResult, { kind: 'WAIT' }>> {
  for (;;) {
    const turn = await local.beginPublish({ postId, workflowId, nowMs: Date.now() });
    if (turn.kind !== 'WAIT') return turn;
    await sleep(Math.max(turnWaitMsMin, turn.untilMs - Date.now()), { summary: 'Until its time is near' });
  }
}

/**
 * Waits for all targets, which fail independently. An unexpected error ends only its own target, and `finishPublish`
 * makes that visible. Returns whether a cancellation interrupted any target, which ones stopped at a safe point, and
 * which ones ended.
 */
async function settled(
  targets: Promise<TargetProgress | undefined>[],
): Promise<{ cancelled: boolean; stopped: [number, TargetProgress][]; ended: number[] }> {
  const results = await Promise.allSettled(targets);
  let cancelled = false;
  const stopped: [number, TargetProgress][] = [];
  const ended: number[] = [];
  for (const [index, result] of results.entries()) {
    if (result.status === 'fulfilled') {
      if (result.value === undefined) ended.push(index);
      else stopped.push([index, result.value]);
    } else if (isCancellation(result.reason)) cancelled = true;
    else log.error('a target failed in an unforeseen way', { error: String(result.reason) });
  }
  return { cancelled, stopped, ended };
}

/** Maintains the details panel of the Temporal Web UI: one line for each target, with its latest state. */
function createBoard(targets: TargetPlan[]): (targetId: string, text: string) => void {
  const lines = new Map(targets.map((target) => [target.targetId, 'waiting']));
  const platformOf = new Map(targets.map((target) => [target.targetId, target.platform]));
  return (targetId, text) => {
    lines.set(targetId, text);
    setCurrentDetails(
      [...lines].map(([id, line]) => `- **${platformOf.get(id) ?? ''}** ${id}: ${line}`).join('\n'),
    );
  };
}
