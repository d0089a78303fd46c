import { eq } from 'drizzle-orm';
import { posts } from '../../db/schema/index.js';
import { undoable } from '../../db/undoable.js';
import { optionMediaIn } from '../../domain/option-media.js';
import { noteForeignMedia } from '../media/foreign-media.js';
import { requireWaitingPostSlot } from '../plan-limits/waiting-posts.js';
import { AppError } from '../../domain/errors.js';
import { checkAltTexts, mediaPlacesIn } from '../post-records/alt-texts.js';
import { claimReference, findReferencedPost } from '../post-records/client-references.js';
import { namedMediaIdsIn, type PostRecord } from '../post-records/records.js';
import { toPostView } from '../post-records/view.js';
import type { ContentCheck, PostView } from '../post-records/types.js';
import { startStagedRun } from '../post-runs/stage-run.js';
import { countNewPost, isCounted } from '../plan-limits/post-limit.js';
import type { RequestContext } from '../shared/context.js';
import { findOut } from '../shared/rows/find-out.js';
import { holdRights } from '../shared/rights/rights-now.js';
import type { DeliverWebhookStart } from '../shared/workflow-starter.js';
import { callerOf, eventRows, type EventRow } from '../timeline/record.js';
import { emitPostEvent, postEventOf } from '../webhooks/emit-post-event.js';
import { startDeliveries } from '../webhooks/stage.js';
import { checkBeforeFetch, checkPostLimit } from './internal/before-fetch.js';
import { checkPlatformRules } from './internal/check-content.js';
import { checkFuture } from './internal/checks.js';
import { checkNamedMedia } from './internal/named-media.js';
import { toDrafted } from './internal/platform-violations.js';
import {
  authorizeHome,
  connectedOf,
  joinAccounts,
  readKnownAccounts,
  readTargetAccounts,
  type ResolvedTarget,
} from './internal/target-accounts.js';
import { insertPost } from './internal/insert-post.js';
import { creationOf, newPostRecord, startOrderOf } from './internal/new-post.js';
import { withMediaItems } from './internal/url-media.js';
import { grantWarnings, withWarnings } from './internal/warnings.js';
import type { CreatePostInput } from './types.js';

/** How many times a post is built again if rights or settings change while it is being stored. */
const storeTriesMax = 3;

interface Created {
  post: PostView;
  replayed: boolean;
}

/**
 * Creates a draft, or a scheduled post whose run is started (POST /posts). If the clientReferenceId was used in the
 * last 24 hours, returns the post of that request.
 */
export async function createPost(caller: RequestContext, given: CreatePostInput): Promise<Created> {
  const known = await readKnownAccounts(caller.db, given.targets);
  const earlier = await findEarlier(caller, known, given);
  if (earlier !== undefined) return { post: earlier, replayed: true };

  const accounts = connectedOf(known);
  const workspaceId = authorizeHome(caller.reach, given, accounts);
  const named = joinAccounts(given, accounts, workspaceId);

  if (given.scheduledFor !== null) checkFuture(given.scheduledFor, caller.clock.now(), 'scheduledFor');
  const terms = {
    workspaceId,
    checkFirst: () => checkFirst(caller, workspaceId, given, named),
    isUsed: ({ replayed }: Created) => !replayed,
  };
  return withMediaItems(caller, given, terms, async (input) => {
    // An account may be disconnected while media are fetched.
    const connected = input === given ? accounts : await readTargetAccounts(caller.db, input.targets);
    const resolved = joinAccounts(input, connected, workspaceId);
    const checked = await checkContent(caller, workspaceId, input, resolved);

    return withRightsAsStored(caller, workspaceId, async (ctx) => {
      const record = newPostRecord(ctx, workspaceId, input, resolved);
      const { id: postId, status } = record.post;
      const events = eventRows(ctx, postId, callerOf(ctx), creationOf(record.post));
      const store = async (): Promise<Stored> =>
        (await storeAtOnce(ctx, record, events, input)) ??
        undoable<Stored>(ctx.db, async (tx, undo) => {
          if (!(await claimReference(tx, record.post, input.clientReferenceId)))
            return notStored('REFERENCE_TAKEN');
          const mediaIds = namedMediaIdsIn(record);
          // The workspace is locked before its media, in the order that its deletion uses.
          if (mediaIds.length > 0) await holdRights(tx, ctx, workspaceId, 'writePosts');
          const { hasForeign } = await checkNamedMedia(tx, ctx, { workspaceId }, input);
          if (!(await insertPost(tx, record, events))) return undo(notStored('RIGHTS_CHANGED'));
          if (hasForeign) await noteForeignMedia(tx, record.post, mediaIds);
          await countNewPost(tx, ctx, workspaceId);
          return { outcome: 'STORED', starts: await emitPostEvent(tx, ctx, { postId, workspaceId, status }) };
        });
      const { outcome, starts } = await findOut(store, {
        isStored: async () => (await ctx.db.$count(posts, eq(posts.id, postId))) > 0,
        // The response of the transaction was lost, so its deliveries are unknown here; the sweep starts them.
        stored: { outcome: 'STORED', starts: [] },
        hasWritten: (stored) => stored.outcome === 'STORED',
      });
      if (outcome === 'RIGHTS_CHANGED') return outcome;
      if (outcome === 'REFERENCE_TAKEN') {
        const now = await holdRights(ctx.db, ctx, workspaceId, 'writePosts');
        return twinOf(now, workspaceId, input.clientReferenceId);
      }

      const start = startOrderOf(record, ctx.requestId);
      const promoted = start === null ? undefined : await startStagedRun(ctx, start);
      await startDeliveries(ctx, starts);
      return createdView({ ...record, post: promoted ?? record.post }, resolved, checked);
    });
  });
}

/**
 * Finds the post of an earlier request with the same reference. Only the rights are checked before, because a repeat
 * must find its post even if the time has passed or an account was disconnected since.
 */
async function findEarlier(
  caller: RequestContext,
  known: Awaited<ReturnType<typeof readKnownAccounts>>,
  given: CreatePostInput,
): Promise<PostView | undefined> {
  const { clientReferenceId } = given;
  if (clientReferenceId === null) return undefined;
  return findReferencedPost(caller, authorizeHome(caller.reach, given, known), clientReferenceId);
}

type Outcome = 'STORED' | 'REFERENCE_TAKEN' | 'RIGHTS_CHANGED';

interface Stored {
  outcome: Outcome;
  /** The deliveries of the webhook event. */
  starts: DeliverWebhookStart[];
}

const notStored = (outcome: Outcome): Stored => ({ outcome, starts: [] });

/**
 * Stores a simple post with one statement and no transaction, which takes one round trip. Returns undefined if the
 * transaction is needed: because of the input, because an endpoint must be notified, or because rights have changed.
 */
async function storeAtOnce(
  ctx: RequestContext,
  record: PostRecord,
  events: readonly EventRow[],
  input: CreatePostInput,
): Promise<Stored | undefined> {
  const { workspaceId, status } = record.post;
  if (!isOneStatement(ctx, workspaceId, input)) return undefined;
  const isStored = await insertPost(ctx.db, record, events, { unlessHeard: postEventOf(status) });
  return isStored ? { outcome: 'STORED', starts: [] } : undefined;
}

async function checkFirst(
  ctx: RequestContext,
  workspaceId: string,
  input: CreatePostInput,
  resolved: ResolvedTarget[],
): Promise<void> {
  await checkBeforeFetch(ctx, { ...input, workspaceId, targets: resolved.map(toDrafted) });
  await checkPostLimit(ctx, workspaceId);
}

async function checkContent(
  ctx: RequestContext,
  workspaceId: string,
  input: CreatePostInput,
  resolved: ResolvedTarget[],
): Promise<ContentCheck> {
  if (input.scheduledFor !== null) await requireWaitingPostSlot(ctx.db, ctx, workspaceId);
  await checkNamedMedia(ctx.db, ctx, { workspaceId }, input);
  checkAltTexts(input.mediaAltText, input.mediaIds, mediaPlacesIn(input));
  const content = { ...input, workspaceId, targets: resolved.map(toDrafted) };
  return checkPlatformRules(ctx, content, { at: input.scheduledFor, postId: null });
}

/** Stores the post with its author's current rights, and tries again if those change in the meantime. */
async function withRightsAsStored(
  caller: RequestContext,
  workspaceId: string,
  store: (ctx: RequestContext) => Promise<Created | 'RIGHTS_CHANGED'>,
): Promise<Created> {
  let ctx = caller;
  for (let tries = 1; tries <= storeTriesMax; tries += 1) {
    const created = await store(ctx);
    if (created !== 'RIGHTS_CHANGED') return created;
    ctx = await holdRights(ctx.db, ctx, workspaceId, 'writePosts');
  }
  throw new AppError('RETRY', 'The workspace is being changed. Try again.', {});
}

function isOneStatement(ctx: RequestContext, workspaceId: string, input: CreatePostInput): boolean {
  const hasMedia =
    [input, ...mediaPlacesIn(input)].some(({ mediaIds }) => mediaIds.length > 0) ||
    input.targets.some(({ platformOptions }) => optionMediaIn(platformOptions).length > 0);
  return input.clientReferenceId === null && !hasMedia && !isCounted(ctx, workspaceId);
}

/** Returns the post of a concurrent request with the same reference that was faster. */
async function twinOf(
  ctx: RequestContext,
  workspaceId: string,
  clientReferenceId: string | null,
): Promise<Created> {
  const post = await findReferencedPost(ctx, workspaceId, clientReferenceId);
  if (post === undefined)
    throw new AppError('RETRY', 'Another request with this clientReferenceId is running. Try again.', {});
  return { post, replayed: true };
}

function createdView(record: PostRecord, resolved: ResolvedTarget[], checked: ContentCheck): Created {
  const { status, scheduledAt } = record.post;
  const ofGrants = resolved.flatMap(({ account }) =>
    grantWarnings(account, scheduledAt, { path: '', socialAccountId: account.id }),
  );
  const all = withWarnings(checked, status === 'DRAFT' ? [] : ofGrants);
  return { post: { ...toPostView(record), checked: all }, replayed: false };
}
