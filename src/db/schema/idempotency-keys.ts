import { index, pgTable, primaryKey, text } from 'drizzle-orm/pg-core';
import { instant } from './columns.js';

/** One use of an Idempotency-Key: the request that holds it, and later the response. */
export const idempotencyKeys = pgTable(
  'idempotency_keys',
  {
    /** The id of the API key or the session. */
    credentialId: text('credential_id').notNull(),
    operation: text('operation').notNull(),
    key: text('key').notNull(),
    /** The request that holds the key. */
    requestId: text('request_id').notNull(),
    /** Encrypted, because a hash of a request could reveal an easily guessed secret in it. */
    fingerprint: text('fingerprint').notNull(),
    lockedUntil: instant('locked_until').notNull(),
    /** The resource that the request has changed, written with the change. Null if no change is known. */
    boundTo: text('bound_to'),
    /** All resources that the request has changed, for requests that change several in transactions of their own. */
    changedIds: text('changed_ids').array().notNull().default([]),
    /** The stored response. Encrypted, because some responses contain a secret that is shown once. */
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
