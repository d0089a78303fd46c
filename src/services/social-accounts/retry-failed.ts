import { and, asc, eq, gte, inArray, isNull, lt, ne, sql } from 'drizzle-orm';
import { alias } from 'drizzle-orm/pg-core';
import type { Tx } from '../../db/client.js';
import { posts, publications, socialAccounts, targets } from '../../db/schema/index.js';
import { reconnectionRetryMsMax } from '../../domain/limits.js';
import { actionFrom, isActionAllowed } from '../../domain/post-actions.js';
import type { PostStatus } from '../../domain/post-status.js';
import type { DeliverWebhookStart, PublishPostStart } from '../shared/workflow-starter.js';
import type { ServiceDeps } from '../shared/context.js';
import { failedButApproved } from '../post-runs/approval-gate.js';
import { dueOf, lockPost, type TargetRow } from '../post-records/records.js';
import { stageRun, startStagedRun } from '../post-runs/stage-run.js';
import { emitPostEvent } from '../webhooks/emit-post-event.js';
import { startDeliveries } from '../webhooks/stage.js';
import { accountKeeper, recordEvents } from '../timeline/record.js';

/**
 * The number of posts that one call handles. The reconciler handles the rest. Posts that are being published do not
 * count.
 */
const postsAtOnceMax = 100;
/** A run that had read the dead grant just before the reconnection may record its failure up to this long after it. */
const lateFailureMsMax = 60_000;
const errorCode = 'PLATFORM_AUTH_FAILED';

/** The targets and parts that have failed. */
const failed = alias(publications, 'failed');

interface PendingRetry {
  accountId: string;
  /** When the account was reconnected. */
  since: Date;
}

/**
 * Publishes posts again that failed because of the account's dead grant in the days before it was reconnected.
 * `retryOwedSince`, which was written with the reconnection, stays set until this is done, so a crash only delays it. A
 * target is looked up first if its last attempt requires that. Returns the number of posts.
 */
export async function retryFailedForAuth(deps: ServiceDeps, accountId: string): Promise<number> {
  const [account] = await deps.db
    .select({
      status: socialAccounts.status,
      since: socialAccounts.retryOwedSince,
      deletedAt: socialAccounts.deletedAt,
    })
    .from(socialAccounts)
    .where(eq(socialAccounts.id, accountId));
  if (account === undefined || account.since === null) return 0;
  const pending: PendingRetry = { accountId, since: account.since };
  const isLiving = account.status === 'ACTIVE' && account.deletedAt === null;
  const waiting = isLiving ? await failedPosts(deps, pending, actionFrom.retry, postsAtOnceMax) : [];
  let retried = 0;
  for (const { id } of waiting) {
    if (await retryOne(deps, pending, id)) retried += 1;
  }
  const isLater = deps.clock.now().getTime() > pending.since.getTime() + lateFailureMsMax;
  const isDone = waiting.length === 0 && isLater && !(await hasBusyPosts(deps, pending));
  if (!isLiving || isDone) await settle(deps, pending);
  return retried;
}

/** Whether there are posts whose run must end before they can be retried. */
async function hasBusyPosts(deps: ServiceDeps, pending: PendingRetry): Promise<boolean> {
  return (await failedPosts(deps, pending, ['PUBLISHING'], 1)).length > 0;
}

function failedPosts(
  { db }: ServiceDeps,
  { accountId, since }: PendingRetry,
  statuses: readonly PostStatus[],
  countMax: number,
) {
  return db
    .selectDistinct({ id: posts.id, scheduledAt: posts.scheduledAt })
    .from(failed)
    .innerJoin(targets, eq(targets.id, sql`coalesce(${failed.targetId}, ${failed.id})`))
    .innerJoin(posts, eq(posts.id, targets.postId))
    .where(
      and(
        eq(failed.socialAccountId, accountId),
        ne(failed.step, 'FIRST_COMMENT'),
        isNull(failed.publishedAt),
        isNull(failed.removedAt),
        eq(failed.status, 'FAILED'),
        eq(failed.errorCode, errorCode),
        isNull(failed.cancelRequestedAt),
        gte(sql`coalesce(${failed.lastAttemptAt}, ${failed.updatedAt})`, windowStart(since).toISOString()),
        // Runs staged later already used the new token, so skip them.
        lt(sql`coalesce(${failed.scheduledFor}, ${targets.scheduledFor})`, since.toISOString()),
        inArray(posts.status, statuses),
        isNull(posts.deletedAt),
        failedButApproved(),
      ),
    )
    .orderBy(asc(posts.scheduledAt), asc(posts.id))
    .limit(countMax);
}

/**
 * The earliest failure that is retried. A refused authorization counts as an attempt, whereas an edit changes only
 * `updatedAt`.
 */
function windowStart(since: Date): Date {
  return new Date(since.getTime() - reconnectionRetryMsMax);
}

async function retryOne(
  deps: ServiceDeps,
  { accountId, since }: PendingRetry,
  postId: string,
): Promise<boolean> {
  const isOwed = (target: TargetRow): boolean => {
    const due = dueOf(target);
    if (due?.status !== 'FAILED' || due.errorCode !== errorCode || due.cancelRequestedAt !== null)
      return false;
    const scheduledFor = due.scheduledFor ?? target.scheduledFor;
    return (
      target.socialAccountId === accountId &&
      (due.lastAttemptAt ?? due.updatedAt) >= windowStart(since) &&
      scheduledFor !== null &&
      scheduledFor < since
    );
  };
  const retried = await deps.db.transaction<Retried | undefined>(async (tx) => {
    const record = await lockPost(tx, postId);
    if (record === undefined || !isActionAllowed('retry', record.post.status)) return undefined;
    // The post was edited since it was listed, or approvals were turned on, so it needs an approval first.
    if (!(await isApproved(tx, postId))) return undefined;
    const picked = record.targets.filter(isOwed);
    if (picked.length === 0) return undefined;
    const dueAt = deps.clock.now();
    const scheduledAt = record.post.scheduledAt ?? dueAt;
    // A consent to a possible duplicate was given for the failed retry, not for this one.
    const staged = await stageRun(tx, deps, record, {
      dueAt,
      scheduledAt,
      picks: isOwed,
      republishUnconfirmed: false,
    });
    const targetIds = picked.map(({ id }) => id);
    await recordEvents(tx, deps, postId, accountKeeper, [
      {
        kind: 'RETRIED',
        detail: { targetIds, workflowId: staged.workflowId, because: 'ACCOUNT_RECONNECTED' },
      },
    ]);
    const { workspaceId } = record.post;
    const starts = await emitPostEvent(tx, deps, { postId, workspaceId, status: 'SCHEDULED' });
    return { start: staged, starts };
  });
  if (retried === undefined) return false;
  await startStagedRun(deps, retried.start);
  await startDeliveries(deps, retried.starts);
  return true;
}

async function isApproved(tx: Tx, postId: string): Promise<boolean> {
  const rows = await tx
    .select({ id: posts.id })
    .from(posts)
    .where(and(eq(posts.id, postId), failedButApproved()));
  return rows.length > 0;
}

interface Retried {
  start: PublishPostStart;
  starts: DeliverWebhookStart[];
}

/** Clears `retryOwedSince` unless the account was reconnected again meanwhile. */
async function settle({ db }: ServiceDeps, { accountId, since }: PendingRetry): Promise<void> {
  await db
    .update(socialAccounts)
    .set({ retryOwedSince: null })
    .where(and(eq(socialAccounts.id, accountId), eq(socialAccounts.retryOwedSince, since)));
}
