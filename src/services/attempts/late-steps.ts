import { lateCallGraceMs, publishDeadlineMs, replyDeadlineMs } from '../../domain/limits.js';
import { lateCodeOf, type AttemptOutcome } from '../../domain/publish-attempts.js';
import type { StepError } from '../../domain/step-errors.js';
import type { PublicationRow } from '../post-records/records.js';
import type { AttemptRow } from './last-attempts.js';

type Kind = Pick<PublicationRow, 'replyTo'>;

const postWindow = { ms: publishDeadlineMs, words: '24 hours' };
const replyWindow = { ms: replyDeadlineMs, words: 'an hour' };

const windowOf = ({ replyTo }: Kind): typeof postWindow => (replyTo === null ? postWindow : replyWindow);

/** How long after its due time a post or a reply to a comment may still be published. */
export function publishWindowMs(publication: Kind): number {
  return windowOf(publication).ms;
}

/** The publish window as text for error messages. First comments have the same window as posts. */
export function windowWords(publication: Kind): string {
  return windowOf(publication).words;
}

/** The error of a step that did not end in time. The outcome of its last call decides the code. */
export function stoppedLate(publication: Kind, lastOutcome: AttemptOutcome | null): StepError {
  return {
    code: lateCodeOf(lastOutcome),
    message: `Publishing did not finish within ${windowWords(publication)} and was stopped.`,
  };
}

/** The error of a step whose window passed before it was called. */
function windowMissed(publication: Kind): StepError {
  return {
    code: 'PUBLISH_WINDOW_MISSED',
    message: `The service was down for more than ${windowWords(publication)} after the due time. Nothing was sent.`,
  };
}

/** The error if the window has passed and no call may begin at `nowMs`. Undefined otherwise. */
export function lateForCall(
  publication: Kind & Pick<PublicationRow, 'scheduledFor'>,
  last: Pick<AttemptRow, 'outcome'> | undefined,
  nowMs: number,
): StepError | undefined {
  const { scheduledFor } = publication;
  if (scheduledFor === null) return undefined;
  if (nowMs <= scheduledFor.getTime() + publishWindowMs(publication) + lateCallGraceMs) return undefined;
  return last === undefined ? windowMissed(publication) : stoppedLate(publication, last.outcome);
}
