import { eq } from 'drizzle-orm';
import { socialAccounts } from '../../src/db/schema/index.js';
import { cancelPost } from '../../src/services/posts/cancel.js';
import { createPost } from '../../src/services/posts/create.js';
import { retryFirstComment } from '../../src/services/posts/retry-first-comment.js';
import { retryPost } from '../../src/services/posts/retry.js';
import { schedulePost } from '../../src/services/posts/schedule.js';
import type { UpdatePostInput } from '../../src/services/posts/types.js';
import { dueOf, statusOf } from '../../src/services/post-records/records.js';
import type { TargetInput } from '../../src/services/post-records/types.js';
import { updatePost } from '../../src/services/posts/update.js';
import { reconcile } from '../../src/services/reconcile/reconcile.js';
import { connectAccount } from '../harness/connect-account.js';
import { deleteSocialAccount } from '../../src/services/social-accounts/delete.js';
import { expireAccount } from '../../src/services/account-grants/expire.js';
import { attempt, nextText } from './attempt.js';
import { changePublic } from './change-public.js';
import { effectiveText } from './checks.js';
import type { Applied, Command, Create, Edit, PlatformKind } from './commands.js';
import { drive } from './drive.js';
import { restore } from './past.js';
import { readComments, reply, replyAgain, resolve } from './replies.js';
import type { Clause, World } from './world.js';

const postsMax = 3;

type EditCommand = Extract<Command, { do: 'edit' }>;

export async function execute(world: World, command: Command): Promise<Applied> {
  switch (command.do) {
    case 'create':
      return create(world, command);
    case 'edit':
      return edit(world, command);
    case 'cancel':
      return onPost(world, command.post, (postId) => cancel(world, postId));
    case 'retry':
      return onPost(world, command.post, (postId) => retry(world, postId, command.republish === true));
    case 'editFailed':
      return editFailed(world, command.post);
    case 'schedule':
      return onPost(world, command.post, (postId) => schedule(world, postId, command.inMs));
    case 'retryComment':
      return onPost(world, command.post, (postId) => retryComment(world, postId));
    case 'remove':
    case 'correct':
      return changePublic(world, command);
    case 'reply':
      return reply(world, command.account);
    case 'replyAgain':
      return replyAgain(world, command.nth, command.republish === true);
    case 'resolve':
      return resolve(world, command.nth);
    case 'readComments':
      return readComments(world);
    case 'disconnect':
    case 'reconnect':
    case 'expire':
      return changeAccount(world, command.do, command.account);
    case 'sweep':
      return sweep(world);
    case 'restore':
      return restore(world, command.back, command.told === true);
    case 'temporal':
      if (world.isTemporalAway === command.away) return 'SKIPPED';
      world.isTemporalAway = command.away;
      return 'DONE';
    default:
      return drive(world, command);
  }
}

/** Runs one sweep. While Temporal is away, it may fail like the real activity, and the next sweep continues. */
export async function sweep(world: World): Promise<Applied> {
  try {
    await reconcile(world.deps, { includeYoung: false });
    await world.temporal.settle();
    return 'DONE';
  } catch (error) {
    if (world.isTemporalAway) return 'REFUSED';
    throw error;
  }
}

async function create(
  world: World,
  { on, inMs, parts = 0, comment = false, draft = false }: Create,
): Promise<Applied> {
  if (world.postIds.length >= postsMax) return 'SKIPPED';
  const at = new Date(world.nowMs + inMs);
  return attempt(world, async () => {
    const { post } = await createPost(world.ctx, {
      shape: 'nested',
      caption: nextText(world),
      parts: Array.from({ length: parts }, () => ({ text: nextText(world), mediaIds: [] })),
      targets: on.map((kind) => targetInput(world.accountIds[kind], comment)),
      mediaIds: [],
      mediaAltText: {},
      scheduledFor: draft ? null : at,
      draftScheduledFor: null,
      timezone: null,
      clientReferenceId: null,
    });
    world.postIds.push(post.id);
  });
}

/** Stores a breach, which the next check reports. */
function tell(world: World, clause: Clause, text: string): void {
  world.breaches.push({ clause, text });
}

function targetInput(socialAccountId: string, comment: boolean): TargetInput {
  return {
    socialAccountId,
    captionOverride: null,
    firstComment: comment ? 'a first comment' : null,
    platformOptions: null,
    mediaIds: [],
  };
}

async function onPost(
  world: World,
  index: number,
  act: (postId: string) => Promise<unknown>,
): Promise<Applied> {
  const postId = world.postId(index);
  if (postId === undefined) return 'SKIPPED';
  return attempt(world, () => act(postId));
}

async function cancel(world: World, postId: string): Promise<void> {
  await cancelPost(world.ctx, { postId });
  world.everCancelled.add(postId);
  await world.read();
  const rows = world.targetsOf(postId);
  const failed = rows.filter((row) => statusOf(row) === 'FAILED').map(({ id }) => id);
  if (!world.wishes.cancelled.has(postId)) world.wishes.cancelled.set(postId, new Set(failed));
  for (const row of rows) {
    const { id } = row;
    const { status, cancelRequestedAt, lookFirstSince } = dueOf(row) ?? row;
    const waits = status === 'DRAFT' || status === 'SCHEDULED' || status === 'PUBLISHING';
    const isUnclear = isAttemptOpen(world, id) || lookFirstSince !== null;
    const isKept = status === 'PUBLISHING' && cancelRequestedAt !== null && isUnclear;
    if (waits && !isKept) tell(world, 'cancel-means-cancel', `${id} is ${status} after the cancel`);
  }
}

async function schedule(world: World, postId: string, inMs: number): Promise<void> {
  await schedulePost(world.ctx, { postId, scheduledAt: new Date(world.nowMs + inMs) });
  world.wishes.cancelled.delete(postId);
}

async function retry(world: World, postId: string, republishUnconfirmed: boolean): Promise<void> {
  const failed = world.targetsOf(postId).filter((row) => statusOf(row) === 'FAILED');
  await retryPost(world.ctx, { postId, republishUnconfirmed });
  if (failed.length === 0) tell(world, 'retry-means-something', 'a retry with nothing FAILED was accepted');
  world.wishes.cancelled.delete(postId);
  if (!republishUnconfirmed) return;
  for (const row of failed) {
    const key = world.contentKey(row.id, dueOf(row)?.step ?? 'POST');
    world.consents.set(key, (world.consents.get(key) ?? 0) + 1);
  }
}

/** Edits the failed target next to a public one, if nothing else forbids it, and retries the post. */
async function editFailed(world: World, index: number): Promise<Applied> {
  const postId = world.postId(index);
  const post = postId === undefined ? undefined : world.postRow(postId);
  if (postId === undefined || post?.status !== 'PARTIALLY_PUBLISHED') return 'SKIPPED';
  return attempt(world, async () => {
    const failed = world.targetsOf(postId).filter((row) => statusOf(row) === 'FAILED');
    const settled = failed.filter(({ id }) => !isAttemptOpen(world, id));
    const edited = (settled.length > 0 ? settled : failed).map((row) => ({
      ...targetInput(row.socialAccountId, row.firstComment !== null),
      captionOverride: nextText(world),
    }));
    await keepingOpenContent(world, postId, () =>
      updatePost(world.ctx, { shape: 'nested', postId, targets: edited }),
    );
    await retry(world, postId, false);
  });
}

async function retryComment(world: World, postId: string): Promise<void> {
  const [target] = world.targetsOf(postId).filter(({ comment }) => comment?.status === 'FAILED');
  if (target !== undefined) await retryFirstComment(world.ctx, { postId, targetId: target.id });
}

async function edit(world: World, { post, what, account }: EditCommand): Promise<Applied> {
  return onPost(world, post, async (postId) => {
    const change = changeOf(world, postId, what, account);
    if (change === undefined) return;
    await keepingOpenContent(world, postId, () =>
      updatePost(world.ctx, { shape: 'nested', postId, ...change }),
    );
    if (change.scheduledFor !== undefined) world.wishes.cancelled.delete(postId);
  });
}

async function keepingOpenContent(
  world: World,
  postId: string,
  change: () => Promise<unknown>,
): Promise<void> {
  const sent = openContent(world, postId);
  await change();
  await world.read();
  for (const { targetId, text, comment } of sent) {
    const now = world.rows.targets.find(({ id }) => id === targetId);
    const isSame = now !== undefined && effectiveText(world, now) === text && now.firstComment === comment;
    if (!isSame) tell(world, 'open-content-stays', `an edit changed ${targetId}, whose outcome is open`);
  }
}

function changeOf(
  world: World,
  postId: string,
  what: Edit,
  account: PlatformKind | undefined,
): Omit<UpdatePostInput, 'postId' | 'shape'> | undefined {
  const rows = world.targetsOf(postId);
  const inputs = rows.map((row) => targetInput(row.socialAccountId, row.firstComment !== null));
  switch (what) {
    case 'text':
      return { caption: nextText(world) };
    case 'comment':
      return {
        targets: inputs.map((input) => ({
          ...input,
          firstComment: input.firstComment === null ? 'a first comment' : null,
        })),
      };
    case 'drop':
      return inputs.length < 2 ? undefined : { targets: inputs.slice(1) };
    case 'add': {
      const absent = Object.values(world.accountIds).filter(
        (id) => !rows.some((row) => row.socialAccountId === id),
      );
      const missing =
        absent.find((id) => account !== undefined && id === world.accountIds[account]) ?? absent[0];
      return missing === undefined ? undefined : { targets: [...inputs, targetInput(missing, false)] };
    }
    case 'time':
      return { scheduledFor: new Date(world.nowMs + 120_000) };
    case 'unschedule':
      return { scheduledFor: null };
  }
}

/** Returns the contents of the targets with an unknown outcome. */
function openContent(world: World, postId: string) {
  return world
    .targetsOf(postId)
    .flatMap((target) =>
      isAttemptOpen(world, target.id)
        ? [{ targetId: target.id, text: effectiveText(world, target), comment: target.firstComment }]
        : [],
    );
}

function isAttemptOpen(world: World, targetId: string): boolean {
  return (
    stateOf(world, targetId) === 'UNKNOWN' || ['AMBIGUOUS', 'UNCONFIRMED'].includes(stateOf(world, targetId))
  );
}

/**
 * Returns the state of the last attempt at a target, or at the first of its parts that is not public. UNKNOWN: the call began, and its outcome is unknown.
 */
export function stateOf(world: World, targetId: string): string {
  const target = world.rows.targets.find(({ id }) => id === targetId);
  const last = world.lastAttempt(targetId, (target && dueOf(target)?.step) ?? 'POST');
  if (last === undefined) return 'NONE';
  return last.outcome ?? 'UNKNOWN';
}

async function changeAccount(
  world: World,
  change: 'disconnect' | 'reconnect' | 'expire',
  kind: PlatformKind,
): Promise<Applied> {
  const { deps, ctx } = world;
  const rows = await deps.db
    .select()
    .from(socialAccounts)
    .where(eq(socialAccounts.workspaceId, world.workspaceId));
  const fits = rows.filter((account) => {
    const works = account.deletedAt === null && account.status === 'ACTIVE';
    return works === (change !== 'reconnect');
  });
  const named = fits.find(({ id }) => id === world.accountIds[kind]);
  // At most a few accounts wait for a reconnection, so any of them is taken.
  const row = change === 'reconnect' ? (named ?? fits[0]) : named;
  if (row === undefined) return 'SKIPPED';
  const socialAccountId = row.id;
  return attempt(world, async () => {
    if (change === 'disconnect') {
      await deleteSocialAccount(ctx, { socialAccountId });
      world.wishes.disconnected.add(socialAccountId);
    } else if (change === 'expire') await expireAccount(deps, socialAccountId, row.credentialsVersion);
    else {
      await connectAccount(deps, {
        workspaceId: world.workspaceId,
        platform: row.platform,
        externalAccountId: row.externalAccountId,
        handle: row.handle,
        displayName: null,
        serviceUrl: null,
        sandbox: false,
        credentials: { token: 'new' },
        allowReplace: true,
      });
      world.wishes.disconnected.delete(socialAccountId);
    }
  });
}
