import { and, eq, inArray, sql, type SQL } from 'drizzle-orm';
import type { Tx } from '../../db/client.js';
import { posts, publications, workspaces } from '../../db/schema/index.js';
import { hasFeature, planNames } from '../../domain/plans.js';
import type { PublishPostStart } from '../shared/workflow-starter.js';
import type { RequestContext } from '../shared/context.js';
import { requireScope } from '../shared/rights/access.js';
import type { TimelineEntry } from '../timeline/record.js';
import { checkUnchanged } from '../post-records/changes.js';
import { isNotPublic, type PostRecord, type PostRow } from '../post-records/records.js';
import { requireWaitingPostSlot } from '../plan-limits/waiting-posts.js';
import { requireCount } from '../shared/limits/count-limit.js';
import { runsPerPostMax } from '../../domain/limits.js';
import { dueIdsOf, openFollowing, requestReplacement, stageRun, type StagedRun } from './stage-run.js';

/**
 * Whether a post needs an approval that it does not have. An approval covers the content, so an edit ends it and a new
 * time does not.
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
 * The retry rule of a first comment. It cannot be retried if the id of the publication to which it replies is unknown.
 */
export async function stageOrHold(
  tx: Tx,
  ctx: RequestContext,
  record: PostRecord,
  run: StagedRun,
): Promise<PublishPostStart | null> {
  checkUnchanged(record.changes, record.targets.filter(run.picks));
  if (!needsApproval(ctx, record.post)) return stageForCaller(tx, ctx, record, run);
  const now = ctx.clock.now();
  await requestReplacement(tx, record, now);
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
  const opened = await tx
    .update(publications)
    .set({
      status: 'DRAFT',
      scheduledFor: null,
      // The consent is stored with the targets, so that it applies to the run that the approval stages.
      ...(run.republishUnconfirmed === undefined ? {} : { republishUnconfirmed: run.republishUnconfirmed }),
      updatedAt: now,
    })
    .where(and(inArray(publications.id, dueIdsOf(record.targets.filter(run.picks))), isNotPublic))
    .returning({ id: publications.id, targetId: publications.targetId });
  await openFollowing(tx, opened);
  return null;
}

/** Stages a run that a user or an API client requested, within the limits of the post and the workspace. */
export async function stageForCaller(
  tx: Tx,
  ctx: RequestContext,
  record: PostRecord,
  run: StagedRun,
): Promise<PublishPostStart> {
  requireScope(ctx, 'posts:publish');
  const { generation, status, workspaceId } = record.post;
  requireCount({
    wanted: generation + 1,
    max: runsPerPostMax,
    owner: 'A post',
    things: 'runs, one for each time it was scheduled, moved or retried. Create a new post instead',
    code: 'too_many_runs',
    path: '',
  });
  if (status !== 'SCHEDULED') await requireWaitingPostSlot(tx, ctx, workspaceId);
  return stageRun(tx, ctx, record, run);
}

export function approvalRequested(scheduledAt: Date | null): TimelineEntry {
  return {
    kind: 'APPROVAL_REQUESTED',
    detail: { status: 'NEEDS_APPROVAL', ...(scheduledAt && { scheduledAt: scheduledAt.toISOString() }) },
  };
}

/**
 * The condition under which the system may publish a failed post again by itself. It excludes posts that now need an
 * approval and have none.
 */
export function failedButApproved(): SQL {
  const withApprovals = planNames.filter((name) => hasFeature(name, 'APPROVALS'));
  return sql`not (${posts.status} in ('FAILED', 'PARTIALLY_PUBLISHED') and ${posts.approvedAt} is null and exists (
    select 1 from ${workspaces} where ${workspaces.id} = ${posts.workspaceId} and ${workspaces.requireApproval}
      and ${inArray(workspaces.plan, withApprovals)}))`;
}
