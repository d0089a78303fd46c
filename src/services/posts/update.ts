import { and, eq, inArray, isNotNull, isNull } from 'drizzle-orm';
import type { Tx } from '../../db/client.js';
import { postMedia, posts, targets } from '../../db/schema/index.js';
import { AppError, notFound } from '../../domain/errors.js';
import { allowedActions } from '../../domain/post-actions.js';
import type { PublishPostStart } from '../../temporal/workflow-starter.js';
import { authorizeResource } from '../access.js';
import type { RequestContext } from '../context.js';
import { isUnclear, readAttempted } from '../publishing/last-attempts.js';
import { lockPostWithRights } from '../rights-now.js';
import { checkBeforeFetch } from './before-fetch.js';
import { checkMedia, checkNamedMedia, checkPlatformRules, resolveAccounts, toDrafted } from './content.js';
import { callerOf, recordEvents, type TimelineEntry } from '../timeline/record.js';
import { draftedContentOf } from './drafted-content.js';
import { altTextsBeside, checkAltTexts } from './alt-texts.js';
import { approvalRequested, needsApproval, stageOrHold, withoutApproval } from './approval-gate.js';
import { readPostView } from './get.js';
import {
  mediaIdsIn,
  newTargetRow,
  readPost,
  toPostView,
  type PostRecord,
  type TargetRow,
} from './post-records.js';
import { changedFields, isSameContent, isSamePublication, isSameTarget } from './post-comparison.js';
import { cancelRuns, checkAction, checkFuture, oweCancellations, startStagedRun } from './run-staging.js';
import type { PostView, UpdatePostInput } from './types.js';
import { checkAccounts, waitingTargets, withWarnings } from './warnings.js';
import { hasMediaItems, withMediaItems } from './url-media.js';

/**
 * Changes a post that is not being published yet (spec, PATCH /posts/{id}). Absent fields keep their value,
 * unchanged data changes nothing. A new time stages a new run; `scheduledFor: null` makes it a draft again.
 */
export async function updatePost(ctx: RequestContext, given: UpdatePostInput): Promise<PostView> {
  if (!hasMediaItems(given)) return changePost(ctx, given);
  // Nothing is fetched for who may not change the post.
  const record = await readPost(ctx.db, given.postId);
  authorizeResource(ctx.reach, record?.post.workspaceId, 'writePosts');
  if (record === undefined) throw notFound();
  checkEditable(record);
  const { workspaceId } = record.post;
  return withMediaItems(
    ctx,
    given,
    {
      workspaceId,
      checkFirst: () => checkFirst(ctx, record, given),
      knownIds: mediaIdsIn(record),
      isUsed: () => true,
    },
    (input) => changePost(ctx, input),
  );
}

/** Of the post as it will be, what can be said without the bytes. */
async function checkFirst(ctx: RequestContext, record: PostRecord, input: UpdatePostInput): Promise<void> {
  const stored = draftedContentOf(record);
  const { workspaceId } = stored;
  const named = { targets: input.targets ?? [], mediaIds: input.mediaIds ?? [] };
  const resolved =
    input.targets && (await resolveAccounts(ctx.db, ctx.reach, input.shape, input.targets, workspaceId));
  const replacesMedia = input.mediaItems !== undefined || input.mediaIds !== undefined;
  const next = {
    ...stored,
    caption: input.caption === undefined ? stored.caption : input.caption,
    mediaIds: replacesMedia ? named.mediaIds : stored.mediaIds,
    mediaAltText: { ...stored.mediaAltText, ...input.mediaAltText },
    targets: resolved?.map((target) => ({ ...target.input, ...toDrafted(target) })) ?? stored.targets,
    ...(input.mediaItems && { mediaItems: input.mediaItems }),
  };
  await checkBeforeFetch(ctx, input.shape, next, named);
}

async function changePost(given: RequestContext, input: UpdatePostInput): Promise<PostView> {
  const { before, after, start, replaced, warnings } = await given.db.transaction(async (tx) => {
    const { ctx, record: locked } = await lockPostWithRights(tx, given, input.postId, 'writePosts');
    checkEditable(locked);
    const next = withoutApproval(locked, await merge(tx, ctx, locked, input));
    const timing = heldTiming(ctx, locked, next, timingOf(ctx, locked, input));
    await checkUnclear(tx, locked, next, timing.kind);
    await checkContent(tx, ctx, next, input.shape, timing.kind);
    if (isSameContent(locked, next) && timing.kind === 'KEEP')
      return { before: locked, after: locked, start: null, replaced: false, warnings: [] };
    const warnings = timing.kind === 'SCHEDULE' ? await checkAccounts(tx, waitingTargets(next)) : [];
    const written = await writeContent(tx, ctx, locked, next);
    const staged = await applyTiming(tx, ctx, written, timing);
    await recordEvents(tx, ctx, input.postId, callerOf(ctx), entriesOf(locked, next, timing, staged));
    // A new time, or none, leaves the earlier run without a post; a run that kept its time goes on.
    const replaced = locked.post.status === 'SCHEDULED' && timing.kind !== 'KEEP';
    return { before: locked, after: written, start: staged, replaced, warnings };
  });
  if (after === before) return toPostView(before);
  if (replaced) await cancelRuns(given, before);
  if (start !== null) await startStagedRun(given, { ...start, requestId: given.requestId });
  return withWarnings(await readPostView(given, input.postId), warnings);
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

/**
 * Refuses a change of what may be public already: of the content of a target with a call of unknown outcome, of its
 * place in the post, and of the post into a draft.
 */
async function checkUnclear(
  tx: Tx,
  current: PostRecord,
  next: PostRecord,
  timing: Timing['kind'],
): Promise<void> {
  const unclear = (await readAttempted(tx, current.post.id)).filter(isUnclear).map(({ target }) => target.id);
  const targetIds = unclear.filter((id) => timing === 'UNSCHEDULE' || !isSamePublication(current, next, id));
  if (targetIds.length === 0) return;
  const { status } = current.post;
  const allowed = allowedActions(status).filter((action) => action !== 'edit');
  throw new AppError(
    'INVALID_STATE',
    'A call has sent this content, and whether it is public is not known. Retry the post, which looks at the platform first; or create a new post for other content.',
    { status, allowed, targetIds },
  );
}

/** The post as it is to be. Targets are matched by account, so that one that stays keeps its id and its attempts. */
async function merge(
  tx: Tx,
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
  if (input.mediaIds !== undefined) await checkMedia(tx, post.workspaceId, input.mediaIds);
  if (input.targets === undefined) {
    const next = { post, targets: current.targets, media };
    return { ...next, post: { ...post, mediaAltText: altTextsOf(next, input) } };
  }
  const resolved = await resolveAccounts(tx, ctx.reach, input.shape, input.targets, post.workspaceId);
  const removed = await readRemovedTargets(tx, post.id);
  await checkNamedMedia(tx, post.workspaceId, input.shape, { targets: input.targets });
  const merged = resolved.map((target, order): TargetRow => {
    const existing = current.targets.find((row) => row.socialAccountId === target.account.id);
    const { captionOverride, firstComment, platformOptions, mediaIds } = target.input;
    const content = { order, captionOverride, firstComment, platformOptions, mediaIds };
    if (existing !== undefined) return { ...existing, ...content };
    const added = newTargetRow(ctx, post, target, order);
    const earlier = removed.find((row) => row.socialAccountId === target.account.id);
    // What was tried before stays known: its attempts, and what the platform was told of.
    return earlier === undefined ? added : { ...earlier, ...content, ...waitingFieldsOf(added) };
  });
  const next = { post, targets: merged, media };
  return { ...next, post: { ...post, mediaAltText: altTextsOf(next, input) } };
}

/** Targets that were taken out of the post after they had been tried. */
function readRemovedTargets(tx: Tx, postId: string): Promise<TargetRow[]> {
  return tx
    .select()
    .from(targets)
    .where(and(eq(targets.postId, postId), isNotNull(targets.removedAt)));
}

function waitingFieldsOf({ status, scheduledFor, updatedAt }: TargetRow): Partial<TargetRow> {
  return { status, scheduledFor, updatedAt, removedAt: null, errorCode: null, errorMessage: null };
}

function altTextsOf({ post, targets: rows, media }: PostRecord, input: UpdatePostInput) {
  const ids = media.map((item) => item.mediaAssetId);
  checkAltTexts(input.mediaAltText ?? {}, ids, rows);
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

async function checkContent(
  tx: Tx,
  { platforms }: RequestContext,
  next: PostRecord,
  shape: 'flat' | 'nested',
  timing: Timing['kind'],
): Promise<void> {
  const waits = next.post.status === 'SCHEDULED' || next.post.status === 'NEEDS_APPROVAL';
  const scheduled = timing === 'SCHEDULE' || (timing === 'KEEP' && waits);
  await checkPlatformRules({ db: tx, platforms }, shape, draftedContentOf(next), { draft: !scheduled });
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
  const removed = current.filter((row) => !nextIds.has(row.id));
  const idsOf = (rows: TargetRow[]): string[] => rows.map((row) => row.id);
  const untried = removed.filter(({ attemptCount }) => attemptCount === 0);
  if (untried.length > 0) await tx.delete(targets).where(inArray(targets.id, idsOf(untried)));
  const tried = removed.filter(({ attemptCount }) => attemptCount > 0);
  if (tried.length > 0) {
    await tx
      .update(targets)
      .set({ status: 'CANCELED', scheduledFor: null, removedAt: updatedAt, updatedAt })
      .where(inArray(targets.id, idsOf(tried)));
  }
  const currentById = new Map(current.map((row) => [row.id, row]));
  for (const row of next) {
    const existing = currentById.get(row.id);
    if (existing === undefined) {
      await tx.insert(targets).values(row).onConflictDoUpdate({ target: targets.id, set: row });
    } else if (!isSameTarget(existing, row)) {
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
      await tx
        .update(targets)
        .set({ status: 'DRAFT', scheduledFor: null })
        .where(and(eq(targets.postId, id), isNull(targets.removedAt)));
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
