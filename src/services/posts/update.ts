import { isDeepStrictEqual } from 'node:util';
import { eq, inArray } from 'drizzle-orm';
import type { Queryable, Tx } from '../../db/client.js';
import { postMedia, posts, targets } from '../../db/schema/index.js';
import { AppError, notFound } from '../../domain/errors.js';
import { allowedActions } from '../../domain/post-actions.js';
import type { PublishPostStart } from '../../temporal/workflow-starter.js';
import { authorizeResource } from '../access.js';
import type { RequestContext } from '../context.js';
import {
  checkMedia,
  checkNamedMedia,
  checkPlatformRules,
  resolveAccounts,
  type DraftedContent,
} from './content.js';
import { callerOf, recordEvents, type TimelineEntry } from '../timeline/record.js';
import { draftedContentOf } from './drafted-content.js';
import { altTextsBeside } from './alt-texts.js';
import { approvalRequested, needsApproval, stageOrHold, withoutApproval } from './approval-gate.js';
import { readPostView } from './get.js';
import {
  lockPostInReach,
  mediaIdsIn,
  newTargetRow,
  readPost,
  toPostView,
  type PostRecord,
  type TargetRow,
} from './post-records.js';
import { changedFields, isSameContent, isSameTarget } from './post-comparison.js';
import { cancelRuns, checkAction, checkFuture, oweCancellations, startStagedRun } from './run-staging.js';
import type { PostView, UpdatePostInput } from './types.js';
import { hasMediaItems, withMediaItems } from './url-media.js';

/** How often the rules are looked at anew where the post was changed by somebody else meanwhile. */
const ruleChecksMax = 2;

/**
 * Changes a post that is not being published yet (spec, PATCH /posts/{id}). Absent fields keep their value,
 * unchanged data changes nothing. A new time stages a new run; `scheduledFor: null` makes it a draft again.
 */
export async function updatePost(ctx: RequestContext, given: UpdatePostInput): Promise<PostView> {
  if (!hasMediaItems(given)) return changePost(ctx, given);
  // Nothing is fetched for who may not change the post.
  const record = await readInReach(ctx, given.postId);
  checkEditable(record);
  const { workspaceId } = record.post;
  return withMediaItems(
    ctx,
    given,
    { workspaceId, knownIds: mediaIdsIn(record), isUsed: () => true },
    (input) => changePost(ctx, input),
  );
}

async function readInReach(ctx: RequestContext, postId: string): Promise<PostRecord> {
  const record = await readPost(ctx.db, postId);
  authorizeResource(ctx.reach, record?.post.workspaceId, 'writePosts');
  if (record === undefined) throw notFound();
  return record;
}

/**
 * The platforms' rules are looked at before the post is locked: nobody waits for them, and no connection. Under the
 * lock it only has to be the same content still.
 */
async function changePost(ctx: RequestContext, input: UpdatePostInput): Promise<PostView> {
  for (let check = 0; check < ruleChecksMax; check += 1) {
    const planned = await planChange(ctx.db, ctx, await readInReach(ctx, input.postId), input);
    const checked = ruledContentOf(planned);
    await checkPlatformRules(ctx, input.shape, checked.content, { draft: !checked.isScheduled });
    const changed = await writeChange(ctx, input, checked);
    if (changed === 'OTHER_CONTENT') continue;
    const { before, after, start, replaced } = changed;
    if (after === before) return toPostView(before);
    if (replaced) await cancelRuns(ctx, before);
    if (start !== null) await startStagedRun(ctx, { ...start, requestId: ctx.requestId });
    return readPostView(ctx, input.postId);
  }
  throw new AppError('RETRY', 'The post is being changed by others. Try again.', {});
}

interface Change {
  next: PostRecord;
  timing: Timing;
}

async function planChange(
  q: Queryable,
  ctx: RequestContext,
  current: PostRecord,
  input: UpdatePostInput,
): Promise<Change> {
  checkEditable(current);
  const next = withoutApproval(current, await merge(q, ctx, current, input));
  return { next, timing: heldTiming(ctx, current, next, timingOf(ctx, current, input)) };
}

/** What the platforms' rules look at, and which of them apply. Without what differs each time, as the ids of new targets. */
interface RuledContent {
  content: DraftedContent;
  isScheduled: boolean;
}

function ruledContentOf({ next, timing }: Change): RuledContent {
  const waits = next.post.status === 'SCHEDULED' || next.post.status === 'NEEDS_APPROVAL';
  const drafted = draftedContentOf(next);
  const targets = drafted.targets.map(
    ({ platform, captionOverride, firstComment, platformOptions, mediaIds }) => ({
      platform,
      captionOverride,
      firstComment,
      platformOptions,
      mediaIds,
    }),
  );
  const isScheduled = timing.kind === 'SCHEDULE' || (timing.kind === 'KEEP' && waits);
  return { content: { ...drafted, targets }, isScheduled };
}

interface Written {
  before: PostRecord;
  after: PostRecord;
  start: PublishPostStart | null;
  replaced: boolean;
}

function writeChange(
  ctx: RequestContext,
  input: UpdatePostInput,
  checked: RuledContent,
): Promise<Written | 'OTHER_CONTENT'> {
  return ctx.db.transaction(async (tx) => {
    const locked = await lockPostInReach(tx, ctx.reach, input.postId, 'writePosts');
    const { next, timing } = await planChange(tx, ctx, locked, input);
    if (!isDeepStrictEqual(ruledContentOf({ next, timing }), checked)) return 'OTHER_CONTENT';
    if (isSameContent(locked, next) && timing.kind === 'KEEP')
      return { before: locked, after: locked, start: null, replaced: false };
    const written = await writeContent(tx, ctx, locked, next);
    const staged = await applyTiming(tx, ctx, written, timing);
    await recordEvents(tx, ctx, input.postId, callerOf(ctx), entriesOf(locked, next, timing, staged));
    // A new time, or none, leaves the earlier run without a post; a run that kept its time goes on.
    const replaced = locked.post.status === 'SCHEDULED' && timing.kind !== 'KEEP';
    return { before: locked, after: written, start: staged, replaced };
  });
}

function checkEditable({ post, targets: rows }: PostRecord): void {
  checkAction('edit', post);
  // A retry waits as SCHEDULED beside targets that are public: their content can no longer change.
  if (rows.some((target) => target.status === 'PUBLISHED')) {
    throw new AppError('INVALID_STATE', 'Part of the post is public already.', {
      status: post.status,
      allowed: allowedActions(post.status).filter((action) => action !== 'edit'),
    });
  }
}

/** The post as it is to be. Targets are matched by account, so that one that stays keeps its id and its attempts. */
async function merge(
  q: Queryable,
  ctx: RequestContext,
  current: PostRecord,
  input: UpdatePostInput,
): Promise<PostRecord> {
  const post = {
    ...current.post,
    ...(input.caption === undefined ? {} : { caption: input.caption }),
    ...(input.timezone === undefined ? {} : { timezone: input.timezone }),
    ...(input.targets === undefined ? {} : { createdViaFlatShape: input.shape === 'flat' }),
  };
  const media = mergeMedia(current, input);
  if (input.mediaIds !== undefined) await checkMedia(q, post.workspaceId, input.mediaIds);
  if (input.targets === undefined) {
    const next = { post, targets: current.targets, media };
    return { ...next, post: { ...post, mediaAltText: altTextsOf(next, input) } };
  }
  const resolved = await resolveAccounts(q, ctx.reach, input.shape, input.targets, post.workspaceId);
  await checkNamedMedia(q, post.workspaceId, input.shape, { targets: input.targets });
  const merged = resolved.map((target, order): TargetRow => {
    const existing = current.targets.find((row) => row.socialAccountId === target.account.id);
    if (existing === undefined) return newTargetRow(ctx, post, target, order);
    const { captionOverride, firstComment, platformOptions, mediaIds } = target.input;
    return { ...existing, order, captionOverride, firstComment, platformOptions, mediaIds };
  });
  const next = { post, targets: merged, media };
  return { ...next, post: { ...post, mediaAltText: altTextsOf(next, input) } };
}

function altTextsOf({ post, targets: rows, media }: PostRecord, input: UpdatePostInput) {
  const ids = media.map((item) => item.mediaAssetId);
  return altTextsBeside(input.mediaAltText ?? {}, ids, rows, post.mediaAltText);
}

function mergeMedia(current: PostRecord, input: UpdatePostInput): PostRecord['media'] {
  const ids = input.mediaIds ?? current.media.map((item) => item.mediaAssetId);
  return ids.map((mediaAssetId, order) => ({
    postId: current.post.id,
    mediaAssetId,
    order,
    altText:
      input.mediaAltText?.[mediaAssetId] ??
      current.media.find((item) => item.mediaAssetId === mediaAssetId)?.altText ??
      current.post.mediaAltText?.[mediaAssetId] ??
      null,
  }));
}

type Timing =
  | { kind: 'KEEP' }
  | { kind: 'SCHEDULE'; at: Date }
  | { kind: 'UNSCHEDULE'; pin: Date | null }
  | { kind: 'PIN'; pin: Date | null };

/** What the request wants of the time, compared with what is. `draftScheduledFor` counts for drafts alone. */
function timingOf(ctx: RequestContext, { post }: PostRecord, input: UpdatePostInput): Timing {
  const { scheduledFor, draftScheduledFor: pin } = input;
  if (scheduledFor instanceof Date) {
    const waits = post.status === 'SCHEDULED' || post.status === 'NEEDS_APPROVAL';
    if (waits && post.scheduledAt?.getTime() === scheduledFor.getTime()) return { kind: 'KEEP' };
    checkFuture(scheduledFor, ctx.clock.now(), 'scheduledFor');
    return { kind: 'SCHEDULE', at: scheduledFor };
  }
  if (scheduledFor === null && post.status !== 'DRAFT') return { kind: 'UNSCHEDULE', pin: pin ?? null };
  if (post.status !== 'DRAFT' || pin === undefined) return { kind: 'KEEP' };
  return pin?.getTime() === post.scheduledAt?.getTime() ? { kind: 'KEEP' } : { kind: 'PIN', pin };
}

/** What waits with an approval that an edit has ended, or with none, is handed in again. */
function heldTiming(ctx: RequestContext, before: PostRecord, next: PostRecord, timing: Timing): Timing {
  const at = next.post.scheduledAt;
  const isEdited = !isSameContent(before, next);
  if (timing.kind !== 'KEEP' || before.post.status !== 'SCHEDULED' || at === null || !isEdited) return timing;
  return needsApproval(ctx, next.post) ? { kind: 'SCHEDULE', at } : timing;
}

async function writeContent(
  tx: Tx,
  ctx: RequestContext,
  current: PostRecord,
  next: PostRecord,
): Promise<PostRecord> {
  const updatedAt = ctx.clock.now();
  const post = { ...next.post, updatedAt };
  await tx.update(posts).set(post).where(eq(posts.id, post.id));
  await writeTargets(tx, current.targets, next.targets, updatedAt);
  await tx.delete(postMedia).where(eq(postMedia.postId, post.id));
  if (next.media.length > 0) await tx.insert(postMedia).values(next.media);
  return { ...next, post };
}

async function writeTargets(tx: Tx, current: TargetRow[], next: TargetRow[], updatedAt: Date): Promise<void> {
  const nextIds = new Set(next.map((row) => row.id));
  const removed = current.filter((row) => !nextIds.has(row.id)).map((row) => row.id);
  if (removed.length > 0) await tx.delete(targets).where(inArray(targets.id, removed));
  const currentById = new Map(current.map((row) => [row.id, row]));
  for (const row of next) {
    const existing = currentById.get(row.id);
    if (existing === undefined) await tx.insert(targets).values(row);
    else if (!isSameTarget(existing, row)) {
      await tx
        .update(targets)
        .set({ ...row, updatedAt })
        .where(eq(targets.id, row.id));
    }
  }
}

async function applyTiming(
  tx: Tx,
  ctx: RequestContext,
  record: PostRecord,
  timing: Timing,
): Promise<PublishPostStart | null> {
  const id = record.post.id;
  switch (timing.kind) {
    case 'KEEP':
      return null;
    case 'PIN':
      await tx.update(posts).set({ scheduledAt: timing.pin }).where(eq(posts.id, id));
      return null;
    case 'SCHEDULE':
      return stageOrHold(tx, ctx, record, {
        dueAt: timing.at,
        scheduledAt: timing.at,
        picks: () => true,
        republishUnconfirmed: false,
      });
    case 'UNSCHEDULE':
      await oweCancellations(tx, record, ctx.clock.now());
      await tx
        .update(posts)
        .set({
          status: 'DRAFT',
          scheduledAt: timing.pin,
          workflowId: null,
          pendingWorkflowId: null,
          pendingSince: null,
        })
        .where(eq(posts.id, id));
      await tx.update(targets).set({ status: 'DRAFT', scheduledFor: null }).where(eq(targets.postId, id));
      return null;
  }
}

function entriesOf(
  before: PostRecord,
  next: PostRecord,
  timing: Timing,
  staged: PublishPostStart | null,
): TimelineEntry[] {
  const changed = changedFields(before, next);
  const edited: TimelineEntry[] = changed.length > 0 ? [{ kind: 'EDITED', detail: { changed } }] : [];
  switch (timing.kind) {
    case 'KEEP':
      return edited;
    case 'PIN':
      return [{ kind: 'EDITED', detail: { changed: [...changed, 'draftScheduledFor'] } }];
    case 'UNSCHEDULE':
      return [...edited, { kind: 'UNSCHEDULED', detail: { status: 'DRAFT' } }];
    case 'SCHEDULE': {
      if (staged === null) return [...edited, approvalRequested(timing.at)];
      const detail = {
        scheduledAt: timing.at.toISOString(),
        workflowId: staged.workflowId,
      };
      return [...edited, { kind: before.post.status === 'SCHEDULED' ? 'RESCHEDULED' : 'SCHEDULED', detail }];
    }
  }
}
