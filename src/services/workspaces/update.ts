import { eq } from 'drizzle-orm';
import { sqlStateOf } from '../../db/errors.js';
import { workspaces } from '../../db/schema/index.js';
import { hasFeature } from '../../domain/plans.js';
import { changesOf } from '../audit/changes.js';
import { recordAudit } from '../audit/record.js';
import { authorizeWorkspace, featureNotAvailable, requireSession } from '../shared/access.js';
import type { RequestContext } from '../shared/context.js';
import { holdRights } from '../shared/rights-now.js';
import { slugTaken } from './create.js';
import { lockWorkspace } from '../shared/workspace-lock.js';
import type { WorkspaceView } from './types.js';
import { roleIn, runUrlTemplateFor, toWorkspaceView } from './internal/view.js';

/** Absent fields keep their value. */
export interface UpdateWorkspaceInput {
  workspaceId: string;
  name?: string;
  slug?: string;
  /** Whether scheduled posts wait for an approval. The plan must include that feature. */
  requireApproval?: boolean;
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
      const changes = changesOf(row, changed, ['name', 'slug', 'requireApproval']);
      if (changes.length === 0) return toWorkspaceView(row, own);
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
