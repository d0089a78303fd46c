/**
 * How an attempt ended. AMBIGUOUS is settled later, by a look-up, into PUBLISHED, ABSENT or UNCONFIRMED;
 * a missing outcome means that the call is under way or that its worker was lost.
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

/** Whether the call may have made something public, as far as anybody knows. Undefined: there was no call. */
export function isOutcomeOpen(lastOutcome: AttemptOutcome | null | undefined): boolean {
  return nextMove(lastOutcome) === 'LOOK_UP';
}

/**
 * What the attempts so far allow: a new call, a look at the platform first, or nothing because it is public.
 * This one decision is what keeps a target from being published twice.
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
