import { and, eq, inArray, isNull } from 'drizzle-orm';
import type { Queryable, Tx } from '../../db/client.js';
import { socialAccounts, workspaces } from '../../db/schema/index.js';
import { AppError } from '../../domain/errors.js';
import { workspaceCountsMax } from '../../domain/limits.js';
import { howToAddCard } from '../../domain/payment-page.js';
import { planOf, type PlanName } from '../../domain/plans.js';
import type { PlatformName } from '../../domain/platforms.js';
import { billingUnavailable, readBillingAccount } from '../billing/accounts.js';
import type { ServiceDeps } from '../shared/context.js';
import { requireCount } from '../shared/limits/count-limit.js';
import { payerOf } from './workspace-limit.js';

type ConnectionDeps = Pick<ServiceDeps, 'db' | 'billing' | 'platforms'>;

interface NewConnection {
  workspaceId: string;
  platform: PlatformName;
  /**
   * The platform's ids of the accounts, including ones that are already connected. Null if the account is not known
   * yet.
   */
  externalAccountIds: readonly string[] | null;
  sandbox: boolean;
}

/**
 * The accounts that may be connected. `any`: all of them. `free`: those that need no card. `known`: those that are
 * already connected, on a platform whose accounts all need a card. `free` and `known` must be claimed under the
 * workspace's lock.
 */
export type ConnectionRoom = 'any' | 'free' | 'known';

/**
 * Checks, before accounts are connected and outside every transaction, whether the payer of the workspace must have a
 * card on file (docs/contract.md, "Plans"). Some platforms need one for each account, and some plans need one beyond a
 * number of accounts. It applies only on hosted plans of an installation that sells something, and to real accounts
 * that are not connected yet. Call `claimConnections` in the transaction afterwards.
 */
export async function checkConnectionLimit(
  deps: ConnectionDeps,
  connection: NewConnection,
): Promise<ConnectionRoom> {
  if (!deps.billing.enabled || connection.sandbox) return 'any';
  const [home] = await deps.db
    .select({ plan: workspaces.plan, payerId: payerOf(connection.workspaceId) })
    .from(workspaces)
    .where(eq(workspaces.id, connection.workspaceId));
  if (home === undefined || !planOf(home.plan).hosted) return 'any';
  const cardRefusal = deps.platforms.get(connection.platform)?.cardRefusal;
  const room = cardRefusal === undefined ? 'free' : 'known';
  if (!(await needsCard(deps.db, connection, { room, plan: home.plan }))) return room;
  if (await hasCard(deps, home.payerId)) return 'any';
  throw cardRefusal
    ? new AppError(cardRefusal.code, cardRefusal.message, {})
    : new AppError(
        'DEVELOPER_PAYMENT_METHOD_REQUIRED',
        `To connect more accounts on this plan, a payment card must be on file. ${howToAddCard}`,
        {},
      );
}

/**
 * Repeats the count for accounts that `checkConnectionLimit` allowed without a card, so that parallel requests cannot
 * connect too many. Call it in the connecting transaction, with the workspace locked. It calls no payment processor.
 */
export async function claimConnections(
  tx: Tx,
  connection: NewConnection,
  { room, plan }: { room: ConnectionRoom; plan: PlanName },
): Promise<void> {
  await requireAccountRoom(tx, connection);
  if (room === 'any' || !planOf(plan).hosted || !(await needsCard(tx, connection, { room, plan }))) return;
  throw new AppError('RETRY', 'Other accounts were connected at the same moment. Try again.', {});
}

/** Checks the limit of accounts that applies to every workspace, whatever its plan. Sandbox accounts count as well. */
async function requireAccountRoom(tx: Tx, connection: NewConnection): Promise<void> {
  const newCount = await countNew(tx, connection);
  if (newCount === 0) return;
  const connected = await countAccounts(tx, connection.workspaceId);
  requireCount({
    wanted: connected + newCount,
    max: workspaceCountsMax.socialAccounts,
    owner: 'A workspace',
    things: 'connected accounts',
    code: 'too_many_accounts',
    path: '',
  });
}

export async function countAccounts(q: Queryable, workspaceId: string): Promise<number> {
  return q.$count(
    socialAccounts,
    and(eq(socialAccounts.workspaceId, workspaceId), isNull(socialAccounts.deletedAt)),
  );
}

async function needsCard(
  q: Queryable,
  connection: NewConnection,
  { room, plan }: { room: 'free' | 'known'; plan: PlanName },
): Promise<boolean> {
  const newCount = await countNew(q, connection);
  if (newCount === 0) return false;
  if (room === 'known') return true;
  const { connectionsWithoutCardMax: freeMax } = planOf(plan);
  return freeMax !== null && (await countConnections(q, connection.workspaceId)) + newCount > freeMax;
}

async function hasCard(deps: ConnectionDeps, payerId: string | null): Promise<boolean> {
  const account = payerId === null ? undefined : await readBillingAccount(deps, payerId);
  const customerId = account?.customerId ?? null;
  if (customerId === null) return false;
  const has = await deps.billing.hasPaymentMethod(customerId);
  if (has === null) throw billingUnavailable();
  return has;
}

async function countNew(q: Queryable, connection: NewConnection): Promise<number> {
  const { workspaceId, platform, externalAccountIds } = connection;
  if (externalAccountIds === null) return 1;
  const rows = await q
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

async function countConnections(q: Queryable, workspaceId: string): Promise<number> {
  const { workspaceId: ofWorkspace, sandbox, deletedAt } = socialAccounts;
  return q.$count(socialAccounts, and(eq(ofWorkspace, workspaceId), eq(sandbox, false), isNull(deletedAt)));
}
