import { and, asc, count, eq, inArray, isNotNull, isNull, lte, notExists, or, type SQL } from 'drizzle-orm';
import type { Queryable } from '../../db/client.js';
import {
  commentFeeds,
  comments,
  publications,
  socialAccounts,
  webhookEvents,
} from '../../db/schema/index.js';
import type { ServiceDeps } from '../shared/context.js';

const rowsAtOnceMax = 1_000;

interface Forgetting {
  batchesMax: number;
  /** Whether the events about the comments are deleted, too. */
  events: boolean;
  /** For an account that was reconnected: only comments stored before this time are deleted. */
  until?: Date;
}

/**
 * Deletes what other people wrote under an account's posts, in batches: the enrolled posts, their comments, the
 * publications of our replies, and on request the events about the comments. A reply in progress is deleted once it has
 * ended. Safe to repeat. Returns whether nothing is left.
 */
export async function forgetCommentsOf(
  { db }: Pick<ServiceDeps, 'db'>,
  accountId: string,
  { batchesMax, events, until }: Forgetting,
): Promise<boolean> {
  const ofAccount = (table: typeof comments | typeof webhookEvents) =>
    and(eq(table.socialAccountId, accountId), until && lte(table.createdAt, until));
  const deletions = [
    ...(until === undefined ? [() => deleteFeeds(db, accountId)] : []),
    () => deleteComments(db, ofAccount(comments)),
    // Events come last: a reader that announces a comment locks its row until the events are written.
    ...(events ? [() => deleteEvents(db, ofAccount(webhookEvents))] : []),
  ];
  let batches = 0;
  for (const deleteBatch of deletions) {
    let deleted = rowsAtOnceMax;
    while (deleted === rowsAtOnceMax) {
      if (batches === batchesMax) return false;
      batches += 1;
      deleted = await deleteBatch();
    }
  }
  const left = await db.select({ id: comments.id }).from(comments).where(ofAccount(comments)).limit(1);
  return left.length === 0;
}

async function deleteFeeds(db: Queryable, accountId: string): Promise<number> {
  const { socialAccountId, externalPostId } = commentFeeds;
  const ofAccount = eq(socialAccountId, accountId);
  const some = db.select({ externalPostId }).from(commentFeeds).where(ofAccount).limit(rowsAtOnceMax);
  const deleted = db.delete(commentFeeds).where(and(ofAccount, inArray(externalPostId, some)));
  return (await deleted.returning({ externalPostId })).length;
}

/** Deletes comments, and the publications of our replies. Returns how many comments it deleted. */
export async function deleteComments(
  db: Queryable,
  which: SQL | undefined,
  rowsMax = rowsAtOnceMax,
): Promise<number> {
  const onItsWay = db
    .select({ id: publications.id })
    .from(publications)
    .where(and(eq(publications.id, comments.replyPublicationId), isNotNull(publications.runId)));
  const { id, replyPublicationId } = comments;
  const some = db.$with('some').as(
    db
      .select({ id, replyPublicationId })
      .from(comments)
      .where(and(which, notExists(onItsWay)))
      .limit(rowsMax),
  );
  // A reply that is sent again at this moment keeps its comment, too.
  const named = db.select({ id: some.replyPublicationId }).from(some);
  const replies = db.$with('replies').as(
    db
      .delete(publications)
      .where(and(inArray(publications.id, named), isNull(publications.runId)))
      .returning({ id: publications.id }),
  );
  const isFree = or(
    isNull(replyPublicationId),
    inArray(replyPublicationId, db.select({ id: replies.id }).from(replies)),
  );
  const gone = db.$with('gone').as(
    db
      .delete(comments)
      .where(and(inArray(id, db.select({ id: some.id }).from(some)), isFree))
      .returning({ id }),
  );
  const [row] = await db.with(some, replies, gone).select({ count: count() }).from(gone);
  return row?.count ?? 0;
}

async function deleteEvents(db: Queryable, which: SQL | undefined): Promise<number> {
  const { id } = webhookEvents;
  const some = db.select({ id }).from(webhookEvents).where(which).limit(rowsAtOnceMax);
  return (await db.delete(webhookEvents).where(inArray(id, some)).returning({ id })).length;
}

/**
 * Runs requested purges in at most `batchesMax` batches: the purge of `accountId` if it is given, otherwise the oldest
 * purges of up to `accountsMax` accounts.
 */
export async function runPurges(
  deps: Pick<ServiceDeps, 'db'>,
  {
    accountId,
    accountsMax = 1,
    batchesMax,
  }: { accountId?: string; accountsMax?: number; batchesMax: number },
): Promise<void> {
  const { id, purgeRequestedAt, deletedAt } = socialAccounts;
  const requested = await deps.db
    .select({ id, until: purgeRequestedAt, deletedAt })
    .from(socialAccounts)
    .where(and(isNotNull(purgeRequestedAt), accountId === undefined ? undefined : eq(id, accountId)))
    .orderBy(asc(purgeRequestedAt))
    .limit(accountsMax);
  for (const account of requested) {
    const { until } = account;
    if (until === null) continue;
    const before = account.deletedAt === null ? { until } : {};
    const isDone = await forgetCommentsOf(deps, account.id, { batchesMax, events: true, ...before });
    if (!isDone) continue;
    // The request stays if another purge was requested in the meantime.
    await deps.db
      .update(socialAccounts)
      .set({ purgeRequestedAt: null })
      .where(and(eq(id, account.id), eq(purgeRequestedAt, until)));
  }
}
