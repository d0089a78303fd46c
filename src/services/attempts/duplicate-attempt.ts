import { and, eq, inArray, isNull, min, or } from 'drizzle-orm';
import type { Queryable } from '../../db/client.js';
import { publishAttempts } from '../../db/schema/index.js';
import type { JsonObject } from '../../domain/json.js';
import type { StepError } from './close-attempt.js';
import type { AttemptRow } from './last-attempts.js';

// A platform may refuse a call because the account has published the same before: perhaps an earlier call of ours did.

/** The number of look-ups without a copy of ours after which the text came from elsewhere, or our copy is hidden. */
export const duplicateAbsencesMax = 2;

/** Whether the platform refused the call as a repeat. The call made nothing public; an earlier one may have. */
export function isDuplicate({ outcome, errorCode }: AttemptRow): boolean {
  return outcome === 'AMBIGUOUS' && errorCode === 'DUPLICATE_CONTENT';
}

/**
 * Removes `duplicateOf`, the id of the post that the platform named when it refused the call as a duplicate. That post
 * can be ours only if an earlier call may have made it.
 */
export function withoutDuplicateOf(state: JsonObject | null): JsonObject | null {
  if (state === null) return null;
  return Object.fromEntries(Object.entries(state).filter(([name]) => name !== 'duplicateOf'));
}

/** The error of a step whose call was refused as a repeat, if our own copy cannot be found. */
export function duplicateError({ errorMessage }: AttemptRow): StepError {
  return {
    code: 'DUPLICATE_CONTENT',
    message:
      errorMessage ??
      'The platform says that this text was already posted, and does not show that it was this post.',
  };
}

/**
 * When the first call began that may have published the post. For a refused repeat, this is the earliest attempt whose
 * outcome was never certain, if there is one.
 */
export async function firstPossibleAt(q: Queryable, attempt: AttemptRow): Promise<Date> {
  if (!isDuplicate(attempt)) return attempt.startedAt;
  const { outcome, startedAt, targetId, step } = publishAttempts;
  const [row] = await q
    .select({ at: min(startedAt) })
    .from(publishAttempts)
    .where(
      and(
        eq(targetId, attempt.targetId),
        eq(step, attempt.step),
        or(isNull(outcome), inArray(outcome, ['AMBIGUOUS', 'ABSENT', 'UNCONFIRMED'])),
      ),
    );
  return row?.at ?? attempt.startedAt;
}
