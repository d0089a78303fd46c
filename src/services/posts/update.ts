import { isDeepStrictEqual } from 'node:util';
import { and, eq, inArray, isNull } from 'drizzle-orm';
import type { Queryable, Tx } from '../../db/client.js';
import { postMedia, posts, targets } from '../../db/schema/index.js';
import { AppError, notFound } from '../../domain/errors.js';
import { allowedActions } from '../../domain/post-actions.js';
import { derivePostStatus, type PostStatus } from '../../domain/post-status.js';
import type { PublishPostStart } from '../../temporal/workflow-starter.js';
import { authorizeResource } from '../shared/access.js';
import type { RequestContext } from '../shared/context.js';
import { isUnclear, readAttempted } from '../attempts/last-attempts.js';
import { lockPostWithRights } from '../shared/rights-now.js';
import { checkBeforeFetch } from './internal/before-fetch.js';
import { checkPlatformRules, resolveAccounts, toDrafted, type DraftedContent } from './content.js';
import { callerOf, recordEvents, type TimelineEntry } from '../timeline/record.js';
import { draftedContentOf } from './internal/drafted-content.js';
import { approvalRequested, needsApproval, stageOrHold, withoutApproval } from './approval-gate.js';
import { readPostView } from './get.js';
import { mergeContent } from './internal/merge-content.js';
import { mediaIdsIn, readPost, toPostView, type PostRecord, type TargetRow } from './post-records.js';
import { changedFields, isSameContent, isSamePublication, isSameTarget } from './internal/post-comparison.js';
import { cancelRuns, checkAction, checkFuture, oweCancellations, startStagedRun } from './run-staging.js';
import type { PostView, PostWarning, UpdatePostInput } from './types.js';
import { checkAccounts, waitingTargets, withWarnings } from './internal/warnings.js';
import { hasMediaItems, withMediaItems } from './internal/url-media.js';

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
    const { before, after, start, replaced, warnings } = changed;
    if (after === before) return toPostView(before);
    if (replaced) await cancelRuns(ctx, before);
    if (start !== null) await startStagedRun(ctx, { ...start, requestId: ctx.requestId });
    return withWarnings(await readPostView(ctx, input.postId), warnings);
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
  const next = withoutApproval(current, await mergeContent(q, ctx, current, input));
  const timing = heldTiming(ctx, current, next, timingOf(ctx, current, input));
  await checkUnclear(q, current, next, timing.kind);
  return { next, timing };
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
  warnings: PostWarning[];
}

function writeChange(
  given: RequestContext,
  input: UpdatePostInput,
  checked: RuledContent,
): Promise<Written | 'OTHER_CONTENT'> {
  return given.db.transaction(async (tx) => {
    const { ctx, record: locked } = await lockPostWithRights(tx, given, input.postId, 'writePosts');
    const { next, timing } = await planChange(tx, ctx, locked, input);
    if (!isDeepStrictEqual(ruledContentOf({ next, timing }), checked)) return 'OTHER_CONTENT';
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
  q: Queryable,
  current: PostRecord,
  next: PostRecord,
  timing: Timing['kind'],
): Promise<void> {
  const unclear = (await readAttempted(q, current.post.id)).filter(isUnclear).map(({ target }) => target.id);
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
  const post = { ...next.post, status: statusAfter(next), updatedAt };
  await tx.update(posts).set(post).where(eq(posts.id, post.id));
  await writeTargets(tx, current.targets, next.targets, updatedAt);
  await tx.delete(postMedia).where(eq(postMedia.postId, post.id));
  if (next.media.length > 0) await tx.insert(postMedia).values(next.media);
  return { ...next, post };
}

/** A post that has ended has the status of the targets that an edit has left it. */
function statusAfter({ post, targets: rows }: PostRecord): PostStatus {
  if (post.status !== 'FAILED' && post.status !== 'CANCELED') return post.status;
  return derivePostStatus(
    rows.map(({ status }) => status),
    { running: false },
  );
}

async function writeTargets(tx: Tx, current: TargetRow[], next: TargetRow[], updatedAt: Date): Promise<void> {
  const nextIds = new Set(next.map((row) => row.id));
  const removed = current.filter((row) => !nextIds.has(row.id));
  const idsOf = (rows: TargetRow[]): string[] => rows.map((row) => row.id);
  const isTried = ({ attemptCount, lookFirstSince }: TargetRow): boolean =>
    attemptCount > 0 || lookFirstSince !== null;
  const untried = removed.filter((row) => !isTried(row));
  if (untried.length > 0) await tx.delete(targets).where(inArray(targets.id, idsOf(untried)));
  const tried = removed.filter(isTried);
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
