import { eq, getTableColumns, sql } from 'drizzle-orm';
import type { PgColumn, PgTable } from 'drizzle-orm/pg-core';
import { beforeAll, describe, expect, it } from 'vitest';
import type { Tx } from '../../src/db/client.js';
import { posts, publications, socialAccounts } from '../../src/db/schema/index.js';
import { isTargetRow, rowVersions, targetRows } from '../../src/services/publishing/internal/row-versions.js';
import { schedule } from '../harness/publishing.js';
import { createScriptedPlatform } from '../harness/scripted-platform.js';
import { mintWorkspace } from '../harness/stack.js';
import { useStack } from '../harness/use-stack.js';

/**
 * Columns that may change while a step is loaded. A change of any other column makes the step load again before its
 * call.
 */
const withoutEffect: Record<string, readonly string[]> = {
  // The ids of the staged and of the started run count as one value: that of the staged run, if there is one.
  posts: ['pending_since', 'updated_at'],
  publications: ['position', 'prepared', 'attempt_count', 'last_attempt_at', 'external_url', 'updated_at'],
  social_accounts: [
    'platform',
    'external_account_id',
    'handle',
    'display_name',
    'sandbox',
    'service_url',
    'credentials',
    'avatar_url',
    'grant_id',
    'scopes',
    'missing_scopes',
    'token_expires_at',
    'refresh_by',
    'refresh_due_at',
    'refresh_failures',
    'reconnect_by',
    'last_checked_at',
    'last_error',
    'pace_step_ms',
    'retry_owed_since',
    'reads_comments',
    'reads_metrics',
    'metrics_refreshed_at',
    'comments_since',
    'comments_refreshed_at',
    'comments_paused_until',
    'comments_calls_at',
    'push_version',
    'paid_reads_month',
    'paid_reads',
    'purge_requested_at',
    'created_at',
    'updated_at',
  ],
};
/** Columns that no statement changes, or that refer to other rows. */
const fixed = [
  'id',
  'workspace_id',
  'created_by_user_id',
  'approved_by_user_id',
  'post_id',
  'target_id',
  'social_account_id',
];

/** Returns a different value that fits the type of the column. */
function otherValue({ dataType, columnType, name }: PgColumn) {
  const column = sql.identifier(name);
  if (name === 'status') return sql`'CANCELED'`;
  switch (columnType) {
    case 'PgJsonb':
      return sql`'["changed"]'::jsonb`;
    case 'PgInteger':
      return sql`coalesce(${column}, 0) + 1`;
    case 'PgBoolean':
      return sql`not coalesce(${column}, false)`;
    case 'PgTimestamp':
      return sql`coalesce(${column}, now()) + interval '1 day'`;
    case 'PgText':
      return sql`coalesce(${column}, '') || 'changed'`;
    default:
      throw new Error(`No other value for ${name} (${columnType}, ${dataType}).`);
  }
}

describe('the versions of the rows on which a call is based', () => {
  const stack = useStack({ platforms: [createScriptedPlatform('X', 'blind')], runWorker: false });
  let ids: Record<'posts' | 'publications' | 'social_accounts', string>;
  beforeAll(async () => {
    const workspace = await mintWorkspace(stack.deps, ['X']);
    const post = await schedule(workspace, { inMs: 3_600_000 });
    const [target] = post.targets;
    ids = {
      posts: post.id,
      publications: target?.id ?? '',
      social_accounts: target?.socialAccountId ?? '',
    };
  });

  const versionsOf = async (tx: Tx) => {
    const [row] = await tx
      .select(rowVersions)
      .from(publications)
      .innerJoin(targetRows, isTargetRow)
      .innerJoin(posts, eq(posts.id, targetRows.postId))
      .innerJoin(socialAccounts, eq(socialAccounts.id, publications.socialAccountId))
      .where(eq(publications.id, ids.publications));
    return row;
  };

  /** Whether the versions differ after the change, which is rolled back. */
  async function differsAfter(change: (tx: Tx) => Promise<unknown>): Promise<boolean> {
    const rolledBack = new Error('rolled back');
    let differs: boolean | undefined;
    await stack.deps.db
      .transaction(async (tx) => {
        const before = await versionsOf(tx);
        await change(tx);
        differs = JSON.stringify(await versionsOf(tx)) !== JSON.stringify(before);
        throw rolledBack;
      })
      .catch((error: unknown) => {
        if (error !== rolledBack) throw error;
      });
    if (differs === undefined) throw new Error('The versions were not compared.');
    return differs;
  }

  const tables: [keyof typeof ids, PgTable][] = [
    ['posts', posts],
    ['publications', publications],
    ['social_accounts', socialAccounts],
  ];
  it.each(
    tables.flatMap(([table, schema]) =>
      Object.values(getTableColumns(schema))
        .filter(({ name }) => !fixed.includes(name))
        .map((column) => [table, column.name, column] as const),
    ),
  )('%s.%s counts, unless it is known to have no effect', async (table, name, column) => {
    const change = sql`update ${sql.identifier(table)} set ${sql.identifier(name)} = ${otherValue(column)} where id = ${ids[table]}`;
    const isRelevant = !(withoutEffect[table] ?? []).includes(name);
    expect(await differsAfter((tx) => tx.execute(change))).toBe(isRelevant);
  });

  it('stay the same when a run is promoted, or its post and target become PUBLISHING', async () => {
    expect(
      await differsAfter(async (tx) => {
        await tx.execute(sql`update posts set workflow_id = coalesce(pending_workflow_id, workflow_id),
          pending_workflow_id = null, pending_since = null, status = 'PUBLISHING' where id = ${ids.posts}`);
        await tx.execute(sql`update publications set status = 'PUBLISHING' where id = ${ids.publications}`);
      }),
    ).toBe(false);
  });

  it('ignore the time slots of other targets if the target has its own slot', async () => {
    const pace = sql`update social_accounts set paced_until = now() where id = ${ids.social_accounts}`;
    expect(await differsAfter((tx) => tx.execute(pace))).toBe(true);
    const isIt = eq(publications.id, ids.publications);
    await stack.deps.db.update(publications).set({ paceSlotAt: new Date() }).where(isIt);
    expect(await differsAfter((tx) => tx.execute(pace))).toBe(false);
  });
});
