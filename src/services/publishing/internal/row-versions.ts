import { getTableColumns, getTableName, sql, type SQL } from 'drizzle-orm';
import type { PgTable } from 'drizzle-orm/pg-core';
import { posts, targets } from '../../../db/schema/index.js';

/** The versions of the rows that a call rests on. Two equal ones mean that nothing has changed that matters to it. */
export interface RowVersions {
  post: string;
  /** The version of the target and its account. */
  target: string;
}

const isOpen = (table: 'posts' | 'targets'): SQL =>
  sql.raw(`case when ${table}.status in ('SCHEDULED', 'PUBLISHING') then 'OPEN' else ${table}.status end`);

/**
 * The expressions of the versions, for statements that read `posts`, `targets` and `social_accounts` by these names. The
 * load and the claim of a step use the same ones, so whatever was decided from the loaded rows holds for a claim that
 * finds their versions. A new column of posts and targets counts; only bookkeeping of the steps themselves is left out.
 * The media of a post need no part, because a change of them stages a new run.
 */
export const rowVersions: Record<keyof RowVersions, SQL<string>> = {
  post: version(sql`
    ${without(posts, ['status', 'workflowId', 'pendingWorkflowId', 'pendingSince', 'updatedAt'])},
    ${isOpen('posts')}, coalesce(posts.pending_workflow_id, posts.workflow_id)`),
  target: version(sql`
    ${without(targets, [
      'status',
      'position',
      'postState',
      'commentState',
      'attemptCount',
      'lastAttemptAt',
      'firstCommentAttempt',
      'externalUrl',
      'updatedAt',
    ])},
    ${isOpen('targets')},
    social_accounts.deleted_at, social_accounts.status, social_accounts.credentials_version,
    /* The slots of others do not concern a target that has one. */
    case when targets.pace_slot_at is null then social_accounts.paced_until end`),
};

function version(parts: SQL): SQL<string> {
  return sql<string>`md5(jsonb_build_array(${parts})::text)`;
}

function without<Table extends PgTable>(
  table: Table,
  keys: readonly (keyof Table['$inferSelect'] & string)[],
): SQL {
  const columns = getTableColumns(table);
  const names = keys.map((key) => `'${columns[key]?.name}'`).join(', ');
  return sql.raw(`to_jsonb(${getTableName(table)}) - array[${names}]`);
}
