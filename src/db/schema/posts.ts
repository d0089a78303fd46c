import { sql } from 'drizzle-orm';
import {
  boolean,
  index,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  text,
  uniqueIndex,
  type AnyPgColumn,
} from 'drizzle-orm/pg-core';
import type { SavedPosition } from '../../domain/decide.js';
import type { JsonObject } from '../../domain/json.js';
import type { PostPart } from '../../domain/parts.js';
import type { PlatformName } from '../../domain/platforms.js';
import type { PostStatus, TargetStatus } from '../../domain/post-status.js';
import type { PublishStep } from '../../domain/workflow-contract.js';
import { instant } from './columns.js';
import { mediaAssets } from './media-assets.js';
import { socialAccounts } from './social-accounts.js';
import { users, workspaces } from './workspaces.js';

/**
 * The comment to reply to: its id at the platform, the other data that a reply needs, and the post that the comment is
 * under.
 */
export interface ReplyTo {
  externalPostId: string;
  reference: JsonObject | null;
  root: { externalPostId: string; reference: JsonObject | null };
}

export const posts = pgTable(
  'posts',
  {
    id: text('id').primaryKey(),
    workspaceId: text('workspace_id')
      .notNull()
      .references(() => workspaces.id, { onDelete: 'cascade' }),
    createdByUserId: text('created_by_user_id')
      .notNull()
      .references(() => users.id),
    status: text('status').$type<PostStatus>().notNull(),
    caption: text('caption'),
    /** The further parts, for every target that has none of its own. */
    parts: jsonb('parts').$type<PostPart[]>().notNull().default([]),
    scheduledAt: instant('scheduled_at'),
    timezone: text('timezone'),
    /** Counts the runs staged for this post; part of the workflow id. */
    generation: integer('generation').notNull(),
    workflowId: text('workflow_id'),
    /** The debt of a start: the id of the run as long as it has yet to be started in Temporal. */
    pendingWorkflowId: text('pending_workflow_id'),
    pendingSince: instant('pending_since'),
    approvedByUserId: text('approved_by_user_id').references(() => users.id),
    approvedAt: instant('approved_at'),
    /** The alt texts that were approved, by asset, including the assets' own. Null: no approval. */
    approvedAltTexts: jsonb('approved_alt_texts').$type<Record<string, string | null>>(),
    /** The alt texts, by asset, of media that only targets name. Null if there are none. */
    mediaAltText: jsonb('media_alt_text').$type<Record<string, string>>(),
    /** The reason that a reviewer gave for the last rejection. Null once the post is submitted again. */
    rejectionReason: text('rejection_reason'),
    /** The caller's own data, which Punctual does not use. */
    metadata: jsonb('metadata').$type<Record<string, string>>().notNull().default({}),
    createdViaApi: boolean('created_via_api').notNull(),
    createdViaFlatShape: boolean('created_via_flat_shape').notNull(),
    deletedAt: instant('deleted_at'),
    createdAt: instant('created_at').notNull(),
    updatedAt: instant('updated_at').notNull(),
  },
  (table) => {
    const live = sql`${table.deletedAt} is null`;
    return [
      index('posts_workspace_created').on(table.workspaceId, table.createdAt, table.id).where(live),
      index('posts_workspace_scheduled').on(table.workspaceId, table.scheduledAt, table.id).where(live),
      index('posts_workspace_status')
        .on(table.workspaceId, table.status, table.createdAt, table.id)
        .where(live),
      index('posts_metadata')
        .using('gin', sql`${table.metadata} jsonb_path_ops`)
        .where(sql`${table.metadata} <> '{}'::jsonb`),
      index('posts_pending')
        .on(table.pendingSince)
        .where(sql`${table.pendingWorkflowId} is not null`),
      index('posts_overdue')
        .on(table.status, table.scheduledAt)
        .where(sql`${table.status} in ('SCHEDULED', 'PUBLISHING')`),
      // The next two are for deleting old posts.
      index('posts_deleted')
        .on(table.deletedAt)
        .where(sql`${table.deletedAt} is not null`),
      index('posts_ended')
        .on(table.createdAt)
        .where(
          sql`${table.status} in ('PUBLISHED', 'PARTIALLY_PUBLISHED', 'FAILED', 'CANCELED') and ${table.deletedAt} is null`,
        ),
    ];
  },
);

/**
 * One thing to make public: a post on an account, a further part of it, its first comment, or a reply to a comment. The row decides
 * what comes next. Text and media of a post are content, which stays with the post and its target.
 */
export const publications = pgTable(
  'publications',
  {
    id: text('id').primaryKey(),
    /**
     * Null if the row is not the target of a post. A publication that follows a target belongs to the target's post, and
     * a reply to a comment to none.
     */
    postId: text('post_id').references(() => posts.id, { onDelete: 'cascade' }),
    /** The workspace of a reply to a comment. Null for posts and for publications that follow their targets. */
    workspaceId: text('workspace_id').references(() => workspaces.id, { onDelete: 'cascade' }),
    /** The target that this publication follows. Null for the target itself, and for a reply. */
    targetId: text('target_id').references((): AnyPgColumn => publications.id, { onDelete: 'cascade' }),
    step: text('step').$type<PublishStep>().notNull().default('POST'),
    /**
     * The target's position in the request, in which the API also shows targets. A further part has its position after
     * its target, and replies to the one before. A first comment comes last, whatever its order.
     */
    order: integer('order').notNull(),
    socialAccountId: text('social_account_id')
      .notNull()
      .references(() => socialAccounts.id),
    platform: text('platform').$type<PlatformName>().notNull(),
    status: text('status').$type<TargetStatus>().notNull(),
    /** The target's own text, or that of a reply. */
    captionOverride: text('caption_override'),
    /** The further parts in place of the post's. Null: those of the post. */
    partsOverride: jsonb('parts_override').$type<PostPart[]>(),
    firstComment: text('first_comment'),
    platformOptions: jsonb('platform_options').$type<JsonObject>(),
    mediaIds: jsonb('media_ids').$type<string[]>().notNull(),
    scheduledFor: instant('scheduled_for'),
    /** The comment that a reply answers, in the form that the platform's connector needs. Null for posts. */
    replyTo: jsonb('reply_to').$type<ReplyTo>(),
    /**
     * The time when a person canceled the publication while a call of unknown outcome kept it from becoming CANCELED.
     * After that, no new call begins.
     */
    cancelRequestedAt: instant('cancel_requested_at'),
    /**
     * Since when there may have been a call without an attempt row, because the database was restored to an earlier
     * state. The platform is looked up before the first call. Null if the rows are complete.
     */
    lookFirstSince: instant('look_first_since'),
    publishedAt: instant('published_at'),
    /** The published text. The content may have changed since. */
    publishedCaption: text('published_caption'),
    /**
     * Since when the post's status must be corrected and an event sent, because the target became public after the run
     * had ended. Null if there is nothing to correct.
     */
    correctionOwedSince: instant('correction_owed_since'),
    externalPostId: text('external_post_id'),
    externalUrl: text('external_url'),
    /** Data that a reply to the publication needs besides its id, such as a hash of its content. */
    externalReference: jsonb('external_reference').$type<JsonObject>(),
    /**
     * The object that the platform prepared (record key, container id). It stays across runs, because look-ups need
     * it.
     */
    prepared: jsonb('prepared').$type<JsonObject>(),
    /** How far the run has come, written before each wait. Null: at the beginning. */
    position: jsonb('position').$type<SavedPosition>(),
    /** The time slot for a call that a rate limit of the account gave to this publication. */
    paceSlotAt: instant('pace_slot_at'),
    /**
     * Whether a caller accepted a possible duplicate: an unconfirmed attempt that a look-up does not find is published
     * again.
     */
    republishUnconfirmed: boolean('republish_unconfirmed').notNull(),
    /** The run that publishes a reply, or retries a first comment. Set from the request until the run has ended. */
    runId: text('run_id'),
    runSince: instant('run_since'),
    /** Counts the runs staged for a reply; part of the workflow id. */
    runs: integer('runs').notNull().default(0),
    errorCode: text('error_code'),
    errorMessage: text('error_message'),
    attemptCount: integer('attempt_count').notNull(),
    lastAttemptAt: instant('last_attempt_at'),
    createdAt: instant('created_at').notNull(),
    updatedAt: instant('updated_at').notNull(),
    /**
     * When the target was removed from its post after an attempt, or the part from its target. Its attempts stay, in
     * case it is added again.
     */
    removedAt: instant('removed_at'),
    /** When the publication was removed from the platform. Its status stays PUBLISHED. */
    takenDownAt: instant('taken_down_at'),
  },
  (table) => [
    index('publications_post').on(table.postId, table.order),
    index('publications_target')
      .on(table.targetId, table.order)
      .where(sql`${table.targetId} is not null`),
    // Finds the posts whose comments should be read from now on.
    index('publications_published')
      .on(table.publishedAt)
      .where(
        sql`${table.publishedAt} is not null and ${table.targetId} is null and ${table.replyTo} is null`,
      ),
    index('publications_account').on(table.socialAccountId, table.publishedAt),
    index('publications_paced')
      .on(table.socialAccountId, table.paceSlotAt)
      .where(sql`${table.paceSlotAt} is not null`),
    index('publications_platform').on(table.platform, table.postId),
    // For counting the posts of all accounts of a platform on one day, whose number may be limited.
    index('publications_platform_day')
      .on(table.platform, table.scheduledFor)
      .where(sql`${table.status} in ('SCHEDULED', 'PUBLISHING', 'PUBLISHED')`),
    index('publications_workspace')
      .on(table.workspaceId)
      .where(sql`${table.workspaceId} is not null`),
    index('publications_run')
      .on(table.runSince)
      .where(sql`${table.runId} is not null`),
    index('publications_correction_owed')
      .on(table.correctionOwedSince)
      .where(sql`${table.correctionOwedSince} is not null`),
    // Finds publications that are still following public targets.
    index('publications_following')
      .on(table.updatedAt)
      .where(sql`${table.targetId} is not null and ${table.status} = 'PUBLISHING'`),
  ],
);

/** A target is the publication of a post on an account: a row with a post. A reply is read like one. */
export const targets = publications;

export const postMedia = pgTable(
  'post_media',
  {
    postId: text('post_id')
      .notNull()
      .references(() => posts.id, { onDelete: 'cascade' }),
    mediaAssetId: text('media_asset_id')
      .notNull()
      .references(() => mediaAssets.id),
    order: integer('order').notNull(),
    altText: text('alt_text'),
  },
  (table) => [
    primaryKey({ columns: [table.postId, table.order] }),
    index('post_media_asset').on(table.mediaAssetId),
  ],
);

/**
 * The assets of other workspaces that a post names, itself or in a target. Searching all posts of all workspaces before
 * an asset is deleted would take too long.
 */
export const foreignMedia = pgTable(
  'foreign_media',
  {
    mediaAssetId: text('media_asset_id')
      .notNull()
      .references(() => mediaAssets.id, { onDelete: 'cascade' }),
    postId: text('post_id')
      .notNull()
      .references(() => posts.id, { onDelete: 'cascade' }),
  },
  (table) => [
    primaryKey({ columns: [table.mediaAssetId, table.postId] }),
    index('foreign_media_post').on(table.postId),
  ],
);

/**
 * The client reference ids of each workspace. They have their own table, because the same value may be used again after
 * 24 hours. No foreign key to posts: the row is written first, so that concurrent creates queue behind its unique
 * index.
 */
export const clientReferences = pgTable(
  'client_references',
  {
    workspaceId: text('workspace_id')
      .notNull()
      .references(() => workspaces.id, { onDelete: 'cascade' }),
    clientReferenceId: text('client_reference_id').notNull(),
    postId: text('post_id').notNull(),
    createdAt: instant('created_at').notNull(),
  },
  (table) => [
    uniqueIndex('client_references_unique').on(table.workspaceId, table.clientReferenceId),
    index('client_references_created').on(table.createdAt),
  ],
);
