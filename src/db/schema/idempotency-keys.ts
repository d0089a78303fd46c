import { index, pgTable, primaryKey, text } from 'drizzle-orm/pg-core';
import { instant } from './columns.js';

/** One use of an Idempotency-Key: the request that holds it, and later the response. */
export const idempotencyKeys = pgTable(
  'idempotency_keys',
  {
    /** The API key or the session. */
    credentialId: text('credential_id').notNull(),
    operation: text('operation').notNull(),
    key: text('key').notNull(),
    /** The request that holds the key. */
    requestId: text('request_id').notNull(),
    /** Encrypted: the request may contain a secret that is easy to guess from its hash. */
    fingerprint: text('fingerprint').notNull(),
    lockedUntil: instant('locked_until').notNull(),
    /** The resource that the request has changed, written with the change. Null: nothing is known to be done. */
    boundTo: text('bound_to'),
    /** Encrypted: some responses contain a secret that is shown once. */
    answer: text('answer'),
    /** The workspace that the response is about. */
    workspaceId: text('workspace_id'),
    createdAt: instant('created_at').notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.credentialId, table.operation, table.key] }),
    index('idempotency_keys_created').on(table.createdAt),
  ],
);
