import { sql } from 'drizzle-orm';
import { boolean, index, integer, jsonb, pgTable, text, uniqueIndex } from 'drizzle-orm/pg-core';
import type { PlatformName, SocialAccountStatus } from '../../domain/platforms.js';
import { instant } from './columns.js';
import { workspaces } from './workspaces.js';

export const socialAccounts = pgTable(
  'social_accounts',
  {
    id: text('id').primaryKey(),
    workspaceId: text('workspace_id')
      .notNull()
      .references(() => workspaces.id, { onDelete: 'cascade' }),
    platform: text('platform').$type<PlatformName>().notNull(),
    /** The platform's own stable id of the account (a DID, a user id). */
    externalAccountId: text('external_account_id').notNull(),
    handle: text('handle').notNull(),
    displayName: text('display_name'),
    status: text('status').$type<SocialAccountStatus>().notNull(),
    /** Whether the account is on this installation's simulated platform. */
    sandbox: boolean('sandbox').notNull(),
    /** The URL of the account's own server, on platforms that have many. Null elsewhere. */
    serviceUrl: text('service_url'),
    /** AES-256-GCM, see src/config/secrets.ts. Null once the account is disconnected. */
    credentials: text('credentials'),
    /** Counts the changes of the credentials, so that a refresh that another run has made is not repeated. */
    credentialsVersion: integer('credentials_version').notNull(),
    /** The URL of the account's picture at the platform. */
    avatarUrl: text('avatar_url'),
    /** Our id of the grant that the credentials belong to. One grant may cover several accounts. */
    grantId: text('grant_id'),
    /** The granted permissions. Null if the platform does not report them. */
    scopes: jsonb('scopes').$type<string[]>(),
    /** Permissions that we request and that were not granted. */
    missingScopes: jsonb('missing_scopes').$type<string[]>().notNull().default([]),
    /** When the access token expires, if the platform reports it. */
    tokenExpiresAt: instant('token_expires_at'),
    /** When the grant ends unless it is refreshed earlier, if known. */
    refreshBy: instant('refresh_by'),
    /** When to refresh the grant, so that it does not expire unused. During a refresh, the time of the next try. */
    refreshDueAt: instant('refresh_due_at'),
    /** The number of refreshes in a row that have not succeeded, including one that is still running. */
    refreshFailures: integer('refresh_failures').notNull().default(0),
    /** When the grant ends in any case. A person must reconnect the account before then. */
    reconnectBy: instant('reconnect_by'),
    /** When the platform last reported on the account, and its message if something was wrong. */
    lastCheckedAt: instant('last_checked_at'),
    lastError: text('last_error'),
    /** The account's next free time slot for a call, set by a rate limit. Null or past: no limit applies. */
    pacedUntil: instant('paced_until'),
    /** The distance from `pacedUntil` to the next time slot. Null before the first rate limit. */
    paceStepMs: integer('pace_step_ms'),
    /**
     * When the account was reconnected, as long as posts that failed because of its old grant have yet to be published
     * again.
     */
    retryOwedSince: instant('retry_owed_since'),
    /** Whether the account's comments are read. Null: the platform's default. */
    readsComments: boolean('reads_comments'),
    /** Comments older than this are stored as read and send no event. Null: since the account's creation. */
    commentsSince: instant('comments_since'),
    /** Whether the numbers of the account's posts are read. Null: the platform's default. */
    readsMetrics: boolean('reads_metrics'),
    /** When a reading of the numbers of the account's posts was last requested. */
    metricsRefreshedAt: instant('metrics_refreshed_at'),
    /** When a read of the account's comments was last requested. */
    commentsRefreshedAt: instant('comments_refreshed_at'),
    /** The time until which the platform asked us not to read comments or numbers. */
    commentsPausedUntil: instant('comments_paused_until'),
    /**
     * When the account's whole budget of calls for comments and numbers is available again; each used call postpones it
     * by that call's part of an hour. Null or past: it is available.
     */
    commentsCallsAt: instant('comments_calls_at'),
    /** The version of the credentials with which we last subscribed to the platform's notifications. */
    pushVersion: integer('push_version'),
    /**
     * The counted month (YYYY-MM, UTC), and the number of comments that were read in it, if the platform charges for
     * them.
     */
    paidReadsMonth: text('paid_reads_month'),
    paidReads: integer('paid_reads').notNull().default(0),
    createdAt: instant('created_at').notNull(),
    updatedAt: instant('updated_at').notNull(),
    /**
     * Since when the requested deletion of other people's comments under the account's posts is due. Null if nothing is
     * to be deleted.
     */
    purgeRequestedAt: instant('purge_requested_at'),
    /** When the account was disconnected. Its row stays, because past posts refer to it. */
    deletedAt: instant('deleted_at'),
  },
  (table) => [
    uniqueIndex('social_accounts_identity')
      .on(table.workspaceId, table.platform, table.externalAccountId)
      .where(sql`${table.deletedAt} is null`),
    // Finds the same account in other workspaces.
    index('social_accounts_external').on(table.platform, table.externalAccountId),
    index('social_accounts_updated').on(table.updatedAt).concurrently(),
    index('social_accounts_workspace_created').on(table.workspaceId, table.createdAt, table.id),
    index('social_accounts_refresh_due')
      .on(table.refreshDueAt)
      .where(sql`${table.refreshDueAt} is not null and ${table.deletedAt} is null`),
    // Finds accounts whose grant has no known end.
    index('social_accounts_life_unknown')
      .on(table.platform, table.id)
      .where(
        sql`${table.refreshDueAt} is null and ${table.lastCheckedAt} is null and ${table.deletedAt} is null`,
      ),
    index('social_accounts_purge_owed')
      .on(table.purgeRequestedAt)
      .where(sql`${table.purgeRequestedAt} is not null`),
    index('social_accounts_retry_owed')
      .on(table.retryOwedSince)
      .where(sql`${table.retryOwedSince} is not null`),
  ],
);
