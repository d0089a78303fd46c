import { sql } from 'drizzle-orm';
import { boolean, index, integer, jsonb, pgTable, primaryKey, text } from 'drizzle-orm/pg-core';
import type { MetricValues, NativeMetrics } from '../../domain/metrics.js';
import type { PlatformName } from '../../domain/platforms.js';
import { instant } from './columns.js';
import { targets } from './posts.js';
import { socialAccounts } from './social-accounts.js';
import { workspaces } from './workspaces.js';

/** The published targets whose numbers are read, with the time of the next reading and the last numbers. */
export const metricFeeds = pgTable(
  'metric_feeds',
  {
    targetId: text('target_id')
      .primaryKey()
      .references(() => targets.id, { onDelete: 'cascade' }),
    postId: text('post_id').notNull(),
    workspaceId: text('workspace_id')
      .notNull()
      .references(() => workspaces.id, { onDelete: 'cascade' }),
    socialAccountId: text('social_account_id')
      .notNull()
      .references(() => socialAccounts.id),
    platform: text('platform').$type<PlatformName>().notNull(),
    externalPostId: text('external_post_id').notNull(),
    publishedAt: instant('published_at').notNull(),
    /** When the numbers are read next. Null: only when a user requests it. */
    dueAt: instant('due_at'),
    /** Until this time, one reader is working on the target. */
    claimedUntil: instant('claimed_until'),
    /** The number of readings in a row that have failed. */
    failures: integer('failures').notNull().default(0),
    /** Whether the platform refused the last reading because the account lacks a permission. */
    permissionMissing: boolean('permission_missing').notNull().default(false),
    /** The number of readings in a row that returned the same numbers as the one before. */
    unchanged: integer('unchanged').notNull().default(0),
    measuredAt: instant('measured_at'),
    /** When the numbers last changed. */
    changedAt: instant('changed_at'),
    values: jsonb('values').$type<MetricValues>(),
    native: jsonb('native').$type<NativeMetrics>(),
    /** When post.metrics_updated was last written for the target. */
    announcedAt: instant('announced_at'),
  },
  (table) => [
    index('metric_feeds_due')
      .on(table.dueAt)
      .where(sql`${table.dueAt} is not null`),
    index('metric_feeds_post').on(table.postId),
    index('metric_feeds_account').on(table.socialAccountId, table.publishedAt),
    index('metric_feeds_changed')
      .on(table.workspaceId, table.changedAt, table.targetId)
      .where(sql`${table.changedAt} is not null`),
  ],
);

/** The numbers of a target at a time, written whenever they have changed. Rows are never updated. */
export const metricSnapshots = pgTable(
  'metric_snapshots',
  {
    targetId: text('target_id')
      .notNull()
      .references(() => targets.id, { onDelete: 'cascade' }),
    measuredAt: instant('measured_at').notNull(),
    values: jsonb('values').$type<MetricValues>().notNull(),
    native: jsonb('native').$type<NativeMetrics>().notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.targetId, table.measuredAt] }),
    index('metric_snapshots_measured').on(table.measuredAt),
  ],
);
