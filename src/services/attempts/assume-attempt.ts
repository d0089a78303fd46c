import type { Tx } from '../../db/client.js';
import { publishAttempts } from '../../db/schema/index.js';
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
