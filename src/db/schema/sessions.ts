import { index, integer, pgTable, text, uniqueIndex } from 'drizzle-orm/pg-core';
import { bytea, instant } from './columns.js';
import { users } from './workspaces.js';

/** The users' password hashes, separate from `users`, so that no query for a user's name reads them. */
export const userPasswords = pgTable('user_passwords', {
  userId: text('user_id')
    .primaryKey()
    .references(() => users.id, { onDelete: 'cascade' }),
  /** `scrypt$log2N$r$p$salt$hash`, base64url. The cost is part of the value, so that it can be raised later. */
  hash: text('hash').notNull(),
  changedAt: instant('changed_at').notNull(),
});

export const sessions = pgTable(
  'sessions',
  {
    id: text('id').primaryKey(),
    userId: text('user_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    /** SHA-256 of the cookie's value, so that a copy of this table does not allow a sign-in. */
    tokenHash: bytea('token_hash').notNull(),
    /**
     * The way in which the session was opened. After a one-time sign-in, the user can set a new password without the
     * old one.
     */
    openedBy: text('opened_by').$type<'password' | 'oneTime'>().notNull(),
    createdAt: instant('created_at').notNull(),
    lastUsedAt: instant('last_used_at').notNull(),
    /** The latest possible end. A session that is not used ends earlier. */
    expiresAt: instant('expires_at').notNull(),
  },
  (table) => [
    uniqueIndex('sessions_token').on(table.tokenHash),
    index('sessions_user').on(table.userId),
    index('sessions_expires').on(table.expiresAt),
  ],
);

/** A token for one sign-in without a password: on a new installation, or if the password was lost. */
export const oneTimeSignIns = pgTable(
  'one_time_sign_ins',
  {
    tokenHash: bytea('token_hash').primaryKey(),
    userId: text('user_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    createdAt: instant('created_at').notNull(),
    expiresAt: instant('expires_at').notNull(),
  },
  (table) => [
    index('one_time_sign_ins_user').on(table.userId),
    index('one_time_sign_ins_expires').on(table.expiresAt),
  ],
);

/** Failed attempts to sign in, by email address and by IP address, shared by all API processes. */
export const signInThrottles = pgTable(
  'sign_in_throttles',
  {
    /** SHA-256 of the counted address, so that the table contains no addresses of people. */
    key: bytea('key').primaryKey(),
    attempts: integer('attempts').notNull(),
    blockedUntil: instant('blocked_until').notNull(),
    lastAttemptAt: instant('last_attempt_at').notNull(),
  },
  (table) => [index('sign_in_throttles_last').on(table.lastAttemptAt)],
);
