import { bigint, boolean, integer, pgTable, text } from 'drizzle-orm/pg-core';

const milliseconds = (name: string) => bigint(name, { mode: 'number' });

/**
 * How many requests each key and each user made recently, shared by all API processes. UNLOGGED (see the migration): a
 * crash of the database forgets them, and no request waits for a disk. The key is the only index, so that updates stay
 * within their page. A window is a short list of segments, oldest first, each with the time of its last request and its
 * number of requests.
 */
export const rateLimits = pgTable('rate_limits', {
  /** `key:` or `user:` and an id. */
  subject: text('subject').primaryKey(),
  /** The time of the last check in ms, by the database's clock, because the clocks of processes may differ. */
  checkedAtMs: milliseconds('checked_at_ms').notNull(),
  /** Whether the last checked request was allowed. */
  allowed: boolean('allowed').notNull(),
  burstAtMs: milliseconds('burst_at_ms').array().notNull(),
  burstCounts: integer('burst_counts').array().notNull(),
  sustainedAtMs: milliseconds('sustained_at_ms').array().notNull(),
  sustainedCounts: integer('sustained_counts').array().notNull(),
});
