import { AppError } from '../../domain/errors.js';
import type { Queryable } from '../../db/client.js';
import { recordAudit } from '../audit/record.js';
import { billingUnavailable, customerOf, replaceCustomer } from '../billing/accounts.js';
import { readPayer } from '../plan-limits/workspace-limit.js';
import { authorizeWorkspace, requireSession } from '../shared/rights/access.js';
import type { RequestContext } from '../shared/context.js';
import { checkReturnUrl } from '../shared/connecting/return-url.js';
import { holdRights } from '../shared/rights/rights-now.js';
import { lockWorkspace } from '../shared/rights/workspace-lock.js';

export interface CreateBillingSessionInput {
  workspaceId: string;
  /** The target of the link back on the payment provider's page. */
  returnUrl: string;
}

/**
 * Opens the payment provider's page for the paying owner. The page shows cards and invoices, so API keys are refused.
 */
export async function createBillingSession(
  ctx: RequestContext,
  { workspaceId, returnUrl }: CreateBillingSessionInput,
): Promise<{ url: string }> {
  const { userId } = requireSession(ctx);
  authorizeWorkspace(ctx.reach, workspaceId, 'manageBilling');
  if (!ctx.billing.enabled)
    throw new AppError('NOT_FOUND', 'This installation sells nothing, so there is no payment page.', {});
  await requirePayer(ctx.db, workspaceId, userId);
  checkReturnUrl(ctx.connect, returnUrl);
  const url = await openPage(ctx, userId, returnUrl);
  await ctx.db.transaction(async (tx) => {
    const { name } = await lockWorkspace(tx, workspaceId);
    await holdRights(tx, ctx, workspaceId, 'manageBilling');
    await requirePayer(tx, workspaceId, userId);
    const subject = { id: workspaceId, name };
    await recordAudit(tx, ctx, { workspaceId, action: 'billing.session_created', subject });
  });
  return { url };
}

async function openPage(ctx: RequestContext, userId: string, returnUrl: string): Promise<string> {
  const account = await customerOf(ctx, userId);
  let page = await ctx.billing.openPage({ customerId: account.customerId, returnUrl });
  if (page.kind === 'NO_CUSTOMER') {
    const { customerId: formerId, subscriptionId } = account;
    const { customerId } = await replaceCustomer(ctx, account);
    ctx.log.warn(
      { formerId, subscriptionId, customerId },
      'a customer of the payment processor was replaced',
    );
    page = await ctx.billing.openPage({ customerId, returnUrl });
  }
  if (page.kind === 'OPEN') return page.url;
  throw billingUnavailable();
}

async function requirePayer(q: Queryable, workspaceId: string, userId: string): Promise<void> {
  if ((await readPayer(q, workspaceId)) === userId) return;
  const message =
    'Only the owner who pays can open the payment page. That is the owner who has been in the workspace longest.';
  throw new AppError('INSUFFICIENT_ROLE', message, {});
}
