import { eq, inArray } from 'drizzle-orm';
import { changes, posts } from '../../db/schema/index.js';
import { AppError } from '../../domain/errors.js';
import type { RequestContext } from '../shared/context.js';
import { requireScope } from '../shared/rights/access.js';
import { lockPostWithRights } from '../post-records/lock-with-rights.js';
import type { DeliverWebhookStart } from '../shared/workflow-starter.js';
import { startDeliveries } from '../webhooks/stage.js';
import { cancelInTransaction } from './cancel.js';
import type { PostRecord, TargetRow } from '../post-records/records.js';
import { cancelRuns } from '../post-runs/stage-run.js';
import { allowedNow } from './internal/allowed.js';
import { changeUnderWay, checkUnchanged, type ChangeRow } from '../post-records/changes.js';
import { notPossible } from './internal/check-change.js';
import { checkAction } from './internal/checks.js';
import { isGone, requestRemoval } from './internal/request-removal.js';
import { awaitChanges, startChanges } from './start-change.js';
import { isUnconfirmed } from '../publishing/confirm-published.js';
import { callerOf, recordEvents } from '../timeline/record.js';

/** The error for deleting a post with a call of unknown outcome, because a post that may be public stays visible. */
function undecided(ctx: RequestContext, record: PostRecord): AppError<'INVALID_STATE'> {
  return new AppError(
    'INVALID_STATE',
    'The outcome of a publish call is still unknown. Cancel the post, and delete it once it has ended.',
    {
      status: record.post.status,
      allowed: allowedNow(ctx, record).filter((action) => action !== 'delete'),
    },
  );
}

/** The targets of which something is public, or may be. */
const publicTargets = (ctx: RequestContext, { targets }: PostRecord): TargetRow[] =>
  targets.filter(
    (target) => (target.status === 'PUBLISHED' || isUnconfirmed(target)) && !isGone(ctx, target),
  );

/** Refuses to go on after a removal that has ended without success, so that a repeated deletion calls no platform again. */
function checkNotRefused(rows: readonly ChangeRow[], targets: readonly TargetRow[]): void {
  for (const target of targets) {
    const last = rows.findLast(({ publicationId, kind }) => publicationId === target.id && kind === 'REMOVE');
    if (last?.status !== 'FAILED' && last?.status !== 'UNCONFIRMED') continue;
    const { errorCode, errorMessage } = last;
    throw notPossible(
      target,
      errorCode ?? 'CHANGE_UNCONFIRMED',
      `A target was not removed from its platform, so the post was not deleted: ${errorMessage ?? ''}`,
    );
  }
}

/** Removes the public targets, and waits a while. Throws unless all of them are gone. */
async function removePublicTargets(given: RequestContext, postId: string): Promise<void> {
  const { visible, asked } = await given.db.transaction(async (tx) => {
    const { ctx, record } = await lockPostWithRights(tx, given, postId, 'writePosts');
    checkAction(ctx, 'delete', record);
    const shown = publicTargets(ctx, record);
    if (shown.length > 0) requireScope(ctx, 'posts:publish');
    checkNotRefused(record.changes, shown);
    const removals = [];
    for (const target of shown) removals.push(await requestRemoval(tx, ctx, record, target));
    return { visible: shown, asked: removals.filter((removal) => removal !== null) };
  });
  const changeIds = asked.map(({ changeId }) => changeId);
  const starts = asked.flatMap(({ start }) => start ?? []);
  await startChanges(given, starts, given.requestId);
  await awaitChanges(given, changeIds);
  const rows = await given.db.select().from(changes).where(inArray(changes.id, changeIds));
  checkNotRefused(rows, visible);
  const open = rows.find(({ status }) => status !== 'DONE');
  if (open === undefined) return;
  throw changeUnderWay(
    { id: open.publicationId },
    'The targets are being removed from their platforms. Delete the post once they are gone.',
  );
}

/**
 * Soft-deletes a post (DELETE /posts/{id}). A scheduled or waiting post is canceled in the same transaction. With
 * `removePublic`, its public targets are removed from their platforms first, and the post stays until they are gone.
 */
export async function deletePost(
  ctx: RequestContext,
  { postId, removePublic = false }: { postId: string; removePublic?: boolean },
): Promise<void> {
  if (removePublic) await removePublicTargets(ctx, postId);
  const starts: DeliverWebhookStart[] = [];
  const record = await ctx.db.transaction(async (tx) => {
    starts.length = 0;
    const { record: locked } = await lockPostWithRights(tx, ctx, postId, 'writePosts');
    checkAction(ctx, 'delete', locked);
    // The result of the change of a deleted post would not be visible.
    checkUnchanged(locked.changes, locked.targets);
    // Another target may have become public during the removal.
    const [left] = removePublic ? publicTargets(ctx, locked) : [];
    if (left !== undefined)
      throw changeUnderWay(left, 'A target has become public in the meantime. Send the request again.');
    if (locked.post.status === 'SCHEDULED' || locked.post.status === 'NEEDS_APPROVAL') {
      const canceled = await cancelInTransaction(tx, ctx, locked, { isDeletion: true });
      if (canceled.results.some(({ result }) => result === 'IN_FLIGHT')) throw undecided(ctx, locked);
      starts.push(...canceled.starts);
    }
    await recordEvents(tx, ctx, postId, callerOf(ctx), [
      { kind: 'DELETED', detail: { status: locked.post.status } },
    ]);
    const now = ctx.clock.now();
    await tx.update(posts).set({ deletedAt: now, updatedAt: now }).where(eq(posts.id, postId));
    return locked;
  });
  if (record.post.status === 'SCHEDULED') await cancelRuns(ctx, record);
  await startDeliveries(ctx, starts);
}
