import { randomBytes } from 'node:crypto';
import type { Tx } from '../../db/client.js';
import { memberships, workspaces } from '../../db/schema/index.js';
import { AppError } from '../../domain/errors.js';
import type { PlanName } from '../../domain/plans.js';
import { slugCharsMax, slugOf } from '../../domain/workspaces.js';
import { set } from '../audit/changes.js';
import { recordAudit } from '../audit/record.js';
import { requireSession } from '../shared/rights/access.js';
import type { RequestContext } from '../shared/context.js';
import { checkWorkspaceLimit, claimWorkspace } from '../plan-limits/workspace-limit.js';
import type { WorkspaceRow } from '../shared/rights/workspace-lock.js';
import type { WorkspaceView } from './types.js';
import { requireMayCreate } from './may-create.js';
import { runUrlTemplateFor, toWorkspaceView } from './internal/view.js';

export interface CreateWorkspaceInput {
  name: string;
  /** Derived from the name if absent. */
  slug?: string;
  /** Whether the caller agrees to pay for the add-on if the plan includes no further workspace. */
  acceptPaidAddOn?: boolean;
}

const suffixBytes = 4;

/** Creates a workspace, with the caller as its owner. */
export async function createWorkspace(
  ctx: RequestContext,
  input: CreateWorkspaceInput,
): Promise<WorkspaceView> {
  const { userId } = requireSession(ctx);
  await requireMayCreate(ctx.db, ctx, userId);
  await checkWorkspaceLimit(ctx, { userId, acceptPaidAddOn: input.acceptPaidAddOn === true });
  return ctx.db.transaction(async (tx) => {
    const plan = await claimWorkspace(tx, ctx, userId);
    await requireMayCreate(tx, ctx, userId);
    const row = await insertWorkspace(tx, ctx, input, { plan, userId });
    await tx.insert(memberships).values({
      id: ctx.newId('membership'),
      workspaceId: row.id,
      userId,
      role: 'OWNER',
      createdAt: row.createdAt,
    });
    const { id, name } = row;
    const changes = [set('name', name), set('slug', row.slug), set('plan', plan)];
    const entry = { workspaceId: id, action: 'workspace.created', subject: { id, name }, changes } as const;
    await recordAudit(tx, ctx, entry);
    return toWorkspaceView(row, { role: 'OWNER', runUrlTemplate: await runUrlTemplateFor(tx, ctx) });
  });
}

/**
 * Inserts the workspace. Throws CONFLICT if a requested slug is already used; a slug derived from the name gets a
 * suffix.
 */
async function insertWorkspace(
  tx: Tx,
  ctx: RequestContext,
  { name, slug }: CreateWorkspaceInput,
  { plan, userId }: { plan: PlanName; userId: string },
): Promise<WorkspaceRow> {
  const now = ctx.clock.now();
  const suffix = `-${randomBytes(suffixBytes).toString('hex')}`;
  const made = slugOf(name) || 'workspace';
  const withSuffix = `${made.slice(0, slugCharsMax - suffix.length).replace(/-+$/, '')}${suffix}`;
  for (const candidate of slug === undefined ? [made, withSuffix] : [slug]) {
    const [row] = await tx
      .insert(workspaces)
      .values({
        id: ctx.newId('workspace'),
        name,
        slug: candidate,
        plan,
        createdByUserId: userId,
        createdAt: now,
        updatedAt: now,
      })
      .onConflictDoNothing({ target: workspaces.slug })
      .returning();
    if (row !== undefined) return row;
  }
  throw slugTaken();
}

export const slugTaken = (): AppError<'CONFLICT'> =>
  new AppError('CONFLICT', 'Another workspace already uses this slug.', {});
