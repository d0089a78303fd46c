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
    /** Served by the simulated platforms of this installation. */
    sandbox: boolean('sandbox').notNull(),
    /** The URL of the account's own server, on platforms that have many. Null elsewhere. */
    serviceUrl: text('service_url'),
    /** AES-256-GCM, see src/config/secrets.ts. Null once the account is disconnected. */
    credentials: text('credentials'),
    /** Counts the changes of the credentials, so that a refresh by another run is not repeated. */
    credentialsVersion: integer('credentials_version').notNull(),
    /** As the platform shows it. */
    avatarUrl: text('avatar_url'),
    /** Our id of the grant that the credentials belong to. One grant may cover several accounts. */
    grantId: text('grant_id'),
    /** The granted permissions. Null if the platform does not say. */
    scopes: jsonb('scopes').$type<string[]>(),
    /** Permissions that we request and that were not granted. */
    missingScopes: jsonb('missing_scopes').$type<string[]>().notNull().default([]),
    /** When the access token ends, if the platform says so. */
    tokenExpiresAt: instant('token_expires_at'),
    /** When the grant ends unless it is refreshed before, if known. */
    refreshBy: instant('refresh_by'),
    /** When to refresh the grant, so that it does not end unused. While a refresh is under way: when to try again. */
    refreshDueAt: instant('refresh_due_at'),
    /** How many refreshes in a row have not succeeded, including one that is under way. */
    refreshFailures: integer('refresh_failures').notNull().default(0),
    /** When the grant ends in any case. A person must connect the account again before. */
    reconnectBy: instant('reconnect_by'),
    /** When the platform last reported on the account, and its message if something was wrong. */
    lastCheckedAt: instant('last_checked_at'),
    lastError: text('last_error'),
    /** Set by a rate limit: the account's next free time slot for a call. Null or past: no limit applies. */
    pacedUntil: instant('paced_until'),
    /** The distance from that slot to the next one. Null before the first rate limit. */
    paceStepMs: integer('pace_step_ms'),
    /**
     * When the account was reconnected, as long as what failed because of its old grant has yet to be
     * published again.
     */
    retryOwedSince: instant('retry_owed_since'),
    /** Whether its comments are read. Null: the platform's default. */
    readsComments: boolean('reads_comments'),
    /** Older comments are stored as read and send no event. Null: since its creation. */
    commentsSince: instant('comments_since'),
    /** When a read of its comments was last requested. */
    commentsRefreshedAt: instant('comments_refreshed_at'),
    /** Until when the platform asked not to read comments. */
    commentsPausedUntil: instant('comments_paused_until'),
    /** When all used calls for comments count as paid off, each with its part of an hour. Null or past: they are. */
    commentsCallsAt: instant('comments_calls_at'),
    /** The version of the credentials with which we last subscribed to the platform's notifications. */
    pushVersion: integer('push_version'),
    /**
     * The month (YYYY-MM, UTC) that is counted, and how many comments were read in it, if the platform
     * charges for them.
     */
    paidReadsMonth: text('paid_reads_month'),
    paidReads: integer('paid_reads').notNull().default(0),
    createdAt: instant('created_at').notNull(),
    updatedAt: instant('updated_at').notNull(),
    /** Since when other people's comments under its posts have yet to be deleted at once. Null: nothing to delete. */
    purgeRequestedAt: instant('purge_requested_at'),
    /** When the account was disconnected. Its row stays, because past posts refer to it. */
    deletedAt: instant('deleted_at'),
  },
  (table) => [
    uniqueIndex('social_accounts_identity')
      .on(table.workspaceId, table.platform, table.externalAccountId)
      .where(sql`${table.deletedAt} is null`),
    // The same account in other workspaces.
    index('social_accounts_external').on(table.platform, table.externalAccountId),
    index('social_accounts_workspace_created').on(table.workspaceId, table.createdAt, table.id),
    index('social_accounts_refresh_due')
      .on(table.refreshDueAt)
      .where(sql`${table.refreshDueAt} is not null and ${table.deletedAt} is null`),
    // For accounts whose grant has no known end.
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
