import { sql } from 'drizzle-orm';
import { boolean, index, integer, jsonb, pgTable, primaryKey, text, uniqueIndex } from 'drizzle-orm/pg-core';
import type { JsonObject } from '../../domain/json.js';
import type { PlatformName } from '../../domain/platforms.js';
import { instant } from './columns.js';
import { posts, publications } from './posts.js';
import { socialAccounts } from './social-accounts.js';
import { workspaces } from './workspaces.js';

/**
 * Comments under posts of connected accounts, including ours. They are other people's words, so they must not appear in
 * logs or histories.
 */
export const comments = pgTable(
  'comments',
  {
    id: text('id').primaryKey(),
    workspaceId: text('workspace_id')
      .notNull()
      .references(() => workspaces.id, { onDelete: 'cascade' }),
    socialAccountId: text('social_account_id')
      .notNull()
      .references(() => socialAccounts.id),
    platform: text('platform').$type<PlatformName>().notNull(),
    /** The post above the comment. Null if it was not published with Punctual. */
    postId: text('post_id').references(() => posts.id, { onDelete: 'set null' }),
    targetId: text('target_id'),
    externalPostId: text('external_post_id').notNull(),
    /** The platform's id of the comment. Null for our own reply whose id is not known. */
    externalCommentId: text('external_comment_id'),
    /**
     * The platform's id of the comment that this one replies to. Not a reference, because replies may be read first.
     */
    parentExternalId: text('parent_external_id'),
    authorExternalId: text('author_external_id'),
    authorHandle: text('author_handle'),
    authorName: text('author_name'),
    authorAvatarUrl: text('author_avatar_url'),
    text: text('text').notNull(),
    mine: boolean('mine').notNull(),
    /**
     * Whether the platform allows a reply. Deleted comments and those of disconnected accounts cannot be
     * replied to either.
     */
    canReply: boolean('can_reply').notNull(),
    /** The data that a reply to this comment needs besides its id. */
    reference: jsonb('reference').$type<JsonObject>(),
    externalUrl: text('external_url'),
    /** The publication of our own reply. Its status shows the progress. */
    replyPublicationId: text('reply_publication_id').references(() => publications.id, {
      onDelete: 'set null',
    }),
    readAt: instant('read_at'),
    postedAt: instant('posted_at').notNull(),
    createdAt: instant('created_at').notNull(),
    updatedAt: instant('updated_at').notNull(),
    /** When the platform first showed the comment. A reply that was never shown does not count as deleted. */
    seenAt: instant('seen_at'),
    /** When Punctual hid the comment on the platform, or noticed that it is hidden. Null while it is visible. */
    hiddenAt: instant('hidden_at'),
    /** When Punctual noticed that the comment is gone from the platform. */
    deletedAt: instant('deleted_at'),
    /** When the platform confirmed that it deleted the comment for us. A list that lags does not bring it back. */
    removedAt: instant('removed_at'),
    /** Since when comment.received has been waiting to be sent for the comment. Null if nothing is left to send. */
    announceSince: instant('announce_since'),
  },
  (table) => [
    uniqueIndex('comments_external')
      .on(table.socialAccountId, table.externalCommentId)
      .where(sql`${table.externalCommentId} is not null`),
    index('comments_workspace_posted').on(table.workspaceId, table.postedAt, table.id),
    index('comments_unread')
      .on(table.workspaceId, table.postedAt, table.id)
      .where(sql`${table.readAt} is null and not ${table.mine}`),
    index('comments_of_post').on(table.postId, table.postedAt, table.id),
    index('comments_thread').on(table.socialAccountId, table.externalPostId, table.postedAt, table.id),
    index('comments_answers')
      .on(table.socialAccountId, table.parentExternalId)
      .where(sql`${table.parentExternalId} is not null`),
    index('comments_own_answers')
      .on(table.socialAccountId, table.parentExternalId, table.postedAt, table.id)
      .where(sql`${table.mine} and ${table.parentExternalId} is not null`),
    uniqueIndex('comments_reply')
      .on(table.replyPublicationId)
      .where(sql`${table.replyPublicationId} is not null`),
    index('comments_announce')
      .on(table.announceSince, table.postedAt, table.id)
      .where(sql`${table.announceSince} is not null`),
    index('comments_created').on(table.createdAt),
    index('comments_updated').on(table.updatedAt).concurrently(),
  ],
);

/** The posts whose comments are read, with the time of the next read. */
export const commentFeeds = pgTable(
  'comment_feeds',
  {
    socialAccountId: text('social_account_id')
      .notNull()
      .references(() => socialAccounts.id),
    externalPostId: text('external_post_id').notNull(),
    workspaceId: text('workspace_id')
      .notNull()
      .references(() => workspaces.id, { onDelete: 'cascade' }),
    platform: text('platform').$type<PlatformName>().notNull(),
    /** The target that published the post. Null if it was not published with Punctual. */
    targetId: text('target_id'),
    publishedAt: instant('published_at').notNull(),
    /** When the comments are read next. Null: only when a user requests it. */
    dueAt: instant('due_at'),
    /** Until this time, one reader is working on the post. */
    claimedUntil: instant('claimed_until'),
    readAt: instant('read_at'),
    /** When all comments of the post were last read. A comment that such a read does not show is deleted. */
    readFullyAt: instant('read_fully_at'),
    /** The number of reads in a row that have failed. */
    failures: integer('failures').notNull().default(0),
    /** The cursor at which an unfinished read continues. */
    cursor: text('cursor'),
    /** The state of the unfinished read: its number of pages, and the newest comment at its start. */
    readingPages: integer('reading_pages').notNull().default(0),
    readingUntil: instant('reading_until'),
    /** The time of the newest comment that the last finished read knew. Older ones have been read. */
    knownUntil: instant('known_until'),
    /** When a full read was last requested. */
    wholeAskedAt: instant('whole_asked_at'),
    /** Since when the platform has reported, without interruption, that the post does not exist. */
    goneSince: instant('gone_since'),
    /** A digest of the last read, if it was a single page. If the same page comes again, nothing is written. */
    digest: text('digest'),
  },
  (table) => [
    primaryKey({ columns: [table.socialAccountId, table.externalPostId] }),
    index('comment_feeds_due')
      .on(table.dueAt)
      .where(sql`${table.dueAt} is not null`),
    index('comment_feeds_idle')
      .on(table.publishedAt)
      .where(sql`${table.dueAt} is null`),
  ],
);

/**
 * The budget of calls for reading comments and numbers that all accounts of a platform share. Sandbox accounts have
 * their own row.
 */
export const commentCalls = pgTable(
  'comment_calls',
  {
    platform: text('platform').$type<PlatformName>().notNull(),
    sandbox: boolean('sandbox').notNull(),
    /**
     * When the whole budget is available again; each used call postpones it by that call's part of a day. Null or past:
     * it is available.
     */
    callsAt: instant('calls_at'),
    /** The time until which nothing is read, because the platform reported that the quota is used up. */
    spentUntil: instant('spent_until'),
  },
  (table) => [primaryKey({ columns: [table.platform, table.sandbox] })],
);
