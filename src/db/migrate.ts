import { setTimeout as delay } from 'node:timers/promises';
import type postgres from 'postgres';
import { readVersion } from '../project-root.js';
import { sqlStateOf } from './errors.js';
import { judgeStatements, normalize, type Judgement } from './judge-statement.js';
import { openMaintenance } from './maintenance.js';
import { isOlder, newerSchemaText, readMigrations, type Migration } from './migrations.js';

const migrationLockKey = 7_201_846;
/**
 * How long a migration waits for the lock of a table. All other statements on the table wait behind it, so it gives up
 * soon, and tries again.
 */
const lockWaitMsMax = 1_000;
const lockTriesMax = 60;
const lockPauseMs = 500;
/** Postgres' codes for a lock that was not given in time, and for a deadlock. */
const lockCodes = ['55P03', '40P01'];

export interface MigrateOptions {
  /** Migrates only up to the migration of this time. */
  upTo?: number;
  migrationsFolder?: string;
  /** The version of the running program, which the database must support. */
  version?: string;
}

/**
 * Migrates the database to this build's schema, or to the one of an earlier migration, and returns the names of the
 * migrations that it applied. Each is applied as a whole or not at all. Concurrent callers queue behind an advisory lock.
 */
export async function migrateDatabase(databaseUrl: string, options: MigrateOptions = {}): Promise<string[]> {
  const { upTo = Infinity, migrationsFolder, version = readVersion() } = options;
  const migrations = readMigrations(migrationsFolder);
  const client = openMaintenance(databaseUrl, { connectionsMax: 2 });
  try {
    // The lock belongs to a transaction, because a pooler may run each statement on another connection of the server.
    return await client.begin(async (holder) => {
      await holder`select pg_advisory_xact_lock(${migrationLockKey})`;
      // This statement is now the last one, so the snapshot of the statement before it has ended. A new index would
      // wait for that snapshot.
      await holder`set local idle_in_transaction_session_timeout = 0`;
      await createList(client);
      await adoptEarlierList(client, migrations);
      await refuseNewerSchema(client, version);
      const newest = await readNewest(client);
      const pending = migrations.filter(({ madeAtMs }) => madeAtMs > newest && madeAtMs <= upTo);
      for (const migration of pending) await apply(client, migration);
      return pending.map(({ name }) => name);
    });
  } finally {
    await client.end({ timeout: 5 });
  }
}

export interface PlannedStatement extends Judgement {
  sql: string;
  /** The size of the table, as the planner last estimated it. Null for a table that does not exist yet. */
  size: { rows: number; bytes: number } | null;
}

export interface PlannedMigration extends Pick<Migration, 'name' | 'oldestRelease'> {
  statements: PlannedStatement[];
}

/** Returns what `migrateDatabase` would do, and changes nothing. */
export async function planMigrations(
  databaseUrl: string,
  { migrationsFolder, version = readVersion() }: MigrateOptions = {},
): Promise<PlannedMigration[]> {
  const migrations = readMigrations(migrationsFolder);
  const client = openMaintenance(databaseUrl, { connectionsMax: 1 });
  try {
    const hasList = await exists(client, 'drizzle.__drizzle_migrations');
    const newest = hasList ? await readNewest(client) : 0;
    if (hasList) refuseOlderThanFirst(newest, migrations);
    await refuseNewerSchema(client, version);
    const planned: PlannedMigration[] = [];
    for (const { name, oldestRelease, statements, madeAtMs } of migrations) {
      if (madeAtMs <= newest) continue;
      const judged = judgeStatements(statements);
      const sized: PlannedStatement[] = [];
      for (const [index, judgement] of judged.entries()) {
        const { table } = judgement;
        const size = table === null ? null : await readSize(client, table);
        sized.push({ ...judgement, sql: normalize(statements[index] ?? ''), size });
      }
      planned.push({ name, oldestRelease, statements: sized });
    }
    return planned;
  } finally {
    await client.end({ timeout: 5 });
  }
}

async function readSize(client: postgres.Sql, table: string): Promise<PlannedStatement['size']> {
  const [row] = await client<{ rows: number; bytes: number }[]>`
    select greatest(c.reltuples, s.n_live_tup, 0)::float8 as rows, pg_total_relation_size(c.oid)::float8 as bytes
    from pg_class c left join pg_stat_user_tables s on s.relid = c.oid where c.oid = to_regclass(${table})`;
  return row ?? null;
}

/** The list has the form that Drizzle gives it, so that its own tools understand it. */
async function createList(client: postgres.Sql): Promise<void> {
  await client`create schema if not exists drizzle`;
  await client`create table if not exists drizzle.__drizzle_migrations
    (id serial primary key, hash text not null, created_at bigint)`;
}

async function readNewest(client: postgres.Sql): Promise<number> {
  const [row] = await client<{ newest: string | null }[]>`
    select max(created_at)::text as newest from drizzle.__drizzle_migrations`;
  return Number(row?.newest ?? 0);
}

async function exists(client: postgres.Sql, table: string): Promise<boolean> {
  const [row] = await client<{ name: string | null }[]>`select to_regclass(${table})::text as name`;
  return typeof row?.name === 'string';
}

/** Throws if a contract migration of a newer release has taken away what this release uses. */
async function refuseNewerSchema(client: postgres.Sql, version: string): Promise<void> {
  if (!(await exists(client, 'installation'))) return;
  // Read as a whole row, because the column is missing before its migration.
  const [row] = await client<{ row: { oldest_release?: string | null } }[]>`
    select to_jsonb(installation) as row from installation`;
  const oldest = row?.row.oldest_release ?? null;
  if (oldest !== null && isOlder(version, oldest)) throw new Error(newerSchemaText(version, oldest));
}

async function apply(client: postgres.Sql, migration: Migration): Promise<void> {
  const { statements, oldestRelease, hash, madeAtMs } = migration;
  const record = (tx: postgres.Sql | postgres.TransactionSql) =>
    tx`insert into drizzle.__drizzle_migrations (hash, created_at) values (${hash}, ${madeAtMs})`;
  // Postgres refuses these in a transaction. They are repeated if they or the statements after them fail.
  if (statements.some((each) => indexOf(each) !== undefined)) {
    for (const statement of statements) await buildIndex(client, statement);
    await record(client);
    return;
  }
  await withLockTries(() =>
    client.begin(async (tx) => {
      await tx.unsafe(`set local lock_timeout = ${lockWaitMsMax}`);
      for (const statement of statements) await tx.unsafe(statement);
      if (oldestRelease !== null)
        await tx`update installation set oldest_release = ${oldestRelease}
          where oldest_release is null
            or string_to_array(oldest_release, '.')::int[] < string_to_array(${oldestRelease}, '.')::int[]`;
      await record(tx);
    }),
  );
}

const indexOf = (statement: string): string | undefined =>
  /^create (?:unique )?index concurrently (?:if not exists )?"?(\w+)/i.exec(normalize(statement))?.[1];

/**
 * Builds an index without blocking the writes of others. An unfinished index of an earlier try is useless and is
 * replaced.
 */
async function buildIndex(client: postgres.Sql, statement: string): Promise<void> {
  const name = indexOf(statement) ?? '';
  const [found] = await client<{ valid: boolean }[]>`
    select indisvalid as valid from pg_index where indexrelid = to_regclass(${name})`;
  if (found?.valid === true) return;
  if (found?.valid === false) await client`drop index concurrently ${client(name)}`;
  await client.unsafe(statement);
}

async function withLockTries(work: () => Promise<unknown>): Promise<void> {
  for (let tries = 1; ; tries += 1) {
    try {
      await work();
      return;
    } catch (error) {
      if (!lockCodes.includes(sqlStateOf(error) ?? '')) throw error;
      if (tries >= lockTriesMax)
        throw new Error(
          `Other transactions keep a lock that the migration needs. Nothing of it was applied: end them, and repeat this. ${error instanceof Error ? error.message : ''}`,
        );
      await delay(lockPauseMs);
    }
  }
}

/** The commit whose migrations result in the same schema as the first migration of this build. */
const lastCommitOfEarlierList = '2b96b8b7';

function refuseOlderThanFirst(newest: number, [first]: readonly Migration[]): void {
  if (first === undefined || newest === 0 || newest >= first.madeAtMs) return;
  throw new Error(
    `This database is older than the first release and cannot be migrated to it directly. Check out commit ${lastCommitOfEarlierList}, run "npm run migrate" there, and then repeat this command.`,
  );
}

/**
 * Adapts the list of applied migrations of a database from before the first release. This build has one migration in
 * place of the earlier ones, with the time of the last of them, so the list is replaced and nothing is migrated. A
 * database that lacks the last of them is refused.
 */
async function adoptEarlierList(client: postgres.Sql, migrations: readonly Migration[]): Promise<void> {
  const newest = await readNewest(client);
  const [first] = migrations;
  if (first === undefined || newest === 0) return;
  refuseOlderThanFirst(newest, migrations);
  await client.begin(async (tx) => {
    await tx`delete from drizzle.__drizzle_migrations where created_at < ${first.madeAtMs}`;
    await tx`update drizzle.__drizzle_migrations set hash = ${first.hash} where created_at = ${first.madeAtMs}`;
  });
}
