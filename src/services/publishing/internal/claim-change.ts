import { and, count, eq, inArray, isNotNull, isNull, sql } from 'drizzle-orm';
import type { Tx } from '../../../db/client.js';
import { changeAttempts, changes, publications, socialAccounts } from '../../../db/schema/index.js';
import { startedChangeStatuses } from '../../../domain/changes.js';
import type { SendBefore } from '../../../egress/safe-fetch.js';
import { identityOf } from '../../attempts/account-identity.js';
import type { ServiceDeps } from '../../shared/context.js';
import { persist } from '../../shared/rows/persist.js';
import type { LoadedChange } from './load-change.js';
import { sendBeforeOf } from './send-before.js';

/** A claimed call, whose attempt row is written. */
export interface ClaimedChange {
  attemptId: string;
  number: number;
  sendBefore: SendBefore;
}

/**
 * Claims the right to make one mutating call. The row of its attempt is committed before the call, so that a run that
 * continues after a loss knows of it. STALE: something has changed since the load. CLOSED: the change no longer belongs
 * to this run.
 */
export async function claimChange(
  deps: ServiceDeps,
  loaded: LoadedChange,
  workflowId: string,
): Promise<ClaimedChange | 'STALE' | 'CLOSED'> {
  const { change, row, account, attempts } = loaded;
  const attemptId = deps.newId('changeAttempt');
  const number = (attempts.at(-1)?.number ?? 0) + 1;
  return persist(deps, () => {
    const startedAt = deps.clock.now();
    const sendBefore = sendBeforeOf(deps, startedAt);
    return deps.db.transaction(async (tx) => {
      if (!(await lockChange(tx, change.id, workflowId))) return 'CLOSED';
      // A repeat after a lost response of the database finds its own row.
      const isOwn = (await tx.$count(changeAttempts, eq(changeAttempts.id, attemptId))) > 0;
      if (!isOwn && !(await isAsLoaded(tx, loaded))) return 'STALE';
      if (!isOwn) {
        await tx.insert(changeAttempts).values({
          id: attemptId,
          changeId: change.id,
          publicationId: row.id,
          number,
          workflowId,
          accountIdentity: identityOf(account),
          startedAt,
        });
        await tx
          .update(changes)
          .set({ status: 'RUNNING', attemptCount: sql`${changes.attemptCount} + 1`, updatedAt: startedAt })
          .where(eq(changes.id, change.id));
      }
      return { attemptId, number, sendBefore };
    });
  });
}

/** Locks the change. False if it has ended, or belongs to another run. */
async function lockChange(tx: Tx, changeId: string, workflowId: string): Promise<boolean> {
  const rows = await tx
    .select({ id: changes.id })
    .from(changes)
    .where(
      and(
        eq(changes.id, changeId),
        eq(changes.runId, workflowId),
        inArray(changes.status, startedChangeStatuses),
      ),
    )
    .for('update');
  return rows.length > 0;
}

/** Whether no other call was claimed, and the publication and its account have not changed since they were loaded. */
async function isAsLoaded(tx: Tx, { change, row, account, attempts }: LoadedChange): Promise<boolean> {
  const [claimed] = await tx
    .select({ attempts: count() })
    .from(changeAttempts)
    .where(eq(changeAttempts.changeId, change.id));
  if (claimed?.attempts !== attempts.length) return false;
  const same = await tx
    .select({ id: publications.id })
    .from(publications)
    .innerJoin(socialAccounts, eq(socialAccounts.id, publications.socialAccountId))
    .where(
      and(
        eq(publications.id, row.id),
        eq(publications.externalPostId, row.externalPostId ?? ''),
        isNull(publications.takenDownAt),
        isNull(socialAccounts.deletedAt),
        isNotNull(socialAccounts.credentials),
        eq(socialAccounts.credentialsVersion, account.credentialsVersion),
      ),
    )
    .for('key share', { of: socialAccounts });
  return same.length > 0;
}
