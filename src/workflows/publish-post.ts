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
 * One publish run of one post (ARCHITECTURE.md, "The way of a post"). Started with a delay, so it rests in the
 * server until the post is due. It decides nothing alone: each step asks the database, under the post's row
 * lock, whether it is still this run's to take.
 */
export async function publishPostWorkflow({
  postId,
  progress = {},
}: PublishPostInput): Promise<PublishPostResult> {
  const { workflowId } = workflowInfo();
  const plan = await waitForTurn(postId, workflowId);
  if (plan.kind === 'SUPERSEDED') return { outcome: 'SUPERSEDED' };
  const { deadlineMs, lookupDelaysMs } = plan;
  const board = createBoard(plan.targets);
  const renewal = createRenewal();
  const { cancelled, stopped, ended } = await settled(
    plan.targets.map((target) => {
      const { targetId } = target;
      const report = (text: string): void => {
        board(targetId, text);
      };
      const common = { postId, workflowId, deadlineMs, lookupDelaysMs, renewal };
      return publishTarget({ ...common, target, report, progress: progress[targetId] });
    }),
  );
  // Also where every call was under way already, so that nothing was left to interrupt.
  const isCancelled = (): boolean => cancelled || CancellationScope.current().consideredCancelled;
  // The same run as far as the post knows: the fence lets the next of the chain through, and plans what is left.
  if (stopped.length > 0 && !isCancelled()) {
    const reached = stopped.map(([index, at]) => [plan.targets[index]?.targetId ?? '', at] as const);
    await continueAsNew<typeof publishPostWorkflow>({ postId, progress: Object.fromEntries(reached) });
  }
  const endedTargetIds = ended.flatMap((index) => plan.targets[index]?.targetId ?? []);
  const result = await CancellationScope.nonCancellable(() =>
    local.finishPublish({ postId, workflowId, endedTargetIds, isCancelled: isCancelled() }),
  );
  upsertSearchAttributes([{ key: publishState, value: result.outcome }]);
  if (isCancelled()) throw new CancelledFailure('The post was cancelled');
  return result;
}

/** The fence, asked again after every durable wait that it orders. */
async function waitForTurn(
  postId: string,
  workflowId: string,
): Promise<Exclude<BeginPublishResult, { kind: 'WAIT' }>> {
  for (;;) {
    const turn = await local.beginPublish({ postId, workflowId, nowMs: Date.now() });
    if (turn.kind !== 'WAIT') return turn;
    await sleep(Math.max(0, turn.untilMs - Date.now()), { summary: 'Until the post is due' });
  }
}

/**
 * Waits for all targets, each failing alone. A fault that nobody foresaw ends its own target only, which
 * finishPublish then makes visible. Gives whether a cancellation has interrupted any of them, which of them have
 * stopped at a safe point, and which have come to their end.
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

/** The panel of the Web UI: one line a target, rewritten as things happen. */
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
