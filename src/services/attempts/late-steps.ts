import { publishDeadlineMs, replyDeadlineMs } from '../../domain/limits.js';
import { lateCodeOf, type AttemptOutcome } from '../../domain/publish-attempts.js';
import type { StepError } from '../../domain/step-errors.js';
import type { PostRow } from '../post-records/records.js';

type Kind = Pick<PostRow, 'replyCommentId'>;

const postWindow = { ms: publishDeadlineMs, words: '24 hours' };
const replyWindow = { ms: replyDeadlineMs, words: 'an hour' };

const windowOf = ({ replyCommentId }: Kind): typeof postWindow =>
  replyCommentId === null ? postWindow : replyWindow;

/** How long after its due time a post or a reply to a comment may still be published. */
export function publishWindowMs(post: Kind): number {
  return windowOf(post).ms;
}

/** The publish window as text for error messages. First comments have the same window as posts. */
export function windowWords(post: Kind): string {
  return windowOf(post).words;
}

/** The error of a step that did not end in time. The outcome of its last call decides the code. */
export function stoppedLate(post: Kind, lastOutcome: AttemptOutcome | null): StepError {
  return {
    code: lateCodeOf(lastOutcome),
    message: `Publishing did not finish within ${windowWords(post)} and was stopped.`,
  };
}
