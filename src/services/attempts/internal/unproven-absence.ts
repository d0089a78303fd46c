import { and, desc, eq, lte } from 'drizzle-orm';
import type { Queryable, Tx } from '../../../db/client.js';
import { publishAttempts, targets } from '../../../db/schema/index.js';
import type { PublishStep } from '../../../domain/workflow-contract.js';
import type { ServiceDeps } from '../../shared/context.js';
import { insertAssumed } from '../assume-attempt.js';
import type { AttemptRow } from '../last-attempts.js';

/** The unproven absence that earlier calls left behind, if there is one. */
export async function unprovenBefore(q: Queryable, last: AttemptRow): Promise<AttemptRow | undefined> {
  const { errorCode, number, outcome, step, targetId } = publishAttempts;
  const [row] = await q
    .select()
    .from(publishAttempts)
    .where(
      and(
        eq(targetId, last.targetId),
        eq(step, last.step),
        lte(number, last.number),
        eq(outcome, 'ABSENT'),
        eq(errorCode, 'PUBLISH_UNCONFIRMED'),
      ),
    )
    .orderBy(desc(number))
    .limit(1);
  return row;
}

/** Later calls have failed, so the absence is an open question again, and a retry looks first. */
export async function askAgain(
  tx: Tx,
  deps: ServiceDeps,
  step: PublishStep,
  last: AttemptRow,
  unproven: AttemptRow,
): Promise<void> {
  await insertAssumed(tx, deps, last, unproven, 'UNCONFIRMED');
  // The stored state was prepared for a later call.
  await tx
    .update(targets)
    .set(step === 'POST' ? { postState: null } : { commentState: null })
    .where(eq(targets.id, last.targetId));
}
