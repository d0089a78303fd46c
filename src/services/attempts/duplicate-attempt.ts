import { and, eq, inArray, isNull, min, or } from 'drizzle-orm';
import type { Queryable } from '../../db/client.js';
import { publishAttempts } from '../../db/schema/index.js';
import type { JsonObject } from '../../domain/json.js';
import type { StepError } from './close-attempt.js';
import type { AttemptRow } from './last-attempts.js';

// A platform may refuse a call because the account has already published the same text. That post is ours if an earlier
// call of ours succeeded and its response was lost. Otherwise the text was published without Punctual.

/** Whether the platform refused this call as a duplicate. This call published nothing, but an earlier one may have. */
export function isDuplicate({ outcome, errorCode }: AttemptRow): boolean {
  return outcome === 'AMBIGUOUS' && errorCode === 'DUPLICATE_CONTENT';
}

/** Removes `duplicateOf`, the id of the existing post that the platform named when it refused the call. */
export function withoutDuplicateOf(state: JsonObject | null): JsonObject | null {
  if (state === null) return null;
  return Object.fromEntries(Object.entries(state).filter(([name]) => name !== 'duplicateOf'));
}

/** The error of a step whose call was refused as a duplicate, if no look-up found a post of ours. */
export function duplicateError({ errorMessage }: AttemptRow): StepError {
  return {
    code: 'DUPLICATE_CONTENT',
    message:
      errorMessage ??
      'The platform says that this text was already posted, and does not show that it was this post.',
  };
}

/**
 * When the first call began that may have published the post. That is the attempt's own call. If the platform refused it
 * as a duplicate, it is the step's earliest call that is not known to have failed.
 */
export async function firstCallInDoubtAt(q: Queryable, attempt: AttemptRow): Promise<Date> {
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
