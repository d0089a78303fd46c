import { isDeepStrictEqual } from 'node:util';
import type { Queryable, Tx } from '../../db/client.js';
import { AppError } from '../../domain/errors.js';
import { lockPostWithRights } from '../post-records/lock-with-rights.js';
import { mediaIdsIn, namedMediaIdsIn, type PostRecord } from '../post-records/records.js';
import { toPostView } from '../post-records/view.js';
import type { ContentCheck, PostView } from '../post-records/types.js';
import { endReplacedRuns, startStagedRun } from '../post-runs/stage-run.js';
import type { RequestContext } from '../shared/context.js';
import type { DeliverWebhookStart, PublishPostStart } from '../shared/workflow-starter.js';
import { callerOf, recordEvents } from '../timeline/record.js';
import { isUnclear, readAttempted } from '../attempts/last-attempts.js';
import { emitPostEvent } from '../webhooks/emit-post-event.js';
import { startDeliveries } from '../webhooks/stage.js';
import { readPostView } from './get.js';
import { allowedNow } from './internal/allowed.js';
import { checkBeforeFetch } from './internal/before-fetch.js';
import { checkPlatformRules } from './internal/check-content.js';
import { checkAction } from './internal/checks.js';
import { toDrafted, type DraftedContent } from './internal/platform-violations.js';
import { resolveTargets } from './internal/target-accounts.js';
import { draftedContentOf } from './internal/drafted-content.js';
import { changedByOthers, readInReach, ruleChecksMax } from './internal/lock-checked.js';
import {
  checkClosedTargets,
  checkEditedComments,
  checkTimeIsKept,
  retryWaits,
} from './internal/edit-partly-public.js';
import { targetsMissing } from './internal/has-targets.js';
import { mergeContent } from './internal/merge-content.js';
import { checkMedia } from './internal/named-media.js';
import { isEditable, isPartlyPublic, isRetryWaiting } from './internal/partly-public.js';
import { isSamePublication, isUnchanged, withoutApproval } from './internal/post-comparison.js';
import { applyTiming, editEntries, withContentChange, timingOf, type Timing } from './internal/timing.js';
import { withMediaItems } from './internal/url-media.js';
import { checkAccounts, waitingTargets, withWarnings } from './internal/warnings.js';
import { writeContent } from './internal/write-content.js';
import type { UpdatePostInput } from './types.js';

/**
 * Changes a post that is not being published yet (PATCH /posts/{id}). Absent fields keep their value, and unchanged
 * data changes nothing. A new time stages a new run; `scheduledFor: null` makes the post a draft again. In a partly
 * public post, only failed targets and failed first comments can change. The platforms' rules are checked before the
 * post is locked, so that no other request waits for them. Under the lock, only the content is compared with the
 * checked one.
 */
export async function updatePost(caller: RequestContext, given: UpdatePostInput): Promise<PostView> {
  const { postId } = given;
  const found = await readInReach(caller, postId, 'writePosts');
  checkEditable(caller, found);

  const terms = {
    workspaceId: found.post.workspaceId,
    checkFirst: () => checkFirst(caller, found, given),
    knownIds: mediaIdsIn(found),
    isUsed: () => true,
  };
  return withMediaItems(caller, given, terms, async (input) => {
    // The post is read again, because another caller may have changed it while media were fetched.
    let current = input === given ? found : await readInReach(caller, postId, 'writePosts');
    for (let check = 1; ; check += 1) {
      const planned = ruledContentOf(await planChange(caller.db, caller, current, input), input);
      const isDue = dueOf(current);
      const checked = await checkPlatformRules(caller, planned.content, { at: planned.at, postId, isDue });

      const changed = await caller.db.transaction(async (tx) => {
        const { ctx, record } = await lockPostWithRights(tx, caller, postId, 'writePosts');
        const change = await planChange(tx, ctx, record, input);
        return isDeepStrictEqual(ruledContentOf(change, input), planned)
          ? writeChange(tx, ctx, record, change, checked)
          : null;
      });
      if (changed !== null) return startAndShow(caller, changed);
      if (check === ruleChecksMax) throw changedByOthers();
      current = await readInReach(caller, postId, 'writePosts');
    }
  });
}

/** Runs after the commit: ends replaced runs, starts the staged one, and returns the post. */
async function startAndShow(
  ctx: RequestContext,
  { before, after, start, starts, isRunReplaced, checked }: Written,
): Promise<PostView> {
  if (after === before) return { ...toPostView(before), checked };
  if (isRunReplaced) await endReplacedRuns(ctx, before);
  if (start !== null) await startStagedRun(ctx, { ...start, requestId: ctx.requestId });
  await startDeliveries(ctx, starts);
  return { ...(await readPostView(ctx, after.post.id)), checked };
}

/** Checks the parts of the edit that do not depend on the fetched files. */
async function checkFirst(ctx: RequestContext, record: PostRecord, input: UpdatePostInput): Promise<void> {
  const { shape, targets } = input;
  const stored = { ...draftedContentOf(record), shape };
  const named = { shape, targets: targets ?? [], mediaIds: input.mediaIds ?? [], parts: input.parts ?? [] };
  const resolved = targets && (await resolveTargets(ctx.db, ctx.reach, { shape, targets }, record));
  const replacesMedia = input.mediaItems !== undefined || input.mediaIds !== undefined;
  const next = {
    ...stored,
    caption: input.caption === undefined ? stored.caption : input.caption,
    parts: input.parts ?? stored.parts ?? [],
    mediaIds: replacesMedia ? named.mediaIds : stored.mediaIds,
    mediaAltText: { ...stored.mediaAltText, ...input.mediaAltText },
    targets: resolved?.map(toDrafted) ?? stored.targets,
    ...(input.mediaItems && { mediaItems: input.mediaItems }),
  };
  await checkBeforeFetch(ctx, next, { named, knownIds: namedMediaIdsIn(record) });
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
  checkEditable(ctx, current);
  const next = withoutApproval(current, await mergeContent(q, ctx, current, input));
  const timing = planTiming(ctx, current, next, input);
  // A scheduled post must have all its media, including those that the request does not name.
  if (timing.kind === 'SCHEDULE') await checkMedia(q, namedMediaIdsIn(next));
  checkKeepsTargets(current, next, timing, input);
  if (isPartlyPublic(current)) checkClosedTargets(ctx, current, next);
  await checkUnclear(q, ctx, current, next, timing.kind);
  if (isPartlyPublic(current)) checkEditedComments(ctx, current, next, input);
  return { next, timing };
}

function planTiming(
  ctx: RequestContext,
  current: PostRecord,
  next: PostRecord,
  input: UpdatePostInput,
): Timing {
  if (!isPartlyPublic(current)) return withContentChange(ctx, current, next, timingOf(ctx, current, input));
  checkTimeIsKept(ctx, current, input);
  return { kind: 'KEEP' };
}

/** Refuses an edit that leaves a post without accounts, unless the post is or becomes a draft. */
function checkKeepsTargets(
  current: PostRecord,
  next: PostRecord,
  { kind }: Timing,
  { shape, targets }: UpdatePostInput,
): void {
  const isDraft = kind === 'UNSCHEDULE' || (current.post.status === 'DRAFT' && kind !== 'SCHEDULE');
  if (isDraft || (next.targets.length > 0 && targets?.length !== 0)) return;
  throw targetsMissing(shape, 'Only a draft can be without accounts. Name at least one.');
}

/**
 * Selects the targets that the platforms' rules check. Public targets are not published again, so they are left out.
 */
function dueOf(current: PostRecord): (target: { socialAccountId: string }) => boolean {
  if (!isPartlyPublic(current)) return () => true;
  const open = current.targets.filter((row) => isEditable(current, row));
  return ({ socialAccountId }) => open.some((row) => row.socialAccountId === socialAccountId);
}

/** The content that the platforms' rules check, with the time that decides which rules apply. */
interface RuledContent {
  content: DraftedContent;
  /** The time at which the post is due. Null if it is a draft after the edit. */
  at: Date | null;
}

function ruledContentOf({ next, timing }: Change, input: UpdatePostInput): RuledContent {
  const waits = next.post.status === 'SCHEDULED' || next.post.status === 'NEEDS_APPROVAL';
  // The time of a partly public post has passed and does not say when the other targets are published.
  const keeps = timing.kind === 'KEEP' && waits && !isPartlyPublic(next);
  const kept = keeps ? next.post.scheduledAt : null;
  const content = draftedContentOf(next);
  // Findings refer to targets by their position in the request, which may leave some out.
  const named = (input.targets ?? []).map(({ socialAccountId }) => socialAccountId);
  const placeOf = ({ socialAccountId }: { socialAccountId: string }): number => {
    const place = named.indexOf(socialAccountId);
    return place < 0 ? named.length : place;
  };
  const targets = content.targets.toSorted((a, b) => placeOf(a) - placeOf(b));
  return { content: { ...content, shape: input.shape, targets }, at: 'at' in timing ? timing.at : kept };
}

interface Written {
  before: PostRecord;
  after: PostRecord;
  start: PublishPostStart | null;
  /** The deliveries of the webhook event about the change. */
  starts: DeliverWebhookStart[];
  isRunReplaced: boolean;
  checked: ContentCheck;
}

async function writeChange(
  tx: Tx,
  ctx: RequestContext,
  before: PostRecord,
  { next, timing }: Change,
  checked: ContentCheck,
): Promise<Written> {
  if (isUnchanged(before, next) && timing.kind === 'KEEP')
    return { before, after: before, start: null, starts: [], isRunReplaced: false, checked };
  const accountWarnings =
    timing.kind === 'SCHEDULE' ? await checkAccounts(tx, waitingTargets(next), timing.at) : [];
  const after = await writeContent(tx, ctx, before, next);
  const start = await applyTiming(tx, ctx, after, timing);
  await recordEvents(tx, ctx, before.post.id, callerOf(ctx), editEntries(before, next, timing, start));
  const starts = await tellStatus(tx, ctx, before, after, { timing, start });
  // With a new time, or none, the earlier run has nothing to publish. A run that kept its time continues.
  const isRunReplaced = before.post.status === 'SCHEDULED' && timing.kind !== 'KEEP';
  return { before, after, start, starts, isRunReplaced, checked: withWarnings(checked, accountWarnings) };
}

/** Emits the event of an edit: for a new time, for a needed approval, or for a post that the edit leaves CANCELED. */
async function tellStatus(
  tx: Tx,
  ctx: RequestContext,
  before: PostRecord,
  { post: { id: postId, workspaceId, status } }: PostRecord,
  { timing, start }: { timing: Timing; start: PublishPostStart | null },
): Promise<DeliverWebhookStart[]> {
  const event = { postId, workspaceId };
  if (timing.kind === 'SCHEDULE')
    return emitPostEvent(tx, ctx, { ...event, status: start === null ? 'NEEDS_APPROVAL' : 'SCHEDULED' });
  const isCanceled = timing.kind === 'KEEP' && status === 'CANCELED' && before.post.status !== status;
  return isCanceled ? emitPostEvent(tx, ctx, { ...event, status }) : [];
}

function checkEditable(ctx: RequestContext, record: PostRecord): void {
  checkAction(ctx, 'edit', record);
  if (isRetryWaiting(record)) throw retryWaits(ctx, record);
}

/**
 * Refuses changes to content that may already be public. A target with a call of unknown outcome must keep its content
 * and its place in the post, and its post cannot become a draft.
 */
async function checkUnclear(
  q: Queryable,
  ctx: RequestContext,
  current: PostRecord,
  next: PostRecord,
  timing: Timing['kind'],
): Promise<void> {
  const unclear = (await readAttempted(q, current.post.id)).filter(isUnclear).map(({ target }) => target.id);
  const targetIds = unclear.filter((id) => timing === 'UNSCHEDULE' || !isSamePublication(current, next, id));
  if (targetIds.length === 0) return;
  const { status } = current.post;
  const allowed = allowedNow(ctx, current).filter((action) => action !== 'edit');
  throw new AppError(
    'INVALID_STATE',
    'A call has sent this content, and whether it is public is not known. Retry the post, which looks at the platform first. If the target stays unconfirmed, say what you see on the platform with POST /posts/{id}/targets/{tid}/resolve.',
    { status, allowed, targetIds },
  );
}
