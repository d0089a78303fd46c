import { and, desc, eq, lte } from 'drizzle-orm';
import type { Queryable, Tx } from '../../db/client.js';
import { publications, publishAttempts } from '../../db/schema/index.js';
import type { JsonObject } from '../../domain/json.js';
import type { PublishGuarantee } from '../../domain/platforms.js';
import type { ServiceDeps } from '../shared/context.js';
import type { AttemptRow } from './last-attempts.js';

type AssumedCall = Pick<
  AttemptRow,
  'publicationId' | 'accountIdentity' | 'generation' | 'workflowId' | 'sentText' | 'startedAt'
>;

/** Inserts an attempt of unknown outcome after the last recorded one, for a call that may have been made. */
export async function insertAssumed(
  tx: Tx,
  deps: ServiceDeps,
  last: AttemptRow | undefined,
  call: AssumedCall,
  outcome: 'AMBIGUOUS' | 'UNCONFIRMED' = 'AMBIGUOUS',
): Promise<void> {
  const { publicationId, accountIdentity, generation, workflowId, sentText, startedAt } = call;
  await tx.insert(publishAttempts).values({
    id: deps.newId('attempt'),
    publicationId,
    accountIdentity,
    generation,
    number: (last?.number ?? 0) + 1,
    workflowId,
    sentText,
    startedAt,
    outcome,
    finishedAt: deps.clock.now(),
    assumed: true,
  });
}

/** The last attempt that a look-up did not find on a platform where that proves nothing, if there is one. */
export async function unprovenBefore(q: Queryable, last: AttemptRow): Promise<AttemptRow | undefined> {
  const { errorCode, number, outcome, publicationId } = publishAttempts;
  const [row] = await q
    .select()
    .from(publishAttempts)
    .where(
      and(
        eq(publicationId, last.publicationId),
        lte(number, last.number),
        eq(outcome, 'ABSENT'),
        eq(errorCode, 'PUBLISH_UNCONFIRMED'),
      ),
    )
    .orderBy(desc(number))
    .limit(1);
  return row;
}

/** Inserts an unconfirmed attempt in place of an unproven absence, because later calls failed: a retry looks first. */
export async function askAgain(
  tx: Tx,
  deps: ServiceDeps,
  last: AttemptRow,
  unproven: AttemptRow,
): Promise<void> {
  await insertAssumed(tx, deps, last, unproven, 'UNCONFIRMED');
  // The stored state belongs to a later call, so a look-up must not use it.
  await tx.update(publications).set({ prepared: null }).where(eq(publications.id, last.publicationId));
}

/**
 * The parts of a stored state that are still usable if the database may lack a later call. A container can be published
 * once, and a response belongs to one call, so both might belong to a different call and are dropped. A key never
 * changes, and any call may use uploaded media.
 */
export function stateWithoutCalls(
  guarantee: PublishGuarantee | undefined,
  state: JsonObject | null,
): JsonObject | null {
  switch (guarantee) {
    case 'queryable':
      return null;
    case 'blind':
      return state?.['media'] === undefined ? null : { media: state['media'] };
    case 'keyed':
    case undefined:
      return state;
  }
}
