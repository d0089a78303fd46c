import type { FailureKind } from './failure-meanings.js';
import type { PublishGuarantee } from './platforms.js';
import type { AttemptOutcome } from './publish-attempts.js';
import { absencesToCommitAgain, duplicateAbsencesMax, lostAttemptAgeMsMin } from './publish-ladders.js';
import type { LookupOutcome } from './timeline.js';
import type { LookupResult } from './workflow-contract.js';

/** A look-up that did not find the post, with everything that is needed to interpret it. */
export interface FruitlessLookup {
  /** The platform's answer: `nothing` if it could not be asked or its answer was not about the call. */
  said: 'absent' | 'processing' | 'refused' | 'nothing';
  /** How much an absence proves. Null if the platform could not be asked. */
  guarantee: PublishGuarantee | null;
  attempt: LookedUpAttempt;
  /** Whether the user accepted a possible duplicate of the post. */
  hasConsent: boolean;
  isCancelRequested: boolean;
  askedAtMs: number;
  /** The number of earlier look-ups of this series, in a row, that did not find it. */
  absencesBefore: number;
  /** Whether this is the last look-up of its series. */
  isLast: boolean;
  /** Whether the run's deadline has passed, so that not even a platform that is still processing is asked again. */
  isOver: boolean;
}

export interface LookedUpAttempt {
  /** Null if the worker reported no end of the call. */
  outcome: AttemptOutcome | null;
  /** Whether the attempt was inserted for a call that may be missing in the database. */
  isAssumed: boolean;
  /** Whether the platform refused the call as a repeat. */
  isDuplicate: boolean;
  startedAtMs: number;
}

/** Decides the meaning of a look-up that did not find the post for its attempt. */
export function verdictOf(lookup: FruitlessLookup): Exclude<LookupOutcome, 'FOUND'> {
  const { said, guarantee, attempt, isLast, isOver } = lookup;
  if (said === 'refused') return 'REFUSED';
  if (said === 'processing' && !isOver) return 'PROCESSING';
  const isAbsent = said === 'absent';
  const mayComeLater = mightStillBeSent(lookup);
  if (isAbsent && guarantee !== null && !mayComeLater) {
    // A new call would be refused as a repeat again, so it is not permitted.
    if (lookup.absencesBefore + 1 >= absencesNeeded(lookup, guarantee)) {
      return attempt.isDuplicate ? 'UNCONFIRMED' : 'ABSENT';
    }
  }
  const wasSettled = attempt.outcome === 'UNCONFIRMED' && isAbsent && !mayComeLater;
  if (isLast || wasSettled) return 'UNCONFIRMED';
  return isAbsent ? 'NOT_SEEN' : 'UNKNOWN';
}

/**
 * How many times in a row the platform must say "absent" before a new call is permitted. One time is enough for an
 * attempt that a whole series of look-ups left unconfirmed. It is also enough if the user accepted a possible
 * duplicate, unless a cancel was requested since: a step that may be public must not end as CANCELED.
 */
function absencesNeeded(
  { attempt, hasConsent, isCancelRequested }: FruitlessLookup,
  guarantee: PublishGuarantee,
): number {
  const needed = absencesToCommitAgain[guarantee];
  if (attempt.isDuplicate) return Math.min(needed, duplicateAbsencesMax);
  // An assumed attempt has had no series of look-ups, but a user who consented after it was written knew about it.
  const isOld = attempt.outcome === 'UNCONFIRMED' || (attempt.isAssumed && hasConsent);
  if (!isOld) return needed;
  return (hasConsent && !isCancelRequested) || Number.isFinite(needed) ? 1 : needed;
}

/**
 * Whether the call may still be sent, because its worker reported no end and may only be frozen. An AMBIGUOUS attempt
 * has reported its end. On a keyed platform a late call cannot create a second post, but it could publish a post after
 * a cancel has ended it.
 */
function mightStillBeSent({ attempt, guarantee, isCancelRequested, askedAtMs }: FruitlessLookup): boolean {
  if (attempt.outcome === 'AMBIGUOUS') return false;
  if (guarantee === 'keyed' && !isCancelRequested) return false;
  return askedAtMs < attempt.startedAtMs + lostAttemptAgeMsMin;
}

/**
 * The meaning of each response for the call. A failed look-up means nothing, and neither does the post of another
 * attempt.
 */
export const saidBy: Readonly<
  Record<'found' | 'absent' | 'processing' | 'refused' | FailureKind, FruitlessLookup['said']>
> = {
  found: 'nothing',
  absent: 'absent',
  processing: 'processing',
  refused: 'refused',
  rejected: 'nothing',
  'auth-expired': 'nothing',
  'auth-revoked': 'nothing',
  'rate-limited': 'nothing',
  duplicate: 'nothing',
  'not-sent': 'nothing',
  ambiguous: 'nothing',
  'prepare-again': 'nothing',
  'upload-again': 'nothing',
};

/**
 * Returns the remaining guarantee: a platform that is queried by a container's id is like a blind one if the id is
 * lost.
 */
export function guaranteeLeft(guarantee: PublishGuarantee, hasState: boolean): PublishGuarantee {
  return guarantee === 'queryable' && !hasState ? 'blind' : guarantee;
}

/**
 * Whether a step that its look-ups leave unconfirmed fails as a repeat: the platform refused the call as one, and shows
 * no copy of ours.
 */
export function isForeignRepeat(
  { isDuplicate }: Pick<LookedUpAttempt, 'isDuplicate'>,
  said: FruitlessLookup['said'],
): boolean {
  return isDuplicate && said === 'absent';
}

/** The result for the workflow. `checkAfterMs`: when the platform wants to be asked again. */
export function lookupResultOf(lookup: LookupOutcome, checkAfterMs: number | null): LookupResult {
  switch (lookup) {
    case 'FOUND':
      return { kind: 'PUBLISHED' };
    case 'REFUSED':
      return { kind: 'FAILED' };
    case 'PROCESSING':
      return { kind: lookup, waitMs: checkAfterMs };
    default:
      return { kind: lookup };
  }
}
