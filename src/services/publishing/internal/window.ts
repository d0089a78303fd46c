import { lateCallGraceMs, publishDeadlineMs, replyDeadlineMs } from '../../../domain/limits.js';
import type { StepError } from '../../attempts/close-attempt.js';
import { stoppedLate } from '../../attempts/late-steps.js';
import type { AttemptRow } from '../../attempts/last-attempts.js';
import type { PostRow, TargetRow } from '../../post-records/records.js';

type Kind = Pick<PostRow, 'replyCommentId'>;

/** How long after its due time a post, or a reply to a comment, may still be published. */
export function publishWindowMs({ replyCommentId }: Kind): number {
  return replyCommentId === null ? publishDeadlineMs : replyDeadlineMs;
}

/** For what was not called at all within its window. */
export function windowMissed(post: Kind): StepError {
  const window = post.replyCommentId === null ? 'a day' : 'an hour';
  return {
    code: 'PUBLISH_WINDOW_MISSED',
    message: `The service was down for more than ${window} after the due time. Nothing was sent.`,
  };
}

/** Why no call may begin at `nowMs`: its window is over. Undefined while it is not. */
export function lateForCall(
  post: Kind,
  { scheduledFor }: Pick<TargetRow, 'scheduledFor'>,
  last: Pick<AttemptRow, 'outcome'> | undefined,
  nowMs: number,
): StepError | undefined {
  if (scheduledFor === null) return undefined;
  if (nowMs <= scheduledFor.getTime() + publishWindowMs(post) + lateCallGraceMs) return undefined;
  if (last === undefined) return windowMissed(post);
  const window = post.replyCommentId === null ? '24 hours' : 'an hour';
  return stoppedLate(last.outcome, window);
}
