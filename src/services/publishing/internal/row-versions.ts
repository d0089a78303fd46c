import { eq, getTableColumns, getTableName, sql, type SQL } from 'drizzle-orm';
import { alias, type PgTable } from 'drizzle-orm/pg-core';
import { posts, publications } from '../../../db/schema/index.js';

/**
 * The versions of the rows on which a call is based. If they are equal, nothing has changed that matters to the call.
 */
export interface RowVersions {
  post: string;
  /** The version of the publication, its target and its account. */
  publication: string;
}

/** The target itself, or the target that a publication follows, for queries that read the versions. */
export const targetRows = alias(publications, 'target');
export const isTargetRow = eq(targetRows.id, sql`coalesce(${publications.targetId}, ${publications.id})`);

const isOpen = (table: 'posts' | 'publications'): SQL =>
  sql.raw(`case when ${table}.status in ('SCHEDULED', 'PUBLISHING') then 'OPEN' else ${table}.status end`);

/**
 * The expressions of the versions, for statements that read `posts`, `publications`, its `target` and `social_accounts`
 * by these names. The load and the claim of a step use the same expressions, so a decision that was made from the
 * loaded rows is still right if the claim finds their versions. A new column of posts or publications is included
 * automatically; only the records of the calls themselves are left out. The media of a post are not included, because
 * changing them stages a new run.
 */
export const rowVersions: Record<keyof RowVersions, SQL<string>> = {
  post: version(sql`
    ${without(posts, ['status', 'workflowId', 'pendingWorkflowId', 'pendingSince', 'updatedAt'])},
    ${isOpen('posts')}, coalesce(posts.pending_workflow_id, posts.workflow_id)`),
  publication: version(sql`
    ${without(publications, [
      'status',
      'position',
      'prepared',
      'attemptCount',
      'lastAttemptAt',
      'externalUrl',
      'updatedAt',
    ])},
    ${isOpen('publications')},
    case when publications.target_id is not null then jsonb_build_array(target.status, target.external_post_id,
      target.external_reference, target.first_comment, target.parts_override, target.platform_options,
      target.removed_at) end,
    social_accounts.deleted_at, social_accounts.status, social_accounts.credentials_version,
    /* If a target already has a slot, the slots of others do not matter to it. */
    case when publications.pace_slot_at is null then social_accounts.paced_until end`),
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
