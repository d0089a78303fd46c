import { and, eq, gt, lte } from 'drizzle-orm';
import type { Tx } from '../../db/client.js';
import { undoable } from '../../db/undoable.js';
import { clientReferences, posts } from '../../db/schema/index.js';
import { AppError } from '../../domain/errors.js';
import { clientReferenceWindowMs } from '../../domain/limits.js';
import { publishPostWorkflowId } from '../../domain/workflow-contract.js';
import type { PublishPostStart } from '../shared/workflow-starter.js';
import type { RequestContext } from '../shared/context.js';
import { countNewPost, isCounted } from '../quotas/post-quota.js';
import { holdRights } from '../shared/rights-now.js';
import { callerOf, eventRows, type TimelineEntry } from '../timeline/record.js';
import { altTextsBeside, checkAltTexts } from '../post-records/alt-texts.js';
import { approvalRequested, needsApproval } from '../post-runs/approval-gate.js';
import { checkBeforeFetch, checkPostQuota } from './internal/before-fetch.js';
import {
  checkNamedMedia,
  checkPlatformRules,
  resolveAccounts,
  toDrafted,
  type ResolvedTarget,
} from './internal/content.js';
import { insertPost } from './internal/insert-post.js';
import {
  newTargetRow,
  toPostView,
  withParts,
  type PostRecord,
  type PostRow,
} from '../post-records/records.js';
import { startOrder, startStagedRun } from '../post-runs/stage-run.js';
import { checkFuture } from './internal/checks.js';
import type { CreatePostInput } from './types.js';
import type { PostView } from '../post-records/types.js';
import { withMediaItems } from './internal/url-media.js';
import { warningsOf, withWarnings } from './internal/warnings.js';

const firstGeneration = 1;
/** How often a post is built anew because rights or settings have changed in the very moment of its storing. */
const storeTriesMax = 3;

interface Created {
  post: PostView;
  replayed: boolean;
}

/**
 * Creates a draft, or a post that is scheduled already and whose run is started (spec, POST /posts).
 * With a clientReferenceId that was used in the last 24 hours, gives that call's post instead.
 */
export async function createPost(ctx: RequestContext, given: CreatePostInput): Promise<Created> {
  const resolved = await resolveAccounts(ctx.db, ctx.reach, given.shape, given.targets);
  const workspaceId = workspaceOf(resolved);
  // Looked for before anything is checked: a repeat must find its post even when its time has passed meanwhile.
  const earlier = await findReferencedPost(ctx, workspaceId, given.clientReferenceId);
  if (earlier !== undefined) return { post: earlier, replayed: true };
  if (given.scheduledFor !== null) checkFuture(given.scheduledFor, ctx.clock.now(), 'scheduledFor');
  const terms = {
    workspaceId,
    checkFirst: () => checkFirst(ctx, given, resolved),
    isUsed: ({ replayed }: Created) => !replayed,
  };
  return withMediaItems(ctx, given, terms, (input) =>
    storePost(
      ctx,
      input,
      resolved.map((target, index) => ({ ...target, input: input.targets[index] ?? target.input })),
    ),
  );
}

async function checkFirst(
  ctx: RequestContext,
  input: CreatePostInput,
  resolved: ResolvedTarget[],
): Promise<void> {
  const workspaceId = workspaceOf(resolved);
  const targets = resolved.map((target) => ({ ...target.input, ...toDrafted(target) }));
  await checkBeforeFetch(ctx, input.shape, { ...input, workspaceId, targets });
  await checkPostQuota(ctx, workspaceId);
}

async function storePost(
  given: RequestContext,
  input: CreatePostInput,
  resolved: ResolvedTarget[],
): Promise<Created> {
  const workspaceId = workspaceOf(resolved);
  await checkContent(given, input, resolved);
  let ctx = given;
  for (let tries = 1; tries <= storeTriesMax; tries += 1) {
    const created = await storeOnce(ctx, input, resolved);
    if (created !== 'RIGHTS_CHANGED') return created;
    ctx = await holdRights(ctx.db, ctx, workspaceId, 'writePosts');
  }
  throw new AppError('RETRY', 'The workspace is being changed. Try again.', {});
}

async function storeOnce(
  ctx: RequestContext,
  input: CreatePostInput,
  resolved: ResolvedTarget[],
): Promise<Created | 'RIGHTS_CHANGED'> {
  const record = buildRecord(ctx, input, resolved);
  const outcome = await writeRecord(ctx, input, record);
  if (outcome === 'RIGHTS_CHANGED') return outcome;
  if (outcome === 'REFERENCE_TAKEN') {
    const twin = await findReferencedPost(ctx, record.post.workspaceId, input.clientReferenceId);
    if (twin === undefined) throw new AppError('RETRY', 'The client reference is being used. Try again.', {});
    return { post: twin, replayed: true };
  }
  const start = startOrderOf(record, ctx.requestId);
  const promoted = start === null ? undefined : await startStagedRun(ctx, start);
  const view = toPostView({ ...record, post: promoted ?? record.post });
  const statusById = new Map(resolved.map(({ account }) => [account.id, account.status]));
  const warnings = input.scheduledFor === null ? [] : warningsOf(record.targets, statusById);
  return { post: withWarnings(view, warnings), replayed: false };
}

type Outcome = 'STORED' | 'REFERENCE_TAKEN' | 'RIGHTS_CHANGED';

/** What needs nothing but the post itself is one statement, hence one round trip. */
async function writeRecord(
  ctx: RequestContext,
  input: CreatePostInput,
  record: PostRecord,
): Promise<Outcome> {
  const { post } = record;
  const { workspaceId } = post;
  const events = eventRows(ctx, post.id, callerOf(ctx), creationOf(post));
  const hasMedia = input.mediaIds.length > 0 || input.targets.some(({ mediaIds }) => mediaIds.length > 0);
  if (input.clientReferenceId === null && !hasMedia && !isCounted(ctx, workspaceId)) {
    return (await insertPost(ctx.db, record, events)) ? 'STORED' : 'RIGHTS_CHANGED';
  }
  return undoable(ctx.db, async (tx, undo) => {
    if (!(await claimReference(tx, post, input.clientReferenceId))) return 'REFERENCE_TAKEN';
    await checkNamedMedia(tx, workspaceId, input.shape, input);
    if (!(await insertPost(tx, record, events))) return undo('RIGHTS_CHANGED');
    await countNewPost(tx, ctx, workspaceId);
    return 'STORED';
  });
}

async function checkContent(
  ctx: RequestContext,
  input: CreatePostInput,
  resolved: ResolvedTarget[],
): Promise<void> {
  await checkNamedMedia(ctx.db, workspaceOf(resolved), input.shape, input);
  checkAltTexts(input.mediaAltText, input.mediaIds, input.targets);
  await checkPlatformRules(
    ctx,
    input.shape,
    { ...input, workspaceId: workspaceOf(resolved), targets: resolved.map(toDrafted) },
    { draft: input.scheduledFor === null },
  );
}

function creationOf({ status, scheduledAt, pendingWorkflowId }: PostRow): TimelineEntry[] {
  const created: TimelineEntry = { kind: 'CREATED', detail: { status } };
  if (status === 'NEEDS_APPROVAL') return [created, approvalRequested(scheduledAt)];
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
  const held =
    input.scheduledFor !== null &&
    needsApproval(ctx, { workspaceId: workspaceOf(resolved), approvedAt: null });
  const scheduled = input.scheduledFor !== null && !held;
  const post: PostRow = {
    id,
    workspaceId: workspaceOf(resolved),
    createdByUserId: ctx.actor.userId,
    status: held ? 'NEEDS_APPROVAL' : scheduled ? 'SCHEDULED' : 'DRAFT',
    caption: input.caption,
    scheduledAt: input.scheduledFor ?? input.draftScheduledFor,
    timezone: input.timezone,
    generation: scheduled ? firstGeneration : 0,
    workflowId: null,
    pendingWorkflowId: scheduled ? publishPostWorkflowId(id, firstGeneration) : null,
    pendingSince: scheduled ? now : null,
    approvedByUserId: null,
    approvedAt: null,
    approvedAltTexts: null,
    mediaAltText: altTextsBeside(input.mediaAltText, input.mediaIds, input.targets),
    rejectionReason: null,
    createdViaApi: ctx.actor.kind === 'apiKey',
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
