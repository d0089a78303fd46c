import { and, eq, isNotNull, sql } from 'drizzle-orm';
import type { Queryable } from '../../db/client.js';
import { billingAccounts, users } from '../../db/schema/index.js';
import { AppError } from '../../domain/errors.js';
import type { ServiceDeps } from '../shared/context.js';

export type BillingAccount = typeof billingAccounts.$inferSelect;
type BillingDeps = Pick<ServiceDeps, 'db' | 'clock' | 'billing'>;

export const billingUnavailable = (): AppError<'RETRY'> =>
  new AppError('RETRY', 'The payment processor gave no clear response. Try again.', {});

/** Returns the user's account with the payment processor. Creates it if there is none. */
export async function customerOf(
  deps: BillingDeps,
  userId: string,
): Promise<BillingAccount & { customerId: string }> {
  const known = await readBillingAccount(deps, userId);
  const customerId = known?.customerId ?? (await createCustomer(deps, userId, null));
  if (known?.customerId === customerId) return { ...known, customerId };
  await deps.db
    .insert(billingAccounts)
    .values({ userId, customerId, workspaceAddOns: 0, revision: 0, updatedAt: deps.clock.now() })
    .onConflictDoNothing();
  const stored = await readBillingAccount(deps, userId);
  if (stored === undefined) throw billingUnavailable();
  return { ...stored, customerId: stored.customerId ?? customerId };
}

/**
 * Creates a customer in place of one that the processor no longer has. The new customer pays for nothing yet, because
 * the former subscription has ended.
 */
export async function replaceCustomer(
  deps: BillingDeps,
  { userId, customerId: formerId }: { userId: string; customerId: string },
): Promise<BillingAccount & { customerId: string }> {
  const customerId = await createCustomer(deps, userId, formerId);
  await deps.db
    .update(billingAccounts)
    .set({
      customerId,
      subscriptionId: null,
      workspaceAddOns: 0,
      revision: sql`${billingAccounts.revision} + 1`,
      updatedAt: deps.clock.now(),
    })
    .where(and(eq(billingAccounts.userId, userId), eq(billingAccounts.customerId, formerId)));
  return customerOf(deps, userId);
}

async function createCustomer(
  { db, billing }: BillingDeps,
  userId: string,
  formerId: string | null,
): Promise<string> {
  const [user] = await db.select({ email: users.email }).from(users).where(eq(users.id, userId));
  if (user === undefined) throw new Error('A user who is not there cannot pay.');
  const customerId = await billing.createCustomer({ userId, email: user.email, formerId });
  if (customerId === null) throw billingUnavailable();
  return customerId;
}

export async function readBillingAccount(
  { db }: Pick<ServiceDeps, 'db'>,
  userId: string,
): Promise<BillingAccount | undefined> {
  const [row] = await db.select().from(billingAccounts).where(eq(billingAccounts.userId, userId));
  return row;
}

/**
 * Sets how many workspaces the user pays for. The idempotency key contains the revision, which changes with each
 * final response: a repeat after a crash is the same request to the processor, and one after a refusal is a new one.
 */
export async function payForWorkspaces(
  deps: BillingDeps,
  account: BillingAccount & { customerId: string },
  quantity: number,
): Promise<void> {
  const { userId, revision, customerId, subscriptionId, releasingUntil } = account;
  const now = deps.clock.now();
  if (releasingUntil !== null && releasingUntil > now) throw billingUnavailable();
  const idempotencyKey = `punctual:workspaces:${userId}:${revision}:${quantity}`;
  const result = await deps.billing.setWorkspaceAddOns({
    customerId,
    subscriptionId,
    quantity,
    idempotencyKey,
  });
  if (result.kind === 'UNCLEAR') {
    // Requests a release, so that the purchase is returned if it was made and the user does not try again.
    await requestRelease(deps.db, deps, userId);
    throw billingUnavailable();
  }
  const paid =
    result.kind === 'DONE' ? { workspaceAddOns: quantity, subscriptionId: result.subscriptionId } : {};
  const noted = await deps.db
    .update(billingAccounts)
    .set({ ...paid, revision: revision + 1, updatedAt: deps.clock.now() })
    .where(and(eq(billingAccounts.userId, userId), eq(billingAccounts.revision, revision)))
    .returning({ releaseDueAt: billingAccounts.releaseDueAt });
  // If another change ran in parallel, it is unknown which of the two reached the processor last, so a release has to
  // check. If a release was already due, it is postponed, so that the new room can be used first.
  if (noted[0]?.releaseDueAt !== null) await requestRelease(deps.db, deps, userId);
  if (result.kind === 'REFUSED') {
    throw new AppError(
      'WORKSPACE_BILLING_FAILED',
      'The charge for the add-on was declined. Correct the card under “Payment and invoices” (POST /workspaces/{id}/billing-sessions).',
      {
        stripeMessage: result.message,
      },
    );
  }
}

/** Leaves time to create the workspace that was just paid for, or to replace a deleted one. */
const releaseDelayMs = 60_000;

/**
 * Records that this user may pay for more workspaces than they have, so that the reconciler reports it to the
 * processor. Call it in the transaction that removes the workspace, so that the release cannot be lost.
 */
export async function requestRelease(
  q: Queryable,
  { clock }: Pick<ServiceDeps, 'clock'>,
  userId: string,
): Promise<void> {
  const releaseDueAt = new Date(clock.now().getTime() + releaseDelayMs);
  await q
    .update(billingAccounts)
    .set({ releaseDueAt })
    .where(and(eq(billingAccounts.userId, userId), isNotNull(billingAccounts.customerId)));
}
