import type { RequestContext } from '../shared/context.js';
import { approvalRequested, stageOrHold } from '../post-runs/approval-gate.js';
import { checkMedia } from './internal/named-media.js';
import { lockChecked } from './internal/lock-checked.js';
import { namedMediaIdsIn, statusOf, type PostRecord, type TargetRow } from '../post-records/records.js';
import { toPostView } from '../post-records/view.js';
import { endReplacedRuns, startStagedRun } from '../post-runs/stage-run.js';
import { emitPostEvent } from '../webhooks/emit-post-event.js';
import { startDeliveries } from '../webhooks/stage.js';
import { checkAction, checkFuture } from './internal/checks.js';
import { endOldConsents } from './internal/consent.js';
import { checkNotHeldForRetry } from './internal/edit-partly-public.js';
import { checkHasTargets } from './internal/has-targets.js';
import { isPartlyPublic } from './internal/partly-public.js';
import { readPostView } from './get.js';
import { callerOf, recordEvents } from '../timeline/record.js';
import type { PostView } from '../post-records/types.js';
import { checkAccounts, isUnpublished, waitingTargets, withWarnings } from './internal/warnings.js';

export interface ScheduleInput {
  postId: string;
  scheduledAt: Date;
}

/** Schedules a draft, moves a scheduled post, or revives a failed or canceled one (POST /posts/{id}/schedule). */
export function schedulePost(ctx: RequestContext, input: ScheduleInput): Promise<PostView> {
  return scheduleAs(ctx, input, 'schedule');
}

/** Moves a scheduled post to another time. */
export function reschedulePost(ctx: RequestContext, input: ScheduleInput): Promise<PostView> {
  return scheduleAs(ctx, input, 'reschedule');
}

async function scheduleAs(
  given: RequestContext,
  { postId, scheduledAt }: ScheduleInput,
  action: 'schedule' | 'reschedule',
): Promise<PostView> {
  const isRuled = (record: PostRecord): boolean => {
    checkAction(given, action, record);
    checkNotHeldForRetry(given, record);
    checkHasTargets(record);
    if (isUnchanged(record, scheduledAt)) return false;
    checkFuture(scheduledAt, given.clock.now(), 'scheduledAt');
    return true;
  };
  const locked = { postId, permission: 'writePosts', isRuled, timeOf: () => scheduledAt } as const;
  const staged = await lockChecked(given, locked, async (tx, ctx, record, checked) => {
    if (isUnchanged(record, scheduledAt)) return { record, changed: false, start: null, starts: [], checked };
    await checkMedia(tx, namedMediaIdsIn(record));
    const accountWarnings = await checkAccounts(tx, waitingTargets(record), scheduledAt);
    await endOldConsents(tx, record);
    const start = await stageOrHold(tx, ctx, record, {
      dueAt: scheduledAt,
      scheduledAt,
      picks: isPartlyPublic(record) ? isWaiting : isUnpublished,
    });
    await recordEvents(tx, ctx, postId, callerOf(ctx), [
      start === null
        ? approvalRequested(scheduledAt)
        : {
            kind: record.post.status === 'SCHEDULED' ? 'RESCHEDULED' : 'SCHEDULED',
            detail: { scheduledAt: scheduledAt.toISOString(), workflowId: start.workflowId },
          },
    ]);
    const status = start === null ? 'NEEDS_APPROVAL' : 'SCHEDULED';
    const { workspaceId } = record.post;
    const starts = await emitPostEvent(tx, ctx, { postId, workspaceId, status });
    return { record, changed: true, start, starts, checked: withWarnings(checked, accountWarnings) };
  });
  if (!staged.changed) return toPostView(staged.record);
  await endReplacedRuns(given, staged.record);
  if (staged.start !== null) await startStagedRun(given, { ...staged.start, requestId: given.requestId });
  await startDeliveries(given, staged.starts);
  return { ...(await readPostView(given, postId)), checked: staged.checked };
}

/** Whether a target of a partly public post waits to be published. Failed ones stay failed. */
function isWaiting(target: TargetRow): boolean {
  const status = statusOf(target);
  return status === 'SCHEDULED' || status === 'DRAFT';
}

function isUnchanged({ post }: PostRecord, scheduledAt: Date): boolean {
  const waits = post.status === 'SCHEDULED' || post.status === 'NEEDS_APPROVAL';
  return waits && post.scheduledAt?.getTime() === scheduledAt.getTime();
}
