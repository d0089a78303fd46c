import type { RequestContext } from '../context.js';
import { checkPlatformRules } from './content.js';
import { lockPostInReach, toPostView, type PostRecord } from './post-records.js';
import { cancelRuns, checkAction, checkFuture, stageRun, startStagedRun } from './run-staging.js';
import { readPostView } from './get.js';
import { callerOf, recordEvents } from '../timeline/record.js';
import type { PostView } from './types.js';

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
  ctx: RequestContext,
  { postId, scheduledAt }: ScheduleInput,
  action: 'schedule' | 'reschedule',
): Promise<PostView> {
  const staged = await ctx.db.transaction(async (tx) => {
    const record = await lockPostInReach(tx, ctx.reach, postId, 'writePosts');
    checkAction(action, record.post);
    if (isUnchanged(record, scheduledAt)) return { record, start: null };
    checkFuture(scheduledAt, ctx.clock.now(), 'scheduledAt');
    checkPublishable(ctx, record);
    const start = await stageRun(tx, ctx, record, {
      dueAt: scheduledAt,
      scheduledAt,
      picks: (target) => target.status !== 'PUBLISHED' && target.status !== 'SKIPPED',
      republishUnconfirmed: false,
    });
    await recordEvents(tx, ctx, postId, callerOf(ctx), [
      {
        kind: record.post.status === 'SCHEDULED' ? 'RESCHEDULED' : 'SCHEDULED',
        detail: { scheduledAt: scheduledAt.toISOString(), workflowId: start.workflowId },
      },
    ]);
    return { record, start };
  });
  if (staged.start === null) return toPostView(staged.record);
  if (staged.record.post.status === 'SCHEDULED') await cancelRuns(ctx, staged.record);
  await startStagedRun(ctx, { ...staged.start, requestId: ctx.requestId });
  return readPostView(ctx, postId);
}

function isUnchanged({ post }: PostRecord, scheduledAt: Date): boolean {
  return post.status === 'SCHEDULED' && post.scheduledAt?.getTime() === scheduledAt.getTime();
}

/** A draft may lack what a platform requires; a scheduled post may not. */
export function checkPublishable(ctx: RequestContext, { post, targets, media }: PostRecord): void {
  checkPlatformRules(
    ctx.platforms,
    post.createdViaFlatShape ? 'flat' : 'nested',
    { caption: post.caption, mediaIds: media.map((item) => item.mediaAssetId), targets },
    { draft: false },
  );
}
