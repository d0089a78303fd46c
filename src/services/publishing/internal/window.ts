import { lateCallGraceMs } from '../../../domain/limits.js';
import type { StepError } from '../../../domain/step-errors.js';
import { publishWindowMs, stoppedLate, windowWords } from '../../attempts/late-steps.js';
import type { AttemptRow } from '../../attempts/last-attempts.js';
import type { PostRow, TargetRow } from '../../post-records/records.js';

type Kind = Pick<PostRow, 'replyCommentId'>;

/** The error of a step whose window passed before it was called. */
export function windowMissed(post: Kind): StepError {
  return {
    code: 'PUBLISH_WINDOW_MISSED',
    message: `The service was down for more than ${windowWords(post)} after the due time. Nothing was sent.`,
  };
}

/** The error if the window has passed and no call may begin at `nowMs`. Undefined otherwise. */
export function lateForCall(
  post: Kind,
  { scheduledFor }: Pick<TargetRow, 'scheduledFor'>,
  last: Pick<AttemptRow, 'outcome'> | undefined,
  nowMs: number,
): StepError | undefined {
  if (scheduledFor === null) return undefined;
  if (nowMs <= scheduledFor.getTime() + publishWindowMs(post) + lateCallGraceMs) return undefined;
  if (last === undefined) return windowMissed(post);
  return stoppedLate(post, last.outcome);
}
