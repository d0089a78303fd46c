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
    /** Where the account's own server is, on platforms that have many; null elsewhere. */
    serviceUrl: text('service_url'),
    /** AES-256-GCM, see src/config/secrets.ts. Null once the account is disconnected. */
    credentials: text('credentials'),
    /** Counts each change of the credentials, so that a refresh that another run has done is not done again. */
    credentialsVersion: integer('credentials_version').notNull(),
    /** As the platform shows it. */
    avatarUrl: text('avatar_url'),
    /** The grant that its credentials are of, by an id of ours: one grant may reach several accounts. */
    grantId: text('grant_id'),
    /** What was granted; null where the platform does not say. */
    scopes: jsonb('scopes').$type<string[]>(),
    /** Those of ours that were not granted. */
    missingScopes: jsonb('missing_scopes').$type<string[]>().notNull().default([]),
    /** When the access token ends, where the platform says so. */
    tokenExpiresAt: instant('token_expires_at'),
    /** When the grant is dead unless it is refreshed before, where that is known. */
    refreshBy: instant('refresh_by'),
    /** When the grant is to be refreshed, so that it does not die unused. While a refresh is under way: when to try again. */
    refreshDueAt: instant('refresh_due_at'),
    /** Refreshes in a row that have not succeeded, one that is under way included. */
    refreshFailures: integer('refresh_failures').notNull().default(0),
    /** When the grant ends whatever we do: a person connects the account again before. */
    reconnectBy: instant('reconnect_by'),
    /** When the platform last told of the account, and what it said if that was no good. */
    lastCheckedAt: instant('last_checked_at'),
    lastError: text('last_error'),
    /** Set by a rate limit: the account's next free slot for a call. In the past, or null, it paces nobody. */
    pacedUntil: instant('paced_until'),
    /** Distance from that slot to the one after it; null before the first rate limit. */
    paceStepMs: integer('pace_step_ms'),
    /** When the account was reconnected: what had failed for its dead grant is to be published again. Null once it was. */
    retryOwedSince: instant('retry_owed_since'),
    /** Whether its comments are read; null: as its platform's default is. */
    readsComments: boolean('reads_comments'),
    /** Comments that are older were there before: stored as read, and no event tells of them. Null: since its creation. */
    commentsSince: instant('comments_since'),
    /** When somebody last asked for its comments at once. */
    commentsRefreshedAt: instant('comments_refreshed_at'),
    /** The platform asked for a pause of such reads. */
    commentsPausedUntil: instant('comments_paused_until'),
    /** When the calls that reading its comments has used are paid off, each with its part of an hour; past or null: they are. */
    commentsCallsAt: instant('comments_calls_at'),
    /** The version of the credentials with which its platform was asked to push what is new. */
    pushVersion: integer('push_version'),
    /** The month (YYYY-MM, UTC) that is counted, and the comments read in it, where these are paid for. */
    paidReadsMonth: text('paid_reads_month'),
    paidReads: integer('paid_reads').notNull().default(0),
    createdAt: instant('created_at').notNull(),
    updatedAt: instant('updated_at').notNull(),
    /** While what others have written under its posts is to be deleted at once: since when. */
    purgeRequestedAt: instant('purge_requested_at'),
    /** When the account was disconnected. Its row stays: posts of the past refer to it. */
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
    // Of whose grant nothing is known yet.
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
