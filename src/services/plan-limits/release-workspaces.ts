import { and, asc, eq, lte, sql } from 'drizzle-orm';
import type { Tx } from '../../db/client.js';
import { billingAccounts, users } from '../../db/schema/index.js';
import { planOf } from '../../domain/plans.js';
import type { AddOnOrder, ReleaseResult } from '../../billing/billing.js';
import type { ServiceDeps } from '../shared/context.js';
import { readStanding } from './workspace-limit.js';

type ReleaseDeps = Pick<ServiceDeps, 'db' | 'clock' | 'billing' | 'signUp' | 'log'>;

/** One account per sweep, because the processor may be slow and posts wait for the next sweep. */
const accountsAtOnceMax = 1;
/** How long one process may work on a release: longer than the processor may take to respond. */
const leaseMs = 120_000;
const unclearWaitMs = 5 * 60_000;
/** The wait after a refusal, which an operator has to resolve. */
const refusedWaitMs = 60 * 60_000;

/**
 * Tells the processor which payers use fewer workspaces than they pay for. `releaseDueAt` stays set until the processor
 * has agreed. Returns the number of accounts that were settled.
 */
export async function sweepReleases(deps: ReleaseDeps): Promise<number> {
  if (!deps.billing.enabled) return 0;
  const due = await deps.db
    .select({ userId: billingAccounts.userId })
    .from(billingAccounts)
    .where(lte(billingAccounts.releaseDueAt, deps.clock.now()))
    .orderBy(asc(billingAccounts.releaseDueAt))
    .limit(accountsAtOnceMax);
  let settled = 0;
  for (const { userId } of due) if (await release(deps, userId)) settled += 1;
  return settled;
}

interface Release {
  userId: string;
  revision: number;
  until: Date;
  order: AddOnOrder;
}

async function release(deps: ReleaseDeps, userId: string): Promise<boolean> {
  const begun = await deps.db.transaction((tx) => begin(tx, deps, userId));
  if (begun === null) return false;
  const result = await deps.billing.lowerWorkspaceAddOns(begun.order);
  await end(deps, begun, result);
  return result.kind === 'DONE';
}

/**
 * Begins a release. It removes the capacity before it calls the processor, under the lock that creations use, because a
 * workspace that is being returned must not be used. The new revision invalidates the result of a purchase that began
 * earlier.
 */
async function begin(tx: Tx, deps: ReleaseDeps, userId: string): Promise<Release | null> {
  const now = deps.clock.now();
  await tx.select({ id: users.id }).from(users).where(eq(users.id, userId)).for('update');
  const { plan, owned } = await readStanding(deps, tx, userId);
  const [account] = await tx
    .select()
    .from(billingAccounts)
    .where(and(eq(billingAccounts.userId, userId), lte(billingAccounts.releaseDueAt, now)))
    .for('update');
  // Another process is handling the release, or it was postponed.
  if (account === undefined || account.customerId === null) return null;
  const needed = Math.max(0, owned - (planOf(plan).workspacesIncluded ?? owned));
  const quantity = Math.min(account.workspaceAddOns, needed);
  const revision = account.revision + 1;
  const until = new Date(now.getTime() + leaseMs);
  await tx
    .update(billingAccounts)
    .set({ workspaceAddOns: quantity, revision, releaseDueAt: until, releasingUntil: until, updatedAt: now })
    .where(eq(billingAccounts.userId, userId));
  const { customerId, subscriptionId } = account;
  const idempotencyKey = `punctual:workspaces:${userId}:${revision}:${quantity}`;
  return { userId, revision, until, order: { customerId, subscriptionId, quantity, idempotencyKey } };
}

async function end(
  deps: ReleaseDeps,
  { userId, revision, until }: Release,
  result: ReleaseResult,
): Promise<void> {
  const waitMs = { DONE: null, UNCLEAR: unclearWaitMs, REFUSED: refusedWaitMs }[result.kind];
  const nextAt = waitMs === null ? null : new Date(deps.clock.now().getTime() + waitMs).toISOString();
  if (waitMs !== null) {
    deps.log.error(
      { userId, outcome: result.kind },
      'a payer pays for workspaces that are gone; tried again later',
    );
  }
  const { releaseDueAt } = billingAccounts;
  await deps.db
    .update(billingAccounts)
    .set({
      ...(result.kind === 'DONE' ? { subscriptionId: result.subscriptionId } : {}),
      releasingUntil: null,
      // If the release became due again in the meantime, its new due time stays.
      releaseDueAt: sql`case when ${releaseDueAt} = ${until.toISOString()}::timestamptz
        then ${nextAt}::timestamptz else ${releaseDueAt} end`,
    })
    .where(and(eq(billingAccounts.userId, userId), eq(billingAccounts.revision, revision)));
}
