import { defineSearchAttributeKey, SearchAttributeType } from '@temporalio/common';
import {
  CancellationScope,
  CancelledFailure,
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
} from '../domain/workflow-contract.js';
import { local } from './options.js';
import { publishTarget } from './publish-target.js';

const publishState = defineSearchAttributeKey(searchAttributeNames.publishState, SearchAttributeType.KEYWORD);

/**
 * One publish run of one post (ARCHITECTURE.md, "The way of a post"). Started with a delay, so it rests in the
 * server until the post is due. It decides nothing alone: each step asks the database, under the post's row
 * lock, whether it is still this run's to take.
 */
export async function publishPostWorkflow({ postId }: PublishPostInput): Promise<PublishPostResult> {
  const { workflowId } = workflowInfo();
  const plan = await waitForTurn(postId, workflowId);
  if (plan.kind === 'SUPERSEDED') return { outcome: 'SUPERSEDED' };
  const { deadlineMs, lookupDelaysMs } = plan;
  const board = createBoard(plan.targets);
  const cancelled = await settled(
    plan.targets.map((target) => {
      const report = (text: string): void => {
        board(target.targetId, text);
      };
      return publishTarget({ postId, workflowId, deadlineMs, lookupDelaysMs, target, report });
    }),
  );
  const result = await CancellationScope.nonCancellable(() => local.finishPublish({ postId, workflowId }));
  upsertSearchAttributes([{ key: publishState, value: result.outcome }]);
  // Also where every call was under way already, so that nothing was left to interrupt.
  if (cancelled || CancellationScope.current().consideredCancelled)
    throw new CancelledFailure('The post was cancelled');
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
 * finishPublish then makes visible. Gives whether a cancellation has interrupted any of them.
 */
async function settled(targets: Promise<void>[]): Promise<boolean> {
  const results = await Promise.allSettled(targets);
  let cancelled = false;
  for (const result of results) {
    if (result.status === 'fulfilled') continue;
    if (isCancellation(result.reason)) cancelled = true;
    else log.error('a target failed in an unforeseen way', { error: String(result.reason) });
  }
  return cancelled;
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
