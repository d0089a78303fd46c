import { createHash } from 'node:crypto';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type postgres from 'postgres';
import type { z } from 'zod';
import { openMaintenance } from '../db/maintenance.js';
import { migrateDatabase } from '../db/migrate.js';
import { listMigrations } from '../db/migrations.js';
import { sharesConnections } from '../db/server-settings.js';
import { readArchive, type ArchiveEntry } from './archive.js';
import { readMigration, readTables } from './catalog.js';
import {
  backupContents,
  BackupError,
  backupHead,
  type BackupContents,
  type BackupHead,
  type BackupTable,
} from './contents.js';
import { countRows } from './write-backup.js';

const jsonBytesMax = 16 * 1024 * 1024;
/** Tables whose rows show that a database is in use. Migrations alone write none. */
const tablesInUse = ['users', 'workspaces', 'posts'];

export interface LoadBackup {
  /** An empty database, or one that has nothing but the schema. */
  databaseUrl: string;
  source: Readable;
  /** Age identities (`AGE-SECRET-KEY-…`) for an encrypted backup. */
  identities: readonly string[];
  /** Called before anything is written. Throws a BackupError if the backup is not to be loaded. */
  check: (head: BackupHead) => void;
}

/**
 * Loads a backup into an empty database, and migrates it to this build's schema. Either all rows are there afterwards
 * and match what was written, or none: the database is then as empty as before. A loaded database is marked as
 * restored, so that no worker and no API starts with it before `after-restore` has treated its posts.
 *
 * Throws a BackupError if the file is incomplete or changed, is newer than this build, or the database is in use.
 */
export async function loadBackup(
  options: LoadBackup,
): Promise<{ head: BackupHead; contents: BackupContents }> {
  const { databaseUrl, source, identities, check } = options;
  const entries = createEntryReader(readArchive(source, identities));
  try {
    const head = await entries.json('backup.json', backupHead);
    check(head);
    if (!listMigrations().some(({ madeAtMs }) => madeAtMs === head.migration))
      throw new BackupError(
        'The backup is from another version, whose schema this version does not know. Use that version, or a newer one.',
      );
    await migrateDatabase(databaseUrl, { upTo: head.migration });
    const sql = openMaintenance(databaseUrl, { connectionsMax: 1 });
    try {
      await refuseConnected(sql, databaseUrl);
      const contents = await sql.begin(async (tx) => {
        await tx`set local statement_timeout = 0`;
        await tx`set local idle_in_transaction_session_timeout = 0`;
        await makeRoom(tx, head);
        return await loadRows(tx, head, entries);
      });
      await migrateDatabase(databaseUrl);
      await sql`analyze`;
      return { head, contents };
    } finally {
      await sql.end({ timeout: 5 });
    }
  } finally {
    await entries.close();
  }
}

/**
 * Throws if an API or a worker is connected to the database, because it would keep the id of the previous installation
 * and would not check whether the posts are treated. A pooler keeps connections of processes that have ended.
 */
async function refuseConnected(sql: postgres.Sql, databaseUrl: string): Promise<void> {
  if (sharesConnections(databaseUrl)) return;
  const [row] = await sql<{ count: number }[]>`
    select count(*)::int as count from pg_stat_activity
    where datname = current_database() and application_name = 'punctual'`;
  if (row !== undefined && row.count > 0)
    throw new BackupError(
      `Processes of Punctual are connected to this database (${row.count}). Stop all workers and APIs first.`,
    );
}

/** Deletes the rows that migrations have written. Throws if the database has any others, or another schema. */
async function makeRoom(tx: postgres.TransactionSql, { tables, migration }: BackupHead): Promise<void> {
  const here = await readTables(tx);
  if ((await readMigration(tx)) !== migration || !sameTables(here, tables))
    throw new BackupError(
      'The database has the schema of another version than the backup. Drop it, create an empty one, and repeat this.',
    );
  for (const table of tablesInUse) {
    const [row] = await tx`select exists(select 1 from ${tx(table)}) as used`;
    if (row?.['used'] === true)
      throw new BackupError(
        'The database is in use: it has users, workspaces or posts. Create an empty one, and set DATABASE_URL.',
      );
  }
  await tx`truncate table ${tx(here.map(({ name }) => name))}`;
}

function sameTables(some: readonly BackupTable[], others: readonly BackupTable[]): boolean {
  const text = (tables: readonly BackupTable[]): string =>
    JSON.stringify(tables.map(({ name, columns }) => [name, [...columns].sort()]).sort());
  return text(some) === text(others);
}

async function loadRows(
  tx: postgres.TransactionSql,
  head: BackupHead,
  entries: EntryReader,
): Promise<BackupContents> {
  const loaded: BackupContents['tables'] = {};
  for (const { name, columns } of head.tables) {
    const hash = createHash('sha256');
    const tally = { rows: 0, bytes: 0 };
    const rows = async function* (): AsyncGenerator<Uint8Array> {
      for await (const bytes of entries.bodies(`tables/${name}/`)) {
        hash.update(bytes);
        tally.rows += countRows(bytes);
        tally.bytes += bytes.length;
        yield bytes;
      }
    };
    const table = await tx`copy ${tx(name)} (${tx(columns)}) from stdin`.writable();
    await pipeline(Readable.from(rows()), table);
    loaded[name] = { ...tally, sha256: hash.digest('hex') };
  }
  // The list of files is only for people and their tools, because the rows contain the same keys.
  for await (const bytes of entries.bodies('media/')) void bytes;
  const contents = await entries.json('contents.json', backupContents);
  const differing = head.tables.filter(
    ({ name }) => JSON.stringify(loaded[name]) !== JSON.stringify(contents.tables[name]),
  );
  if (differing.length > 0)
    throw new BackupError(
      `The backup was changed after it was written: ${differing.map(({ name }) => name).join(', ')}. Nothing was restored.`,
    );
  for (const [sequence, value] of Object.entries(contents.sequences))
    await tx`select setval(${sequence}::regclass, ${value}::bigint)`;
  await tx`insert into restores (since) values (${head.takenAt})`;
  return contents;
}

interface EntryReader {
  /** Reads the next entry, which must have this name. */
  json: <T>(name: string, schema: z.ZodType<T>) => Promise<T>;
  /** The bytes of all following entries whose names begin with `start`. */
  bodies: (start: string) => AsyncGenerator<Uint8Array>;
  close: () => Promise<void>;
}

function createEntryReader(entries: AsyncGenerator<ArchiveEntry, undefined>): EntryReader {
  let ahead: ArchiveEntry | null | undefined;
  const next = async (): Promise<ArchiveEntry | null> => {
    if (ahead === undefined) {
      const { value, done } = await entries.next();
      ahead = done === true ? null : value;
    }
    return ahead;
  };
  return {
    async json(name, schema) {
      const entry = await next();
      if (entry?.name !== name)
        throw new BackupError(
          entry === null
            ? `The backup is incomplete: it ends before ${name}. Nothing was restored.`
            : `The file is not a backup that this version can read: it has ${entry.name} in place of ${name}.`,
        );
      const parts: Uint8Array[] = [];
      let bytes = 0;
      for await (const part of entry.body) {
        bytes += part.length;
        if (bytes > jsonBytesMax) throw new BackupError(`${name} in the backup is too large.`);
        parts.push(part);
      }
      ahead = undefined;
      const parsed = schema.safeParse(parseJson(Buffer.concat(parts).toString('utf8')));
      if (!parsed.success)
        throw new BackupError(`${name} in the backup is not of a form that this version can read.`);
      return parsed.data;
    },
    async *bodies(start) {
      for (let entry = await next(); entry?.name.startsWith(start) === true; entry = await next()) {
        yield* entry.body;
        ahead = undefined;
      }
    },
    close: async () => {
      await entries.return(undefined);
    },
  };
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
