import { and, count, eq, isNull, ne, sql } from 'drizzle-orm';
import { union } from 'drizzle-orm/pg-core';
import type { Queryable, Tx } from '../../db/client.js';
import { billingAccounts, memberships, users, workspaces } from '../../db/schema/index.js';
import { AppError } from '../../domain/errors.js';
import { betterPlan, planOf, type PlanName } from '../../domain/plans.js';
import { customerOf, payForWorkspaces } from '../billing/accounts.js';
import type { ServiceDeps } from '../shared/context.js';
import { lockUser } from '../shared/rights/user-lock.js';

type WorkspaceLimitDeps = Pick<ServiceDeps, 'db' | 'clock' | 'billing' | 'signUp' | 'workspaces'>;

export interface WorkspaceLimitInput {
  /** The future owner of the workspace. */
  userId: string;
  /** Whether the owner agrees to pay for the add-on if the plan includes no further workspace. */
  acceptPaidAddOn: boolean;
}

/**
 * Checks, before a workspace is created and outside every transaction, whether the owner's plan has room for another,
 * and if not, buys room if that is possible and was agreed to. Room that was paid for and never used (after a crash, or
 * a deletion) is used first. Call `claimWorkspace` in the transaction afterwards.
 */
export async function checkWorkspaceLimit(
  deps: WorkspaceLimitDeps,
  { userId, acceptPaidAddOn }: WorkspaceLimitInput,
): Promise<void> {
  await requireSlot(deps.db, deps, userId);
  const { plan, owned, paidFor } = await readStanding(deps, deps.db, userId);
  const { workspacesIncluded: included, workspacesMax: max } = planOf(plan);
  if (included === null || owned < included + paidFor) return;
  if (!deps.billing.enabled) throw workspaceLimit(included, owned);
  if (max !== null && owned >= max) throw workspaceLimit(max, owned);
  if (!acceptPaidAddOn) {
    throw new AppError(
      'WORKSPACE_REQUIRES_PAID_ADD_ON',
      'Another workspace needs the monthly add-on. Send acceptPaidAddOn to buy it, with a payment card on file (POST /workspaces/{id}/billing-sessions).',
      {},
    );
  }
  await payForWorkspaces(deps, await customerOf(deps, userId), owned + 1 - included);
}

/**
 * Takes, in the creating transaction, the room that `checkWorkspaceLimit` found, under a lock of the owner's row, so
 * parallel requests cannot create more workspaces than allowed. Returns the new workspace's plan.
 */
export async function claimWorkspace(tx: Tx, deps: WorkspaceLimitDeps, userId: string): Promise<PlanName> {
  await tx.select({ id: users.id }).from(users).where(eq(users.id, userId)).for('update');
  await requireSlot(tx, deps, userId);
  const { plan, owned, paidFor } = await readStanding(deps, tx, userId);
  const { workspacesIncluded: included } = planOf(plan);
  if (included === null || owned < included + paidFor) return plan;
  // Another request for the same owner has used the last free workspace after the check.
  if (!deps.billing.enabled) throw workspaceLimit(included, owned);
  throw new AppError('RETRY', 'Another workspace was created at the same moment. Try again.', {});
}

/**
 * Checks the maximum of workspaces in the transaction that makes a user an owner of an existing one, so that no user
 * gets more workspaces from others than they could create.
 */
export async function claimOwnership(
  tx: Tx,
  deps: Pick<WorkspaceLimitDeps, 'workspaces'>,
  { userId, workspaceId }: { userId: string; workspaceId: string },
): Promise<void> {
  await lockUser(tx, userId);
  await requireSlot(tx, deps, userId, workspaceId);
}

/**
 * Checks the installation's own maximum, whatever the plan. It counts the workspaces that the user has created or owns:
 * a workspace that was handed over counts for both users, and a shared one for each owner.
 */
async function requireSlot(
  q: Queryable,
  { workspaces: { perUserMax } }: Pick<WorkspaceLimitDeps, 'workspaces'>,
  userId: string,
  besideId = '',
): Promise<void> {
  const owned = q
    .select({ id: memberships.workspaceId })
    .from(memberships)
    .where(and(eq(memberships.userId, userId), eq(memberships.role, 'OWNER')));
  const created = q
    .select({ id: workspaces.id })
    .from(workspaces)
    .where(and(eq(workspaces.createdByUserId, userId), isNull(workspaces.deletedAt)));
  const all = union(owned, created).as('all_of_user');
  const [row] = await q.select({ current: count() }).from(all).where(ne(all.id, besideId));
  const current = row?.current ?? 0;
  if (current < perUserMax) return;
  const message = 'One person can create or own no more workspaces than this installation allows.';
  throw new AppError('PLAN_LIMIT_WORKSPACES', message, { limit: perUserMax, current });
}

interface WorkspaceStanding {
  plan: PlanName;
  owned: number;
  paidFor: number;
}

/**
 * Reads the user's plan and counts their workspaces. A workspace with several owners counts for the one who was a
 * member first.
 */
export async function readStanding(
  { signUp: { defaultPlan } }: Pick<WorkspaceLimitDeps, 'signUp'>,
  q: Queryable,
  userId: string,
): Promise<WorkspaceStanding> {
  const rows = await q
    .select({ plan: workspaces.plan })
    .from(memberships)
    .innerJoin(workspaces, eq(workspaces.id, memberships.workspaceId))
    .where(
      and(
        eq(memberships.userId, userId),
        eq(memberships.role, 'OWNER'),
        eq(payerOf(memberships.workspaceId), userId),
      ),
    );
  const [account] = await q
    .select({ paidFor: billingAccounts.workspaceAddOns })
    .from(billingAccounts)
    .where(eq(billingAccounts.userId, userId));
  const [first, ...others] = rows.map((row) => row.plan);
  return {
    plan: first === undefined ? defaultPlan : others.reduce(betterPlan, first),
    owned: rows.length,
    paidFor: account?.paidFor ?? 0,
  };
}

/** The payer of a workspace, as a subquery. */
export function payerOf(workspaceId: typeof memberships.workspaceId | string) {
  return sql<string>`(select owner.user_id from ${memberships} owner
    where owner.workspace_id = ${workspaceId} and owner.role = 'OWNER'
    order by owner.created_at, owner.id limit 1)`;
}

export async function readPayer(q: Queryable, workspaceId: string): Promise<string | null> {
  const [row] = await q
    .select({ payerId: sql<string | null>`${payerOf(workspaceId)}` })
    .from(workspaces)
    .where(eq(workspaces.id, workspaceId));
  return row?.payerId ?? null;
}

function workspaceLimit(limit: number, current: number): AppError<'PLAN_LIMIT_WORKSPACES'> {
  return new AppError('PLAN_LIMIT_WORKSPACES', 'The plan does not include another workspace.', {
    limit,
    current,
  });
}
