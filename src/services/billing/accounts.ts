import { and, eq } from 'drizzle-orm';
import { billingAccounts, users } from '../../db/schema/index.js';
import { AppError } from '../../domain/errors.js';
import type { ServiceDeps } from '../context.js';

export type BillingAccount = typeof billingAccounts.$inferSelect;
type BillingDeps = Pick<ServiceDeps, 'db' | 'clock' | 'billing'>;

export const billingUnavailable = (): AppError<'RETRY'> =>
  new AppError('RETRY', 'The payment processor gave no clear answer. Try again.', {});

/** The user's account with the payment processor, made where there is none. */
export async function customerOf(
  deps: BillingDeps,
  userId: string,
): Promise<BillingAccount & { customerId: string }> {
  const known = await readBillingAccount(deps, userId);
  const customerId = known?.customerId ?? (await createCustomer(deps, userId));
  if (known?.customerId === customerId) return { ...known, customerId };
  await deps.db
    .insert(billingAccounts)
    .values({ userId, customerId, workspaceAddOns: 0, revision: 0, updatedAt: deps.clock.now() })
    .onConflictDoNothing();
  const stored = await readBillingAccount(deps, userId);
  if (stored === undefined) throw billingUnavailable();
  return { ...stored, customerId: stored.customerId ?? customerId };
}

async function createCustomer({ db, billing }: BillingDeps, userId: string): Promise<string> {
  const [user] = await db.select({ email: users.email }).from(users).where(eq(users.id, userId));
  if (user === undefined) throw new Error('A user who is not there cannot pay.');
  const customerId = await billing.createCustomer({ userId, email: user.email });
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
 * Sets how many workspaces the user pays for. The idempotency key holds the revision, which changes with each final
 * answer: a repeat after a crash is the same request to the processor, and one after a refusal is a new one.
 */
export async function payForWorkspaces(
  deps: BillingDeps,
  account: BillingAccount & { customerId: string },
  quantity: number,
): Promise<void> {
  const { userId, revision, customerId, subscriptionId } = account;
  const idempotencyKey = `punctual:workspaces:${userId}:${revision}:${quantity}`;
  const result = await deps.billing.setWorkspaceAddOns({
    customerId,
    subscriptionId,
    quantity,
    idempotencyKey,
  });
  if (result.kind === 'UNCLEAR') throw billingUnavailable();
  const paid =
    result.kind === 'DONE' ? { workspaceAddOns: quantity, subscriptionId: result.subscriptionId } : {};
  await deps.db
    .update(billingAccounts)
    .set({ ...paid, revision: revision + 1, updatedAt: deps.clock.now() })
    .where(and(eq(billingAccounts.userId, userId), eq(billingAccounts.revision, revision)));
  if (result.kind === 'REFUSED') {
    throw new AppError('WORKSPACE_BILLING_FAILED', 'The charge for the add-on was refused.', {
      stripeMessage: result.message,
    });
  }
}
