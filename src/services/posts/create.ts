import type { Queryable } from '../../db/client.js';
import { undoable } from '../../db/undoable.js';
import { optionMediaIn } from '../../domain/option-media.js';
import { AppError } from '../../domain/errors.js';
import { checkAltTexts } from '../post-records/alt-texts.js';
import { claimReference, findReferencedPost } from '../post-records/client-references.js';
import { toPostView, type PostRecord } from '../post-records/records.js';
import type { PostView } from '../post-records/types.js';
import { startStagedRun } from '../post-runs/stage-run.js';
import { countNewPost, isCounted } from '../quotas/post-quota.js';
import { authorizeResource } from '../shared/access.js';
import type { RequestContext } from '../shared/context.js';
import { holdRights } from '../shared/rights-now.js';
import { callerOf, eventRows } from '../timeline/record.js';
import { checkBeforeFetch, checkPostQuota } from './internal/before-fetch.js';
import { checkPlatformRules, warningsFor, type ContentWarning } from './internal/check-content.js';
import { checkFuture } from './internal/checks.js';
import {
  checkNamedMedia,
  joinAccounts,
  readTargetAccounts,
  toDrafted,
  workspaceOf,
  type ResolvedTarget,
} from './internal/content.js';
import { insertPost } from './internal/insert-post.js';
import { creationOf, newPostRecord, startOrderOf } from './internal/new-post.js';
import { withMediaItems } from './internal/url-media.js';
import { warningsOf, withWarnings } from './internal/warnings.js';
import type { CreatePostInput } from './types.js';

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
export async function createPost(caller: RequestContext, given: CreatePostInput): Promise<Created> {
  const accounts = await readTargetAccounts(caller.db, given.targets);
  const workspaceId = workspaceOf(given.targets, accounts);
  authorizeResource(caller.reach, workspaceId, 'writePosts');
  const named = joinAccounts(given.targets, accounts, workspaceId);

  // Looked for before anything is checked: a repeat must find its post even when its time has passed meanwhile.
  const { clientReferenceId } = given;
  const earlier = await findReferencedPost(caller, workspaceId, clientReferenceId);
  if (earlier !== undefined) return { post: earlier, replayed: true };

  if (given.scheduledFor !== null) checkFuture(given.scheduledFor, caller.clock.now(), 'scheduledFor');
  const terms = {
    workspaceId,
    checkFirst: () => checkFirst(caller, workspaceId, given, named),
    isUsed: ({ replayed }: Created) => !replayed,
  };
  return withMediaItems(caller, given, terms, async (input) => {
    // An account may be disconnected while media are fetched.
    const connected = input === given ? accounts : await readTargetAccounts(caller.db, input.targets);
    const resolved = joinAccounts(input.targets, connected, workspaceId);
    const found = await checkContent(caller, workspaceId, input, resolved);

    return withRightsAsStored(caller, workspaceId, async (ctx) => {
      const record = newPostRecord(ctx, workspaceId, input, resolved);
      const events = eventRows(ctx, record.post.id, callerOf(ctx), creationOf(record.post));
      const outcome = await inTransaction<Outcome>(
        ctx,
        isOneStatement(ctx, workspaceId, input),
        async (q, undo) => {
          if (!(await claimReference(q, record.post, clientReferenceId))) return 'REFERENCE_TAKEN';
          await checkNamedMedia(q, workspaceId, input);
          if (!(await insertPost(q, record, events))) return undo('RIGHTS_CHANGED');
          await countNewPost(q, ctx, workspaceId);
          return 'STORED';
        },
      );
      if (outcome === 'RIGHTS_CHANGED') return outcome;
      if (outcome === 'REFERENCE_TAKEN') {
        const now = await holdRights(ctx.db, ctx, workspaceId, 'writePosts');
        return twinOf(now, workspaceId, clientReferenceId);
      }

      const start = startOrderOf(record, ctx.requestId);
      const promoted = start === null ? undefined : await startStagedRun(ctx, start);
      return createdView({ ...record, post: promoted ?? record.post }, resolved, found);
    });
  });
}

async function checkFirst(
  ctx: RequestContext,
  workspaceId: string,
  input: CreatePostInput,
  resolved: ResolvedTarget[],
): Promise<void> {
  const targets = resolved.map((target) => ({ ...target.input, ...toDrafted(target) }));
  await checkBeforeFetch(ctx, { ...input, workspaceId, targets });
  await checkPostQuota(ctx, workspaceId);
}

async function checkContent(
  ctx: RequestContext,
  workspaceId: string,
  input: CreatePostInput,
  resolved: ResolvedTarget[],
): Promise<ContentWarning[]> {
  await checkNamedMedia(ctx.db, workspaceId, input);
  checkAltTexts(input.mediaAltText, input.mediaIds, input.targets);
  const content = { ...input, workspaceId, targets: resolved.map(toDrafted) };
  return checkPlatformRules(ctx, content, { at: input.scheduledFor, postId: null });
}

type Outcome = 'STORED' | 'REFERENCE_TAKEN' | 'RIGHTS_CHANGED';

/** Has a post stored by its author as they are at that moment: once more with the rights of now where those have changed. */
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

/** What needs nothing but the post itself is one statement: without a transaction around it, it is one round trip. */
function isOneStatement(ctx: RequestContext, workspaceId: string, input: CreatePostInput): boolean {
  const hasMedia =
    input.mediaIds.length > 0 ||
    input.targets.some(
      ({ mediaIds, platformOptions }) => mediaIds.length > 0 || optionMediaIn(platformOptions).length > 0,
    );
  return input.clientReferenceId === null && !hasMedia && !isCounted(ctx, workspaceId);
}

function inTransaction<T>(
  { db }: RequestContext,
  isNeedless: boolean,
  work: (q: Queryable, undo: (result: T) => T) => Promise<T>,
): Promise<T> {
  return isNeedless ? work(db, (result) => result) : undoable(db, work);
}

/** The post of the call that was quicker with the same reference. */
async function twinOf(
  ctx: RequestContext,
  workspaceId: string,
  clientReferenceId: string | null,
): Promise<Created> {
  const post = await findReferencedPost(ctx, workspaceId, clientReferenceId);
  if (post === undefined) throw new AppError('RETRY', 'The client reference is being used. Try again.', {});
  return { post, replayed: true };
}

function createdView(record: PostRecord, resolved: ResolvedTarget[], found: ContentWarning[]): Created {
  const grantById = new Map(resolved.map(({ account }) => [account.id, account]));
  const isDraft = record.post.status === 'DRAFT';
  const warnings = [
    ...(isDraft ? [] : warningsOf(record.targets, grantById, record.post.scheduledAt)),
    ...warningsFor(found, record.targets),
  ];
  return { post: withWarnings(toPostView(record), warnings), replayed: false };
}
