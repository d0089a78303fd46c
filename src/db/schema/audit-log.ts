import { index, jsonb, pgTable, text } from 'drizzle-orm/pg-core';
import type { AuditAction, AuditActorKind, AuditChange } from '../../domain/audit.js';
import { instant } from './columns.js';
import { workspaces } from './workspaces.js';

/** The changes with their actors, written in the transaction of each change. Append-only; old entries are deleted. */
export const auditLog = pgTable(
  'audit_log',
  {
    id: text('id').primaryKey(),
    /** Null if the entry is about a user who is in no workspace. */
    workspaceId: text('workspace_id').references(() => workspaces.id, { onDelete: 'cascade' }),
    createdAt: instant('created_at').notNull(),
    action: text('action').$type<AuditAction>().notNull(),
    actorKind: text('actor_kind').$type<AuditActorKind>().notNull(),
    /**
     * The ids are not foreign keys, and the names are copies of that time, because users and keys may be deleted later.
     */
    actorUserId: text('actor_user_id'),
    actorName: text('actor_name'),
    apiKeyId: text('api_key_id'),
    apiKeyName: text('api_key_name'),
    clientLinkId: text('client_link_id'),
    /** The client's network, as src/api/http/client-address.ts defines it. Null for a command. */
    network: text('network'),
    requestId: text('request_id'),
    subjectId: text('subject_id').notNull(),
    subjectName: text('subject_name'),
    changes: jsonb('changes').$type<AuditChange[]>().notNull(),
  },
  (table) => [
    index('audit_log_workspace_created').on(table.workspaceId, table.createdAt, table.id),
    index('audit_log_created').on(table.createdAt),
  ],
);
