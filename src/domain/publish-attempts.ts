import type { TargetErrorCode } from './target-errors.js';

/**
 * How an attempt ended. A look-up later settles AMBIGUOUS into PUBLISHED, ABSENT or UNCONFIRMED. No outcome means
 * that the call is running or that its worker was lost.
 */
export const attemptOutcomes = [
  'PUBLISHED',
  'REJECTED',
  'AUTH_EXPIRED',
  'RATE_LIMITED',
  'NOT_SENT',
  'PREPARE_AGAIN',
  'AMBIGUOUS',
  'ABSENT',
  'UNCONFIRMED',
] as const;
export type AttemptOutcome = (typeof attemptOutcomes)[number];

/** Whether an attempt with this outcome may have published something. Undefined: there was no attempt. */
export function isOutcomeOpen(lastOutcome: AttemptOutcome | null | undefined): boolean {
  return nextMove(lastOutcome) === 'LOOK_UP';
}

/**
 * The next action that the attempts so far allow: a new call, a look-up first, or nothing because the post is public.
 * This decision keeps a target from being published twice.
 */
export function nextMove(
  lastOutcome: AttemptOutcome | null | undefined,
): 'CALL' | 'LOOK_UP' | 'ALREADY_PUBLISHED' {
  switch (lastOutcome) {
    case null:
    case 'AMBIGUOUS':
    case 'UNCONFIRMED':
      return 'LOOK_UP';
    case 'PUBLISHED':
      return 'ALREADY_PUBLISHED';
    case undefined:
    case 'REJECTED':
    case 'AUTH_EXPIRED':
    case 'RATE_LIMITED':
    case 'NOT_SENT':
    case 'PREPARE_AGAIN':
    case 'ABSENT':
      return 'CALL';
  }
}

/** The error of a step that did not end in time, by its last attempt's outcome. Open attempts are looked up first. */
const lateCodes = {
  PUBLISHED: 'INTERNAL_ERROR',
  // A rejection ends its run, so the late run is a later one, which has not called the platform.
  REJECTED: 'PUBLISH_WINDOW_MISSED',
  AUTH_EXPIRED: 'PLATFORM_AUTH_FAILED',
  RATE_LIMITED: 'RATE_LIMITED',
  NOT_SENT: 'PLATFORM_UNAVAILABLE',
  PREPARE_AGAIN: 'NOT_READY_IN_TIME',
  AMBIGUOUS: 'INTERNAL_ERROR',
  ABSENT: 'PUBLISH_WINDOW_MISSED',
  UNCONFIRMED: 'INTERNAL_ERROR',
} as const satisfies Record<AttemptOutcome, TargetErrorCode>;

/** Undefined: there was no attempt. */
export function lateCodeOf(lastOutcome: AttemptOutcome | null | undefined): TargetErrorCode {
  if (lastOutcome === undefined) return 'PUBLISH_WINDOW_MISSED';
  return lastOutcome === null ? 'INTERNAL_ERROR' : lateCodes[lastOutcome];
}
