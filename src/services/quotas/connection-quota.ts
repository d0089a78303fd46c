import { and, count, eq, inArray, isNull } from 'drizzle-orm';
import { socialAccounts, workspaces } from '../../db/schema/index.js';
import { AppError } from '../../domain/errors.js';
import { planOf } from '../../domain/plans.js';
import type { PlatformName } from '../../domain/platforms.js';
import { billingUnavailable, readBillingAccount } from '../billing/accounts.js';
import type { ServiceDeps } from '../shared/context.js';
import { payerOf } from './workspace-quota.js';

type ConnectionDeps = Pick<ServiceDeps, 'db' | 'billing' | 'platforms'>;

interface NewConnection {
  workspaceId: string;
  platform: PlatformName;
  /** Of the accounts, those that are connected already included; null: which one it will be is not known yet. */
  externalAccountIds: readonly string[] | null;
  sandbox: boolean;
}

/**
 * Before accounts are connected, outside of any transaction: whether whoever pays for the workspace must have a
 * card on file for them (spec, the codes that end in PAYMENT_METHOD_REQUIRED): for each account on some platforms, and
 * beyond a number on some plans. Only where something is sold, on a hosted plan, for accounts of a real platform that
 * are not connected already.
 */
export async function checkConnectionQuota(deps: ConnectionDeps, connection: NewConnection): Promise<void> {
  if (!deps.billing.enabled || connection.sandbox) return;
  const [home] = await deps.db
    .select({ plan: workspaces.plan, payerId: payerOf(connection.workspaceId) })
    .from(workspaces)
    .where(eq(workspaces.id, connection.workspaceId));
  if (home === undefined) return;
  const { hosted, connectionsWithoutCardMax: freeMax } = planOf(home.plan);
  if (!hosted) return;
  const newCount = await countNew(deps, connection);
  if (newCount === 0) return;
  const cardRefusal = deps.platforms.get(connection.platform)?.cardRefusal;
  const isBeyondFree =
    freeMax !== null && (await countConnections(deps, connection.workspaceId)) + newCount > freeMax;
  if (cardRefusal === undefined && !isBeyondFree) return;
  if (await hasCard(deps, home.payerId)) return;
  throw cardRefusal
    ? new AppError(cardRefusal.code, cardRefusal.message, {})
    : new AppError(
        'DEVELOPER_PAYMENT_METHOD_REQUIRED',
        'Connecting more accounts on this plan needs a card on file.',
        {},
      );
}

async function hasCard(deps: ConnectionDeps, payerId: string | null): Promise<boolean> {
  const account = payerId === null ? undefined : await readBillingAccount(deps, payerId);
  const customerId = account?.customerId ?? null;
  if (customerId === null) return false;
  const has = await deps.billing.hasPaymentMethod(customerId);
  if (has === null) throw billingUnavailable();
  return has;
}

async function countNew({ db }: ConnectionDeps, connection: NewConnection): Promise<number> {
  const { workspaceId, platform, externalAccountIds } = connection;
  if (externalAccountIds === null) return 1;
  const rows = await db
    .select({ id: socialAccounts.id })
    .from(socialAccounts)
    .where(
      and(
        eq(socialAccounts.workspaceId, workspaceId),
        eq(socialAccounts.platform, platform),
        inArray(socialAccounts.externalAccountId, [...externalAccountIds]),
        isNull(socialAccounts.deletedAt),
      ),
    );
  return externalAccountIds.length - rows.length;
}

async function countConnections({ db }: ConnectionDeps, workspaceId: string): Promise<number> {
  const [row] = await db
    .select({ connections: count() })
    .from(socialAccounts)
    .where(
      and(
        eq(socialAccounts.workspaceId, workspaceId),
        eq(socialAccounts.sandbox, false),
        isNull(socialAccounts.deletedAt),
      ),
    );
  return row?.connections ?? 0;
}
