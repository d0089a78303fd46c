import { and, eq, gt, lte } from 'drizzle-orm';
import type { Tx } from '../../db/client.js';
import { clientReferences, postMedia, posts, targets } from '../../db/schema/index.js';
import { AppError } from '../../domain/errors.js';
import { clientReferenceWindowMs } from '../../domain/limits.js';
import { publishPostWorkflowId } from '../../domain/workflow-contract.js';
import type { PublishPostStart } from '../../temporal/workflow-starter.js';
import type { RequestContext } from '../context.js';
import { callerOf, recordEvents, type TimelineEntry } from '../timeline/record.js';
import {
  checkMedia,
  checkPlatformRules,
  resolveAccounts,
  toDrafted,
  type ResolvedTarget,
} from './content.js';
import { newTargetRow, toPostView, withParts, type PostRecord, type PostRow } from './post-records.js';
import { checkFuture, startOrder, startStagedRun } from './run-staging.js';
import type { CreatePostInput, PostView } from './types.js';

const firstGeneration = 1;

/**
 * Creates a draft, or a post that is scheduled already and whose run is started (spec, POST /posts).
 * With a clientReferenceId that was used in the last 24 hours, gives that call's post instead.
 */
export async function createPost(
  ctx: RequestContext,
  input: CreatePostInput,
): Promise<{ post: PostView; replayed: boolean }> {
  const resolved = await resolveAccounts(ctx.db, ctx.reach, input.shape, input.targets);
  const workspaceId = workspaceOf(resolved);
  // Looked for before anything is checked: a repeat must find its post even when its time has passed meanwhile.
  const earlier = await findReferencedPost(ctx, workspaceId, input.clientReferenceId);
  if (earlier !== undefined) return { post: earlier, replayed: true };
  await checkContent(ctx, input, resolved);
  const record = buildRecord(ctx, input, resolved);
  const stored = await ctx.db.transaction(async (tx) => {
    if (!(await claimReference(tx, record.post, input.clientReferenceId))) return false;
    await tx.insert(posts).values(record.post);
    await tx.insert(targets).values(record.targets);
    if (record.media.length > 0) await tx.insert(postMedia).values(record.media);
    await recordEvents(tx, ctx, record.post.id, callerOf(ctx), creationOf(record.post));
    return true;
  });
  if (!stored) {
    const twin = await findReferencedPost(ctx, workspaceId, input.clientReferenceId);
    if (twin === undefined) throw new AppError('RETRY', 'The client reference is being used. Try again.', {});
    return { post: twin, replayed: true };
  }
  const start = startOrderOf(record, ctx.requestId);
  const promoted = start === null ? undefined : await startStagedRun(ctx, start);
  return { post: toPostView({ ...record, post: promoted ?? record.post }), replayed: false };
}

async function checkContent(
  ctx: RequestContext,
  input: CreatePostInput,
  resolved: ResolvedTarget[],
): Promise<void> {
  if (input.scheduledFor !== null) checkFuture(input.scheduledFor, ctx.clock.now(), 'scheduledFor');
  const mediaIds = [...input.mediaIds, ...input.targets.flatMap((target) => target.mediaIds)];
  await checkMedia(ctx.db, workspaceOf(resolved), mediaIds);
  checkPlatformRules(
    ctx.platforms,
    input.shape,
    { caption: input.caption, mediaIds: input.mediaIds, targets: resolved.map(toDrafted) },
    { draft: input.scheduledFor === null },
  );
}

function creationOf({ status, scheduledAt, pendingWorkflowId }: PostRow): TimelineEntry[] {
  const created: TimelineEntry = { kind: 'CREATED', detail: { status } };
  if (pendingWorkflowId === null || scheduledAt === null) return [created];
  const detail = { scheduledAt: scheduledAt.toISOString(), workflowId: pendingWorkflowId };
  return [created, { kind: 'SCHEDULED', detail }];
}

function workspaceOf(resolved: ResolvedTarget[]): string {
  return resolved[0]?.account.workspaceId ?? '';
}

/** The rows of a new post. A scheduled one is staged at once: its start is owed from the first commit on. */
function buildRecord(ctx: RequestContext, input: CreatePostInput, resolved: ResolvedTarget[]): PostRecord {
  const now = ctx.clock.now();
  const id = ctx.newId('post');
  const scheduled = input.scheduledFor !== null;
  const post: PostRow = {
    id,
    workspaceId: workspaceOf(resolved),
    createdByUserId: ctx.actor.userId,
    status: scheduled ? 'SCHEDULED' : 'DRAFT',
    caption: input.caption,
    scheduledAt: input.scheduledFor ?? input.draftScheduledFor,
    timezone: input.timezone,
    generation: scheduled ? firstGeneration : 0,
    workflowId: null,
    pendingWorkflowId: scheduled ? publishPostWorkflowId(id, firstGeneration) : null,
    pendingSince: scheduled ? now : null,
    approvedByUserId: null,
    approvedAt: null,
    createdViaApi: true,
    createdViaFlatShape: input.shape === 'flat',
    deletedAt: null,
    createdAt: now,
    updatedAt: now,
  };
  return {
    post,
    targets: resolved.map((target, order) => newTargetRow(ctx, post, target, order)),
    media: input.mediaIds.map((mediaAssetId, order) => ({
      postId: id,
      mediaAssetId,
      order,
      altText: input.mediaAltText[mediaAssetId] ?? null,
    })),
  };
}

function startOrderOf({ post, targets: rows }: PostRecord, requestId: string): PublishPostStart | null {
  const { pendingWorkflowId: workflowId, scheduledAt: dueAt } = post;
  if (workflowId === null || dueAt === null) return null;
  return { ...startOrder(post, rows, { workflowId, dueAt }), requestId };
}

/**
 * Takes the reference for a new post. False: another post has it. A concurrent twin waits here, on the
 * unique index, until the first one has committed.
 */
async function claimReference(tx: Tx, post: PostRow, clientReferenceId: string | null): Promise<boolean> {
  if (clientReferenceId === null) return true;
  const row = {
    workspaceId: post.workspaceId,
    clientReferenceId,
    postId: post.id,
    createdAt: post.createdAt,
  };
  const claimed = await tx
    .insert(clientReferences)
    .values(row)
    .onConflictDoUpdate({
      target: [clientReferences.workspaceId, clientReferences.clientReferenceId],
      set: { postId: row.postId, createdAt: row.createdAt },
      setWhere: lte(clientReferences.createdAt, windowStart(post.createdAt)),
    })
    .returning({ postId: clientReferences.postId });
  return claimed.length > 0;
}

/** The post that has the reference, if it was created within the window. A deleted one still answers for it. */
async function findReferencedPost(
  ctx: RequestContext,
  workspaceId: string,
  clientReferenceId: string | null,
): Promise<PostView | undefined> {
  if (clientReferenceId === null) return undefined;
  const rows = await ctx.db
    .select({ post: posts })
    .from(clientReferences)
    .innerJoin(posts, eq(posts.id, clientReferences.postId))
    .where(
      and(
        eq(clientReferences.workspaceId, workspaceId),
        eq(clientReferences.clientReferenceId, clientReferenceId),
        gt(clientReferences.createdAt, windowStart(ctx.clock.now())),
      ),
    );
  const [record] = await withParts(
    ctx.db,
    rows.map((row) => row.post),
  );
  return record === undefined ? undefined : toPostView(record);
}

function windowStart(now: Date): Date {
  return new Date(now.getTime() - clientReferenceWindowMs);
}
