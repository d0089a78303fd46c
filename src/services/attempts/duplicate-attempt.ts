import { and, eq, inArray, isNull, min, or } from 'drizzle-orm';
import type { Queryable } from '../../db/client.js';
import { publishAttempts } from '../../db/schema/index.js';
import type { JsonObject } from '../../domain/json.js';
import { isDuplicate } from '../../domain/step-errors.js';
import type { AttemptRow } from './last-attempts.js';

// A platform may refuse a call because the account has already published the same text. That post is ours if an earlier
// call of ours succeeded and its response was lost. Otherwise the text was published without Punctual.

/** Removes `duplicateOf`, the id of the existing post that the platform named when it refused the call. */
export function withoutDuplicateOf(state: JsonObject | null): JsonObject | null {
  if (state === null) return null;
  return Object.fromEntries(Object.entries(state).filter(([name]) => name !== 'duplicateOf'));
}

/**
 * The time at which the first call began that may have published the post. That is the attempt's own call. If the
 * platform refused it as a duplicate, it is the publication's earliest call that is not known to have failed.
 */
export async function firstCallInDoubtAt(q: Queryable, attempt: AttemptRow): Promise<Date> {
  if (!isDuplicate(attempt)) return attempt.startedAt;
  const { outcome, startedAt, publicationId } = publishAttempts;
  const [row] = await q
    .select({ at: min(startedAt) })
    .from(publishAttempts)
    .where(
      and(
        eq(publicationId, attempt.publicationId),
        or(isNull(outcome), inArray(outcome, ['AMBIGUOUS', 'ABSENT', 'UNCONFIRMED'])),
      ),
    );
  return row?.at ?? attempt.startedAt;
}
