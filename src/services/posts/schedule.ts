import type { RequestContext } from '../shared/context.js';
import { approvalRequested, stageOrHold } from '../post-runs/approval-gate.js';
import { checkMedia } from './internal/content.js';
import { lockChecked } from './internal/lock-checked.js';
import { namedMediaIdsIn, toPostView, type PostRecord } from '../post-records/records.js';
import { cancelRuns, startStagedRun } from '../post-runs/stage-run.js';
import { checkAction, checkFuture } from './internal/checks.js';
import { readPostView } from './get.js';
import { callerOf, recordEvents } from '../timeline/record.js';
import type { PostView } from '../post-records/types.js';
import { checkAccounts, waitingTargets, withWarnings } from './internal/warnings.js';

export interface ScheduleInput {
  postId: string;
  scheduledAt: Date;
}

/** Queues a draft, moves a scheduled post, or revives a failed or cancelled one (spec, POST /posts/{id}/schedule). */
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
    checkAction(action, record.post);
    if (isUnchanged(record, scheduledAt)) return false;
    checkFuture(scheduledAt, given.clock.now(), 'scheduledAt');
    return true;
  };
  const locked = { postId, permission: 'writePosts', isRuled, timeOf: () => scheduledAt } as const;
  const staged = await lockChecked(given, locked, async (tx, ctx, record, found) => {
    if (isUnchanged(record, scheduledAt)) return { record, changed: false, start: null, warnings: [] };
    await checkMedia(tx, record.post.workspaceId, namedMediaIdsIn(record));
    const warnings = [...(await checkAccounts(tx, waitingTargets(record), scheduledAt)), ...found];
    const start = await stageOrHold(tx, ctx, record, {
      dueAt: scheduledAt,
      scheduledAt,
      picks: (target) => target.status !== 'PUBLISHED' && target.status !== 'SKIPPED',
      republishUnconfirmed: false,
    });
    await recordEvents(tx, ctx, postId, callerOf(ctx), [
      start === null
        ? approvalRequested(scheduledAt)
        : {
            kind: record.post.status === 'SCHEDULED' ? 'RESCHEDULED' : 'SCHEDULED',
            detail: { scheduledAt: scheduledAt.toISOString(), workflowId: start.workflowId },
          },
    ]);
    return { record, changed: true, start, warnings };
  });
  if (!staged.changed) return toPostView(staged.record);
  if (staged.record.post.status === 'SCHEDULED') await cancelRuns(given, staged.record);
  if (staged.start !== null) await startStagedRun(given, { ...staged.start, requestId: given.requestId });
  return withWarnings(await readPostView(given, postId), staged.warnings);
}

function isUnchanged({ post }: PostRecord, scheduledAt: Date): boolean {
  const waits = post.status === 'SCHEDULED' || post.status === 'NEEDS_APPROVAL';
  return waits && post.scheduledAt?.getTime() === scheduledAt.getTime();
}
