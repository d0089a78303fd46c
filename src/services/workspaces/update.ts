import { eq } from 'drizzle-orm';
import type { Tx } from '../../db/client.js';
import { sqlStateOf } from '../../db/errors.js';
import { workspaces } from '../../db/schema/index.js';
import type { Brand } from '../../domain/brand.js';
import { hasFeature } from '../../domain/plans.js';
import { changesOf } from '../audit/changes.js';
import { recordAudit } from '../audit/record.js';
import { authorizeWorkspace, featureNotAvailable, requireSession } from '../shared/rights/access.js';
import type { RequestContext } from '../shared/context.js';
import { holdRights } from '../shared/rights/rights-now.js';
import { slugTaken } from './create.js';
import { lockWorkspace, type WorkspaceRow } from '../shared/rights/workspace-lock.js';
import type { WorkspaceView } from './types.js';
import { holdLogo } from './internal/logo.js';
import { roleIn, runUrlTemplateFor, toWorkspaceView } from './internal/view.js';

/** Absent fields keep their value. */
export interface UpdateWorkspaceInput {
  workspaceId: string;
  name?: string;
  slug?: string;
  /** Whether scheduled posts wait for an approval. The plan must include that feature. */
  requireApproval?: boolean;
  /** The brand for connect pages; null removes it. The plan must include WHITE_LABEL. */
  brand?: Brand | null;
}

const uniqueViolation = '23505';

export async function updateWorkspace(
  ctx: RequestContext,
  { workspaceId, ...fields }: UpdateWorkspaceInput,
): Promise<WorkspaceView> {
  requireSession(ctx);
  authorizeWorkspace(ctx.reach, workspaceId, 'manageWorkspace');
  try {
    return await ctx.db.transaction(async (tx) => {
      const row = await lockWorkspace(tx, workspaceId);
      const { reach } = await holdRights(tx, ctx, workspaceId, 'manageWorkspace');
      const own = {
        role: roleIn(reach, workspaceId),
        runUrlTemplate: await runUrlTemplateFor(tx, ctx),
      };
      ctx.expect?.(toWorkspaceView(row, own));
      const changed = { ...row, ...fields };
      if (changed.requireApproval && !row.requireApproval && !hasFeature(row.plan, 'APPROVALS')) {
        throw featureNotAvailable('APPROVALS');
      }
      const changes = changesOf(told(row), told(changed), toldFields);
      if (changes.length === 0) return toWorkspaceView(row, own);
      if (changes.some(({ field }) => brandFields.includes(field))) await checkBrand(tx, changed);
      changed.updatedAt = ctx.clock.now();
      await tx.update(workspaces).set(changed).where(eq(workspaces.id, workspaceId));
      const subject = { id: workspaceId, name: changed.name };
      await recordAudit(tx, ctx, { workspaceId, action: 'workspace.updated', subject, changes });
      return toWorkspaceView(changed, own);
    });
  } catch (error) {
    if (sqlStateOf(error) === uniqueViolation) throw slugTaken();
    throw error;
  }
}

const brandFields: readonly string[] = ['brand.name', 'brand.logoMediaId', 'brand.color'];
const toldFields = [
  'name',
  'slug',
  'requireApproval',
  'brand.name',
  'brand.logoMediaId',
  'brand.color',
] as const;

/** The fields that the audit log compares. */
const told = ({ name, slug, requireApproval, brand }: WorkspaceRow) => ({
  name,
  slug,
  requireApproval,
  'brand.name': brand?.name ?? null,
  'brand.logoMediaId': brand?.logoMediaId ?? null,
  'brand.color': brand?.color ?? null,
});

/** Checks that the plan allows the brand, and checks its logo. A brand can be removed on any plan. */
async function checkBrand(tx: Tx, { id, plan, brand }: WorkspaceRow): Promise<void> {
  if (brand === null) return;
  if (!hasFeature(plan, 'WHITE_LABEL')) throw featureNotAvailable('WHITE_LABEL');
  if (brand.logoMediaId !== null) await holdLogo(tx, id, brand.logoMediaId);
}
