import { isPartStep } from './parts.js';
import type { AttemptOutcome } from './publish-attempts.js';
import type { EndOfStep } from './step-ends.js';
import type { TargetErrorCode } from './target-errors.js';
import type { GiveUpReason, PublishStep } from './workflow-contract.js';

/** The reason that an attempt or a whole step failed. */
export interface StepError {
  code: TargetErrorCode;
  message: string;
}

/** The end of an attempt, as it is in the attempt's row. */
export interface RecordedEnd {
  outcome: AttemptOutcome | null;
  errorCode: string | null;
  errorMessage: string | null;
}

export const unconfirmed: StepError = {
  code: 'PUBLISH_UNCONFIRMED',
  message:
    'The request was sent, but no response arrived, and the platform does not show whether it was published.',
};

const commentUnconfirmed: StepError = {
  code: 'PUBLISH_UNCONFIRMED',
  message:
    'The first comment was sent, but no response arrived, and the platform does not show whether it was published.',
};

/** The error of a step that may be public, because the outcome of a call is unknown. */
export function unconfirmedAt(step: PublishStep): StepError {
  return step === 'FIRST_COMMENT' ? commentUnconfirmed : unconfirmed;
}

/** The error of a step that an earlier call may have made public and whose later call failed or was canceled. */
function unconfirmedAnd(step: PublishStep, wanted: StepError | 'CANCELED'): StepError {
  const error = unconfirmedAt(step);
  return wanted === 'CANCELED'
    ? error
    : { ...error, message: `${error.message} Another attempt failed: ${wanted.message}` };
}

/** The error of a first comment that was canceled. */
const commentCanceled: StepError = {
  code: 'POST_CANCELED',
  message: 'The post was canceled before its first comment was sent.',
};

/** The error of a first comment that no run will send, because its run has ended. */
export const commentNotSent: StepError = {
  code: 'FIRST_COMMENT_NOT_SENT',
  message: 'Publishing ended before the first comment was sent. Retry the comment.',
};
export const partNotSent: StepError = {
  code: 'PART_NOT_SENT',
  message: 'Publishing ended before this part was sent. Retry the post, which goes on from here.',
};

/** The error of a part that was canceled. */
const partCanceled: StepError = {
  code: 'PART_NOT_SENT',
  message: 'The post was canceled before this part of it was sent.',
};

/** The error of a first comment that cannot be sent, because the id of the post to which it replies is unknown. */
export const commentImpossible: StepError = {
  code: 'FIRST_COMMENT_IMPOSSIBLE',
  message:
    'Punctual does not know the id of the post on the platform, so the first comment was not sent. Write it on the platform.',
};
export const partImpossible: StepError = {
  code: 'PART_IMPOSSIBLE',
  message:
    'Punctual does not know the id of the part before on the platform, so this part was not sent. Write it on the platform.',
};

/**
 * The error of a target that fails because its account is TOKEN_EXPIRED, whichever call found that out. The platform's
 * own message is in the account's `lastError` and in the attempt that received it.
 */
export const deadGrant: StepError = {
  code: 'PLATFORM_AUTH_FAILED',
  message: 'The platform no longer accepts the authorization of this account. Connect the account again.',
};

/** Whether the platform refused this call as a duplicate. This call published nothing, but an earlier one may have. */
export function isDuplicate({ outcome, errorCode }: Pick<RecordedEnd, 'outcome' | 'errorCode'>): boolean {
  return outcome === 'AMBIGUOUS' && errorCode === 'DUPLICATE_CONTENT';
}

/** The error of a step whose call was refused as a duplicate, if no look-up found a post of ours. */
export function duplicateError({ errorMessage }: Pick<RecordedEnd, 'errorMessage'>): StepError {
  return {
    code: 'DUPLICATE_CONTENT',
    message:
      errorMessage ??
      'The platform says that this text was already posted, and does not show that it was this post.',
  };
}

/** The error of a step that ends without being known to be public (`endOf`). CANCELED: it has none. */
export function errorOfEnd(
  end: EndOfStep,
  {
    step,
    wanted,
    last,
  }: { step: PublishStep; wanted: StepError | 'CANCELED'; last: RecordedEnd | undefined },
): StepError | 'CANCELED' {
  switch (end) {
    case 'CALL_UNCONFIRMED':
      return last !== undefined && isDuplicate(last) ? duplicateError(last) : unconfirmedAt(step);
    case 'UNCONFIRMED':
      return unconfirmedAt(step);
    case 'EARLIER_UNCONFIRMED':
      return unconfirmedAnd(step, wanted);
    case 'CANCELED':
      return 'CANCELED';
    case 'FAILED':
      if (wanted !== 'CANCELED') return wanted;
      return isPartStep(step) ? partCanceled : commentCanceled;
  }
}

/** The error message for each reason. If a wait did not fit into the window, it states the window's length. */
const giveUpTexts: Record<GiveUpReason, (window: string) => string> = {
  RATE_LIMITED: (window) =>
    `The platform kept refusing requests because of a rate limit. Punctual tries for at most ${window}.`,
  PLATFORM_QUOTA_EXCEEDED: (window) =>
    `The quota or credits at the platform stayed used up. Punctual tries for at most ${window}.`,
  PLATFORM_UNAVAILABLE: (window) => `The platform stayed unreachable. Punctual tries for at most ${window}.`,
  NOT_READY_IN_TIME: () => 'The platform did not finish preparing it in time.',
  MEDIA_UNAVAILABLE: () => 'The media did not reach the platform in several attempts.',
  PLATFORM_AUTH_FAILED: () =>
    'The account’s access token has expired and could not be renewed. Try again, or connect the account again.',
  PUBLISH_WINDOW_MISSED: () =>
    'Other posts were ahead of this one until it was too late to publish it. Nothing was sent.',
  INTERNAL_ERROR: () => internalError.message,
};

export const internalError: StepError = {
  code: 'INTERNAL_ERROR',
  message: 'An internal error stopped publishing. The service’s log has the details.',
};

/** The error of a step for which the run gives up. `window`: how long it may take, in words. */
export function giveUpError(
  reason: GiveUpReason,
  window: string,
  { isGrantDead }: { isGrantDead: boolean },
): StepError {
  if (reason === deadGrant.code && isGrantDead) return deadGrant;
  return { code: reason, message: giveUpTexts[reason](window) };
}
