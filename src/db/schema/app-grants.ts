import { boolean, index, pgTable, text, uniqueIndex } from 'drizzle-orm/pg-core';
import type { AppResource } from '../../domain/apps.js';
import { apiKeys } from './api-keys.js';
import { bytea, instant } from './columns.js';

/**
 * The access that a person gave to an app. The key of the grant has its rights, its workspaces and its end. No plaintext
 * of that key exists, because the app uses access tokens instead.
 */
export const appGrants = pgTable(
  'app_grants',
  {
    apiKeyId: text('api_key_id')
      .primaryKey()
      .references(() => apiKeys.id, { onDelete: 'cascade' }),
    clientId: text('client_id').notNull(),
    /** Where the app comes from, for people: a host, or the scheme of an app on the person's device. */
    place: text('place').notNull(),
    /** Whether the app has proven that it belongs to `place`: its metadata document is there, and it is a website. */
    isVerified: boolean('is_verified').notNull(),
    resource: text('resource').$type<AppResource>().notNull(),
    /** The end that the person chose. Null: until it is revoked. The key ends earlier if the app does not use it. */
    endsAt: instant('ends_at'),
    /** SHA-256 of the authorization code. It stays after the use, so that a second use is noticed. */
    codeHash: bytea('code_hash').notNull(),
    codeExpiresAt: instant('code_expires_at').notNull(),
    codeUsedAt: instant('code_used_at'),
    codeChallenge: text('code_challenge').notNull(),
    redirectUri: text('redirect_uri').notNull(),
    /** SHA-256 of the common beginning of all refresh tokens of the grant. Null before the code is used. */
    familyHash: bytea('family_hash'),
    /** SHA-256 of the only valid refresh token. Any other token with this beginning was used before. */
    refreshHash: bytea('refresh_hash'),
  },
  (table) => [
    uniqueIndex('app_grants_code').on(table.codeHash),
    uniqueIndex('app_grants_family').on(table.familyHash),
  ],
);

/** The access tokens of apps. */
export const appTokens = pgTable(
  'app_tokens',
  {
    hash: bytea('hash').primaryKey(),
    apiKeyId: text('api_key_id')
      .notNull()
      .references(() => apiKeys.id, { onDelete: 'cascade' }),
    createdAt: instant('created_at').notNull(),
    expiresAt: instant('expires_at').notNull(),
  },
  (table) => [index('app_tokens_key').on(table.apiKeyId), index('app_tokens_expires').on(table.expiresAt)],
);
