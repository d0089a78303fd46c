import { isDeepStrictEqual } from 'node:util';
import { AppError, validationFailed } from '../../domain/errors.js';
import { scheduleAheadMsMax } from '../../domain/limits.js';
import { shiftedTime, type TimeShift } from '../../domain/local-time.js';
import type { PostRecord } from '../post-records/records.js';
import { toPostView } from '../post-records/view.js';
import type { PostView } from '../post-records/types.js';
import type { RequestContext } from '../shared/context.js';
import { allowedNow } from './internal/allowed.js';
import { changedByOthers, readInReach, ruleChecksMax } from './internal/lock-checked.js';
import { reschedulePost } from './schedule.js';
import { updatePost } from './update.js';

/**
 * The time to which a post is moved, or by how much it is moved. Days are those of `timezone`, or of the post's time
 * zone.
 */
export type Move = { scheduledAt: Date } | (TimeShift & { timezone?: string });

/**
 * Moves a post to another time, as a calendar does: a scheduled post is rescheduled, and a draft stays a draft and gets
 * another place in the calendar.
 */
export async function movePost(
  ctx: RequestContext,
  { postId, ...move }: Move & { postId: string },
): Promise<PostView> {
  for (let tries = 1; tries <= ruleChecksMax; tries += 1) {
    const found = await readInReach(ctx, postId, 'writePosts');
    const at = movedTime(ctx, found, move);
    const before = toPostView(found);
    const changed = changedByOthers();
    // The new time depends on the old one, so the post is compared under the lock.
    const expect = (view: object): void => {
      if (!isDeepStrictEqual(view, before)) throw changed;
    };
    try {
      return await moveTo({ ...ctx, expect }, found, at);
    } catch (error) {
      if (error !== changed) throw error;
    }
  }
  throw changedByOthers();
}

function moveTo(ctx: RequestContext, { post }: PostRecord, at: Date): Promise<PostView> {
  const { id: postId, status } = post;
  if (status !== 'DRAFT') return reschedulePost(ctx, { postId, scheduledAt: at });
  if (Math.abs(at.getTime() - ctx.clock.now().getTime()) > scheduleAheadMsMax) throw outOfRange();
  return updatePost(ctx, { postId, shape: 'flat', draftScheduledFor: at });
}

function movedTime(ctx: RequestContext, record: PostRecord, move: Move): Date {
  if ('scheduledAt' in move) return move.scheduledAt;
  const { scheduledAt, timezone } = record.post;
  if (scheduledAt !== null) return shiftedTime(scheduledAt, move, move.timezone ?? timezone ?? 'UTC');
  throw new AppError('INVALID_STATE', 'The post has no time from which it could be moved.', {
    status: record.post.status,
    allowed: allowedNow(ctx, record),
  });
}

const outOfRange = (): AppError<'VALIDATION_FAILED'> =>
  validationFailed([
    { path: '', code: 'out_of_range', message: 'The time must be within five years from now.' },
  ]);
