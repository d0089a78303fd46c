import { sql } from 'drizzle-orm';
import type { Db, Tx } from '../../src/db/client.js';

/** The tables with a workspace's posts and accounts, parents first, and the conditions for its rows. */
const ofPosts = 'post_id in (select id from posts where workspace_id = $ws)';
const ofTargets = `target_id in (select id from publications where ${ofPosts})`;
const ofReplies = 'publication_id in (select id from publications where workspace_id = $ws)';
const tables = {
  social_accounts: 'workspace_id = $ws',
  posts: 'workspace_id = $ws',
  publications: `workspace_id = $ws or ${ofPosts} or ${ofTargets}`,
  comments: 'workspace_id = $ws',
  client_references: 'workspace_id = $ws',
  foreign_media: ofPosts,
  publish_attempts: `publication_id in (select id from publications where workspace_id = $ws or ${ofPosts} or ${ofTargets})`,
  changes: ofPosts,
  change_attempts: `change_id in (select id from changes where ${ofPosts})`,
  post_events: `${ofPosts} or ${ofReplies}`,
  workflow_cancellations: `split_part(workflow_id, ':', 2) in (select id from posts where workspace_id = $ws union all
    select id from publications where workspace_id = $ws)`,
} as const;

/** Every table that refers to a post or a target must be listed above, because others would not be restored. */
export const knownTables: readonly string[] = Object.keys(tables);

export interface Snapshot {
  rows: Readonly<Record<string, unknown>>;
}

/** Takes a snapshot of one workspace, as a backup of the database would. */
export async function takeSnapshot(db: Db, workspaceId: string): Promise<Snapshot> {
  const parts = Object.entries(tables).map(
    ([table, which]) => sql`${sql.raw(`'${table}'`)}, (select coalesce(jsonb_agg(to_jsonb(t)), '[]')
      from ${sql.identifier(table)} t where ${where(which, workspaceId)})`,
  );
  const [row] = await db.execute<{ rows: Record<string, unknown> }>(
    sql`select jsonb_build_object(${sql.join(parts, sql`, `)}) as rows`,
  );
  return { rows: row?.rows ?? {} };
}

/** Restores the rows of the workspace. */
export async function restoreSnapshot(db: Db, workspaceId: string, snapshot: Snapshot): Promise<void> {
  await db.transaction(async (tx) => {
    await tx.execute(
      sql`delete from workflow_cancellations where ${where(tables.workflow_cancellations, workspaceId)}`,
    );
    await removeRows(tx, workspaceId);
    for (const table of knownTables) {
      const name = sql.identifier(table);
      await tx.execute(sql`insert into ${name}
        select * from jsonb_populate_recordset(null::${name}, ${JSON.stringify(snapshot.rows[table])}::jsonb)`);
    }
  });
}

/** Deletes a finished sequence, so that the sweeps of the next one do not find it. */
export async function removeWorkspace(db: Db, workspaceId: string): Promise<void> {
  await db.transaction(async (tx) => {
    await tx.execute(
      sql`delete from workflow_cancellations where ${where(tables.workflow_cancellations, workspaceId)}`,
    );
    await removeRows(tx, workspaceId);
    await tx.execute(sql`delete from workspaces where id = ${workspaceId}`);
  });
}

async function removeRows(tx: Tx, workspaceId: string): Promise<void> {
  for (const table of ['posts', 'comments', 'client_references', 'publications', 'social_accounts']) {
    await tx.execute(sql`delete from ${sql.identifier(table)} where workspace_id = ${workspaceId}`);
  }
}

function where(which: string, workspaceId: string) {
  return sql.join(
    which.split('$ws').map((part) => sql.raw(part)),
    sql`${workspaceId}`,
  );
}
