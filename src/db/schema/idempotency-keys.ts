import { index, pgTable, primaryKey, text } from 'drizzle-orm/pg-core';
import { instant } from './columns.js';

/** One use of an Idempotency-Key: who holds it while the request is under way, and afterwards what it answered. */
export const idempotencyKeys = pgTable(
  'idempotency_keys',
  {
    /** The API key or the session. */
    credentialId: text('credential_id').notNull(),
    operation: text('operation').notNull(),
    key: text('key').notNull(),
    /** The request that holds the key. */
    requestId: text('request_id').notNull(),
    /** Sealed: what the request asked for may hold a secret that is easy to guess from its hash. */
    fingerprint: text('fingerprint').notNull(),
    lockedUntil: instant('locked_until').notNull(),
    /** Sealed: some answers hold a secret that is shown once. */
    answer: text('answer'),
    /** The workspace that the answer tells of. */
    workspaceId: text('workspace_id'),
    createdAt: instant('created_at').notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.credentialId, table.operation, table.key] }),
    index('idempotency_keys_created').on(table.createdAt),
  ],
);
