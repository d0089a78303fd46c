import { requireMember, requireScope } from '../../shared/rights/access.js';
import { publishPostWorkflowId } from '../../../domain/workflow-contract.js';
import { altTextsBeside, mediaPlacesIn } from '../../post-records/alt-texts.js';
import type { PostRecord, PostRow } from '../../post-records/records.js';
import { newTargetRow } from '../../post-records/new-rows.js';
import { approvalRequested, needsApproval } from '../../post-runs/approval-gate.js';
import { startOrder } from '../../post-runs/stage-run.js';
import type { RequestContext } from '../../shared/context.js';
import type { PublishPostStart } from '../../shared/workflow-starter.js';
import type { TimelineEntry } from '../../timeline/record.js';
import type { CreatePostInput } from '../types.js';
import type { ResolvedTarget } from './target-accounts.js';

const firstGeneration = 1;

/**
 * The rows of a new post. A scheduled post has its run staged already, so that the reconciler starts it if this request
 * does not.
 */
export function newPostRecord(
  ctx: RequestContext,
  workspaceId: string,
  input: CreatePostInput,
  resolved: ResolvedTarget[],
): PostRecord {
  const now = ctx.clock.now();
  const id = ctx.newId('post');
  const held = input.scheduledFor !== null && needsApproval(ctx, { workspaceId, approvedAt: null });
  const scheduled = input.scheduledFor !== null && !held;
  if (scheduled) requireScope(ctx, 'posts:publish');
  const createdViaApi = ctx.actor.kind === 'apiKey';
  const post: PostRow = {
    id,
    workspaceId,
    createdByUserId: requireMember(ctx).userId,
    status: held ? 'NEEDS_APPROVAL' : scheduled ? 'SCHEDULED' : 'DRAFT',
    caption: input.caption,
    parts: input.parts ?? [],
    scheduledAt: input.scheduledFor ?? input.draftScheduledFor,
    timezone: input.timezone,
    metadata: input.metadata ?? {},
    generation: scheduled ? firstGeneration : 0,
    workflowId: null,
    pendingWorkflowId: scheduled ? publishPostWorkflowId(id, firstGeneration) : null,
    pendingSince: scheduled ? now : null,
    approvedByUserId: null,
    approvedAt: null,
    approvedAltTexts: null,
    mediaAltText: altTextsBeside(input.mediaAltText, input.mediaIds, mediaPlacesIn(input)),
    rejectionReason: null,
    createdViaApi,
    createdViaFlatShape: createdViaApi && input.shape === 'flat',
    deletedAt: null,
    createdAt: now,
    updatedAt: now,
  };
  return {
    post,
    targets: resolved.map((target, order) => newTargetRow(ctx, post, target, order)),
    changes: [],
    media: input.mediaIds.map((mediaAssetId, order) => ({
      postId: id,
      mediaAssetId,
      order,
      altText: input.mediaAltText[mediaAssetId] ?? null,
    })),
  };
}

/** The timeline entries of a new post. */
export function creationOf({ status, scheduledAt, pendingWorkflowId }: PostRow): TimelineEntry[] {
  const created: TimelineEntry = { kind: 'CREATED', detail: { status } };
  if (status === 'NEEDS_APPROVAL') return [created, approvalRequested(scheduledAt)];
  if (pendingWorkflowId === null || scheduledAt === null) return [created];
  const detail = { scheduledAt: scheduledAt.toISOString(), workflowId: pendingWorkflowId };
  return [created, { kind: 'SCHEDULED', detail }];
}

/** The start of the post's run. Null if the post is not scheduled. */
export function startOrderOf(record: PostRecord, requestId: string): PublishPostStart | null {
  const { pendingWorkflowId: workflowId, scheduledAt: dueAt } = record.post;
  if (workflowId === null || dueAt === null) return null;
  return { ...startOrder(record, record.targets, { workflowId, dueAt }), requestId };
}
