import { eq, inArray, sql, type SQL } from 'drizzle-orm';
import type { Tx } from '../../db/client.js';
import { posts, targets, workspaces } from '../../db/schema/index.js';
import { hasFeature, planNames } from '../../domain/plans.js';
import type { PublishPostStart } from '../shared/workflow-starter.js';
import type { RequestContext } from '../shared/context.js';
import type { TimelineEntry } from '../timeline/record.js';
import type { PostRecord, PostRow } from '../post-records/records.js';
import { oweCancellations, stageRun, type StagedRun } from './stage-run.js';

/**
 * Whether a post may only be scheduled with an approval that it does not have. The approval is one of the content:
 * an edit ends it, another time does not.
 */
export function needsApproval(
  { reach }: Pick<RequestContext, 'reach'>,
  post: Pick<PostRow, 'workspaceId' | 'approvedAt'>,
): boolean {
  const settings = reach.settingsByWorkspace.get(post.workspaceId);
  if (settings === undefined || post.approvedAt !== null) return false;
  return settings.requireApproval && hasFeature(settings.plan, 'APPROVALS');
}

/**
 * Stages a run, as `stageRun` does; or, where an approval is missing, holds the post as NEEDS_APPROVAL with its
 * targets as drafts, and gives null. Approving it stages the run.
 */
export async function stageOrHold(
  tx: Tx,
  ctx: RequestContext,
  record: PostRecord,
  run: StagedRun,
): Promise<PublishPostStart | null> {
  if (!needsApproval(ctx, record.post)) return stageRun(tx, ctx, record, run);
  const now = ctx.clock.now();
  await oweCancellations(tx, record, now);
  await tx
    .update(posts)
    .set({
      status: 'NEEDS_APPROVAL',
      scheduledAt: run.scheduledAt,
      workflowId: null,
      pendingWorkflowId: null,
      pendingSince: null,
      rejectionReason: null,
      updatedAt: now,
    })
    .where(eq(posts.id, record.post.id));
  const picked = record.targets.filter(run.picks).map((target) => target.id);
  await tx
    .update(targets)
    .set({ status: 'DRAFT', scheduledFor: null, firstCommentError: null, updatedAt: now })
    .where(inArray(targets.id, picked));
  return null;
}

export function approvalRequested(scheduledAt: Date | null): TimelineEntry {
  return {
    kind: 'APPROVAL_REQUESTED',
    detail: { status: 'NEEDS_APPROVAL', ...(scheduledAt && { scheduledAt: scheduledAt.toISOString() }) },
  };
}

/** The same, for what the system publishes again unasked: leaves out what failed and now needs an approval. */
export function failedButApproved(): SQL {
  const withApprovals = planNames.filter((name) => hasFeature(name, 'APPROVALS'));
  return sql`not (${posts.status} = 'FAILED' and ${posts.approvedAt} is null and exists (
    select 1 from ${workspaces} where ${workspaces.id} = ${posts.workspaceId} and ${workspaces.requireApproval}
      and ${inArray(workspaces.plan, withApprovals)}))`;
}
