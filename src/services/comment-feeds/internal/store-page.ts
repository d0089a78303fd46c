import { sql } from 'drizzle-orm';
import { anyOf } from '../../../db/any-of.js';
import { comments, socialAccounts, targets } from '../../../db/schema/index.js';
import { paidReadsMonthOf } from '../../../domain/comments.js';
import { keptMsOf } from '../../../domain/retention.js';
import { passAssignmentsOn } from '../../comments/pass-assignments-on.js';
import { recogniseReplies } from '../../publishing/recognise-replies.js';
import type { ServiceDeps } from '../../shared/context.js';
import type { CleanComment } from './clean-comment.js';
import type { LoadedFeed } from './feed.js';
import { withinLimit } from './comment-limit.js';

export interface StoredPage {
  /** The number of new comments. */
  added: number;
  /** The number of known comments that changed, without our own replies. */
  changed: number;
  /** The number of new comments beyond the limit of the post. */
  leftOut: number;
}

type CommentRow = typeof comments.$inferSelect;

/**
 * Stores the new and changed comments of a page in one statement, at most `newMax` new ones. If a comment first arrived
 * under an unknown post id, it moves to our post that shows it too. Comments that are ours or older than the connection
 * are stored as read and send no event. A comment that was deleted with Punctual does not come back. Our own reply
 * keeps the text that was sent, even if the platform changes it. Nothing is stored for a disconnected account, even if
 * it is disconnected during the read: the disconnecting transaction waits for this statement.
 */
export async function storePage(
  deps: ServiceDeps,
  loaded: LoadedFeed,
  shown: readonly CleanComment[],
  newMax: number,
): Promise<StoredPage> {
  const page = stillKept(deps, shown);
  if (page.length === 0) return { added: 0, changed: 0, leftOut: 0 };
  const ours = page.filter(({ mine }) => mine);
  if (ours.length > 0) {
    await recogniseReplies(deps, loaded.feed.socialAccountId, ours);
    await adoptReplies(deps, loaded, ours);
  }
  const now = deps.clock.now();
  const since = loaded.account.commentsSince ?? loaded.account.createdAt;
  const taken = page.length <= newMax ? page : await withinLimit(deps, loaded, page, newMax);
  const rows = taken.map((comment) => toRow(deps, loaded, comment, { now, since }));
  const told = taken.filter(({ isHidden }) => isHidden !== undefined);
  const toldIds = told.map(({ externalCommentId }) => externalCommentId);
  const stored = await deps.db.execute<{ id: string; isNew: boolean; isReply: boolean }>(sql`
    with connected as materialized (
      select 1 from ${socialAccounts}
      where id = ${loaded.feed.socialAccountId} and deleted_at is null for share
    ), shown as (
      select * from json_populate_recordset(null::${comments}, ${JSON.stringify(rows)}::json)
    )
    insert into ${comments}
    select s.* from shown s where exists (select 1 from connected) and not exists (
      select 1 from ${comments} c
      where c.social_account_id = s.social_account_id and c.external_comment_id = s.external_comment_id
        and c.can_reply = s.can_reply and c.deleted_at is null
        and ((c.hidden_at is null) = (s.hidden_at is null) or not ${anyOf(sql`s.external_comment_id`, toldIds)})
        and (c.post_id is not null or s.post_id is null)
        and case when c.reply_publication_id is null then c.text = s.text else c.seen_at is not null end)
    on conflict (social_account_id, external_comment_id) where external_comment_id is not null
    do update set post_id = coalesce(${comments.postId}, excluded.post_id),
      target_id = coalesce(${comments.targetId}, excluded.target_id),
      external_post_id = case when ${comments.postId} is null and excluded.post_id is not null
        then excluded.external_post_id else ${comments.externalPostId} end,
      text = case when ${comments.replyPublicationId} is null then excluded.text else ${comments.text} end,
      hidden_at = case when not ${anyOf(sql`excluded.external_comment_id`, toldIds)} then ${comments.hiddenAt}
        when excluded.hidden_at is not null then coalesce(${comments.hiddenAt}, excluded.hidden_at) end,
      seen_at = coalesce(${comments.seenAt}, excluded.seen_at), can_reply = excluded.can_reply, deleted_at = null,
      author_handle = excluded.author_handle, author_name = excluded.author_name,
      author_avatar_url = excluded.author_avatar_url, reference = excluded.reference,
      external_url = coalesce(excluded.external_url, ${comments.externalUrl}), updated_at = excluded.updated_at
    where ${comments.removedAt} is null
    returning id, ${anyOf(
      sql`id`,
      rows.map(({ id }) => id),
    )} as "isNew",
      reply_publication_id is not null as "isReply"`);
  const newIds = stored.filter(({ isNew }) => isNew).map(({ id }) => id);
  await passAssignmentsOn(deps.db, newIds);
  const replies = stored.filter(({ isReply }) => isReply).length;
  const added = newIds.length;
  return { added, changed: stored.length - added - replies, leftOut: page.length - taken.length };
}

/** Leaves out comments that are too old to be kept, so that a read of an old post does not bring deleted ones back. */
function stillKept(
  { clock, retention }: Pick<ServiceDeps, 'clock' | 'retention'>,
  shown: readonly CleanComment[],
): readonly CleanComment[] {
  const keptMs = keptMsOf(retention.comments);
  if (keptMs === null) return shown;
  const oldest = clock.now().getTime() - keptMs;
  return shown.filter(({ postedAt }) => postedAt.getTime() >= oldest);
}

/** Builds the row of a new comment. It names every column, because a missing one would become null. */
function toRow(
  { newId }: Pick<ServiceDeps, 'newId'>,
  { feed, target }: LoadedFeed,
  comment: CleanComment,
  { now, since }: { now: Date; since: Date },
) {
  const isNews = !comment.mine && comment.postedAt >= since;
  return {
    id: newId('comment'),
    workspace_id: feed.workspaceId,
    social_account_id: feed.socialAccountId,
    platform: feed.platform,
    post_id: target?.postId ?? null,
    target_id: target === null ? null : feed.targetId,
    external_post_id: feed.externalPostId,
    external_comment_id: comment.externalCommentId,
    parent_external_id: comment.parentExternalId,
    author_external_id: comment.authorExternalId,
    author_handle: comment.authorHandle,
    author_name: comment.authorName,
    author_avatar_url: comment.authorAvatarUrl,
    text: comment.text,
    mine: comment.mine,
    can_reply: comment.canReply,
    reference: comment.reference,
    external_url: comment.externalUrl,
    reply_publication_id: null,
    read_at: isNews ? null : now,
    posted_at: comment.postedAt,
    created_at: now,
    updated_at: now,
    seen_at: now,
    hidden_at: comment.isHidden === true ? now : null,
    deleted_at: null,
    removed_at: null,
    announce_since: isNews ? now : null,
  } satisfies Record<string, CommentRow[keyof CommentRow]>;
}

/**
 * Copies the id of a public reply from its target to its comment. A reply has a comment row as soon as it is requested;
 * without the id in that row, the page would add a second row for it.
 */
async function adoptReplies(
  { db, clock }: ServiceDeps,
  { feed }: LoadedFeed,
  mine: readonly CleanComment[],
): Promise<void> {
  const shown = mine.map(({ externalCommentId, externalUrl, postedAt }) => ({
    id: externalCommentId,
    url: externalUrl,
    posted_at: postedAt,
  }));
  await db.execute(sql`
    update ${comments} c
    set external_comment_id = s.id, external_url = coalesce(c.external_url, s.url),
      posted_at = s.posted_at, updated_at = ${clock.now().toISOString()}::timestamptz
    from ${targets} t, json_to_recordset(${JSON.stringify(shown)}::json)
      as s(id text, url text, posted_at timestamptz)
    where c.social_account_id = ${feed.socialAccountId} and c.external_post_id = ${feed.externalPostId}
      and c.external_comment_id is null and c.reply_publication_id is not null
      and t.id = c.reply_publication_id and t.external_post_id = s.id
      and not exists (select 1 from ${comments} k
        where k.social_account_id = c.social_account_id and k.external_comment_id = s.id)`);
}

/**
 * Marks comments as deleted that a complete read does not show. Our own reply is only marked if an earlier read has
 * shown it, because lists may lag.
 */
export async function markDeleted(
  { db, clock }: ServiceDeps,
  { feed }: LoadedFeed,
  seenIds: ReadonlySet<string>,
  listedForMs?: number,
): Promise<number> {
  const now = sql`${clock.now().toISOString()}::timestamptz`;
  // Comments older than the platform's list may still exist, so they are not marked as deleted.
  const isListed =
    listedForMs === undefined
      ? sql`true`
      : sql`posted_at > ${now} - ${listedForMs} * interval '1 millisecond'`;
  const rows = await db.execute(sql`
    update ${comments} set deleted_at = ${now}, updated_at = ${now}
    where social_account_id = ${feed.socialAccountId} and external_post_id = ${feed.externalPostId}
      and deleted_at is null and external_comment_id is not null
      and (reply_publication_id is null or seen_at is not null)
      and external_comment_id <> all(${sql.param([...seenIds])}::text[]) and ${isListed}
    returning 1`);
  return rows.length;
}

/** Counts the comments that a page contained, known or not, because the platform charges for each of them. */
export async function countPaidReads(
  { db, clock }: ServiceDeps,
  socialAccountId: string,
  count: number,
): Promise<void> {
  if (count === 0) return;
  const month = paidReadsMonthOf(clock.now());
  await db.execute(sql`
    update ${socialAccounts} set paid_reads_month = ${month},
      paid_reads = case when paid_reads_month = ${month} then paid_reads else 0 end + ${count}::int
    where id = ${socialAccountId}`);
}
