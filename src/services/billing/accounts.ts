import { and, eq, isNotNull, sql } from 'drizzle-orm';
import type { Queryable } from '../../db/client.js';
import { billingAccounts, users } from '../../db/schema/index.js';
import { AppError } from '../../domain/errors.js';
import type { ServiceDeps } from '../shared/context.js';

export type BillingAccount = typeof billingAccounts.$inferSelect;
type BillingDeps = Pick<ServiceDeps, 'db' | 'clock' | 'billing'>;

export const billingUnavailable = (): AppError<'RETRY'> =>
  new AppError('RETRY', 'The payment processor gave no clear response. Try again.', {});

/** The user's account with the payment processor. Creates it if there is none. */
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
 * Another customer in place of one that the processor no longer has. Nothing is paid for by it: its subscription has
 * ended with it.
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
    // If there is no further try, a purchase that may have happened is returned.
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
  // Beside another change: which of the two reached the processor last is not known. Or the new room is to be used yet.
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

/** Long enough for a workspace that was just paid for to be created, and for one to be made in place of another. */
const releaseDelayMs = 60_000;

/**
 * Writes down that this user may pay for more than they have, and that the processor has to be told: in the transaction
 * that takes the workspace away, so that it is neither forgotten nor in the way. The reconciler does it.
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
