import { and, eq, inArray, isNull, or } from 'drizzle-orm';
import type { Tx } from '../../db/client.js';
import { publishAttempts } from '../../db/schema/index.js';
import type { ServiceDeps } from '../shared/context.js';
import { attemptEnd, type AttemptEnd } from '../publishing/internal/outcome-fields.js';

/**
 * Writes how an attempt ended, and gives its number; undefined where its end is known already. An unclear end never
 * takes the place of another one, and only PUBLISHED takes the place of what was known.
 */
export async function closeAttempt(
  tx: Tx,
  deps: ServiceDeps,
  attemptId: string,
  end: AttemptEnd,
): Promise<number | undefined> {
  const isOpen =
    end.outcome === 'AMBIGUOUS'
      ? isNull(publishAttempts.outcome)
      : or(isNull(publishAttempts.outcome), inArray(publishAttempts.outcome, ['AMBIGUOUS', 'UNCONFIRMED']));
  const [row] = await tx
    .update(publishAttempts)
    .set(attemptEnd(deps, end))
    .where(and(eq(publishAttempts.id, attemptId), end.outcome === 'PUBLISHED' ? undefined : isOpen))
    .returning({ number: publishAttempts.number });
  return row?.number;
}
