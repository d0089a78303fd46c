import { sql } from 'drizzle-orm';
import { boolean, index, integer, jsonb, pgTable, primaryKey, text, uniqueIndex } from 'drizzle-orm/pg-core';
import type { JsonObject } from '../../domain/json.js';
import type { PlatformName } from '../../domain/platforms.js';
import { instant } from './columns.js';
import { posts } from './posts.js';
import { socialAccounts } from './social-accounts.js';
import { workspaces } from './workspaces.js';

/** Comments under posts of connected accounts, ours included. Other people's words: they are in no log and no history. */
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
    /** Null: the post was not made by us. */
    postId: text('post_id').references(() => posts.id, { onDelete: 'set null' }),
    targetId: text('target_id'),
    externalPostId: text('external_post_id').notNull(),
    /** Null: a reply of ours whose id there is not known. */
    externalCommentId: text('external_comment_id'),
    /** The comment that it answers, as the platform calls it: it may be read after its answers. */
    parentExternalId: text('parent_external_id'),
    authorExternalId: text('author_external_id'),
    authorHandle: text('author_handle'),
    authorName: text('author_name'),
    authorAvatarUrl: text('author_avatar_url'),
    text: text('text').notNull(),
    mine: boolean('mine').notNull(),
    /** As the platform says; what is deleted, or of an account that is gone, cannot be answered either. */
    canReply: boolean('can_reply').notNull(),
    /** What a reply to it needs beyond its id. */
    reference: jsonb('reference').$type<JsonObject>(),
    externalUrl: text('external_url'),
    /** A reply of ours is published as the one target of this post, whose status tells how far it is. */
    replyPostId: text('reply_post_id').references(() => posts.id, { onDelete: 'set null' }),
    readAt: instant('read_at'),
    postedAt: instant('posted_at').notNull(),
    createdAt: instant('created_at').notNull(),
    updatedAt: instant('updated_at').notNull(),
    /** When a read of the platform has first shown it; a reply that was never shown is not missed. */
    seenAt: instant('seen_at'),
    /** When it was gone from the platform. */
    deletedAt: instant('deleted_at'),
    /** While comment.received is owed for it: since when. */
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
    uniqueIndex('comments_reply_post')
      .on(table.replyPostId)
      .where(sql`${table.replyPostId} is not null`),
    index('comments_announce')
      .on(table.announceSince, table.postedAt, table.id)
      .where(sql`${table.announceSince} is not null`),
  ],
);

/** The posts whose comments are read, and when next. */
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
    /** Null: the post was not made by us. */
    targetId: text('target_id'),
    publishedAt: instant('published_at').notNull(),
    /** Null: it is read when somebody asks for it, and not by itself any more. */
    dueAt: instant('due_at'),
    /** Who reads it has it until then. */
    claimedUntil: instant('claimed_until'),
    readAt: instant('read_at'),
    /** When all of it was read last: what is missing then is deleted. */
    readFullyAt: instant('read_fully_at'),
    /** Reads in a row that have failed. */
    failures: integer('failures').notNull().default(0),
    /** Where a read that was not finished goes on. */
    cursor: text('cursor'),
    /** Of that read: how many pages it has had, and the newest comment that it began with. */
    readingPages: integer('reading_pages').notNull().default(0),
    readingUntil: instant('reading_until'),
    /** When the newest comment was written that the last finished read knew: what is older has been read. */
    knownUntil: instant('known_until'),
    /** When somebody asked last for all of it to be read. */
    wholeAskedAt: instant('whole_asked_at'),
    /** Since when the platform has said, without a break, that there is no such post. */
    goneSince: instant('gone_since'),
    /** Of what the last read has shown, where one page was all: the same again needs no write. */
    digest: text('digest'),
  },
  (table) => [
    primaryKey({ columns: [table.socialAccountId, table.externalPostId] }),
    index('comment_feeds_due')
      .on(table.dueAt)
      .where(sql`${table.dueAt} is not null`),
  ],
);

/** What reading comments uses of the calls that all accounts of a platform share; those of the sandbox have their own. */
export const commentCalls = pgTable(
  'comment_calls',
  {
    platform: text('platform').$type<PlatformName>().notNull(),
    sandbox: boolean('sandbox').notNull(),
    /** When the calls that were used are paid off, each with its part of a day; past or null: they are. */
    callsAt: instant('calls_at'),
    /** The platform said that they are used up: nobody's comments are read until then. */
    spentUntil: instant('spent_until'),
  },
  (table) => [primaryKey({ columns: [table.platform, table.sandbox] })],
);
