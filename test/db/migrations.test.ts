import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import postgres from 'postgres';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { runMigrate } from '../../src/cli/migrate.js';
import { judgeStatements } from '../../src/db/judge-statement.js';
import { migrateDatabase } from '../../src/db/migrate.js';
import { isOlder, listMigrations, readMigrations } from '../../src/db/migrations.js';
import { readVersion } from '../../src/project-root.js';
import { createTestDatabase, type TestDatabase } from '../harness/postgres.js';

/** The last migration before the first release, whose tables were empty everywhere. */
const lastUnreleased = '0020_replies';

describe('every migration since the first release', () => {
  const all = readMigrations();
  const released = all.slice(all.findIndex(({ name }) => name === lastUnreleased) + 1);

  it('only adds, or names the release that no longer needs the parts that it removes', () => {
    for (const { name, statements, oldestRelease } of released) {
      const judged = judgeStatements(statements);
      const taking = judged.filter(({ isExpand }) => !isExpand).map(({ does }) => does);
      if (oldestRelease === null) expect(taking, name).toEqual([]);
      else {
        expect(taking, name).not.toEqual([]);
        expect(isOlder(readVersion(), oldestRelease), name).toBe(false);
      }
    }
  });

  it('does not block the rows of a table for long', () => {
    for (const { name, statements } of released) {
      const judged = judgeStatements(statements);
      const long = judged.filter(({ isLong, blocks }) => isLong && blocks !== 'nothing');
      expect(
        long.map(({ does }) => does),
        name,
      ).toEqual([]);
      const [concurrent, others] = [/ concurrently /i, /^(?!.* concurrently )/is];
      if (statements.some((each) => concurrent.test(each)))
        expect(
          statements.filter((each) => others.test(each)),
          name,
        ).toEqual([]);
    }
  });
});

describe('a migration', () => {
  let database: TestDatabase;
  let client: postgres.Sql;
  let folder: string;
  beforeEach(async () => {
    database = await createTestDatabase();
    client = postgres(database.url, { max: 2 });
    folder = mkdtempSync(path.join(tmpdir(), 'punctual-migrations-'));
    mkdirSync(path.join(folder, 'meta'));
  });
  afterEach(async () => {
    await client.end();
    await database.drop();
    rmSync(folder, { recursive: true });
  });

  const newest = listMigrations().at(-1)?.madeAtMs ?? 0;
  /** Makes a folder with the migrations of this build and these further ones. */
  const offer = (...texts: string[]): { migrationsFolder: string } => {
    const entries = texts.map((text, index) => {
      writeFileSync(path.join(folder, `${index}_test.sql`), text);
      return { tag: `${index}_test`, when: newest + 1 + index };
    });
    const [first] = listMigrations();
    writeFileSync(path.join(folder, 'first.sql'), '');
    const all = [{ tag: 'first', when: first?.madeAtMs }, ...entries];
    writeFileSync(path.join(folder, 'meta', '_journal.json'), JSON.stringify({ entries: all }));
    return { migrationsFolder: folder };
  };
  const index = 'CREATE INDEX CONCURRENTLY "users_note" ON "users" USING btree ("note")';
  const add = 'ALTER TABLE "users" ADD COLUMN "note" text';
  const drop = '-- contract: 0.2.0 no longer reads users.note\nALTER TABLE "users" DROP COLUMN "note"';

  it('is applied once, in order, and an index is built while other statements write', async () => {
    const offered = offer(add, index);
    expect(await migrateDatabase(database.url, offered)).toEqual(['0_test', '1_test']);
    expect(await migrateDatabase(database.url, offered)).toEqual([]);
    const [built] =
      await client`select indisvalid as valid from pg_index where indexrelid = 'users_note'::regclass`;
    expect(built).toEqual({ valid: true });
  });

  it('replaces the index that an earlier try has left unfinished', async () => {
    await migrateDatabase(database.url, offer(add));
    await client.unsafe(index);
    await client`update pg_index set indisvalid = false where indexrelid = 'users_note'::regclass`;
    await migrateDatabase(database.url, offer(add, index));
    const [built] =
      await client`select indisvalid as valid from pg_index where indexrelid = 'users_note'::regclass`;
    expect(built).toEqual({ valid: true });
  });

  it('is not applied in part', async () => {
    const offered = offer(`${add};\n--> statement-breakpoint\nALTER TABLE "nothing" ADD COLUMN "note" text`);
    await expect(migrateDatabase(database.url, offered)).rejects.toThrow(/relation "nothing" does not exist/);
    const columns =
      await client`select 1 from information_schema.columns where column_name = 'note' and table_name = 'users'`;
    expect(columns).toHaveLength(0);
  });

  it('gives way to a transaction that holds its table, and tries again', async () => {
    let release = (): void => undefined;
    const released = new Promise<void>((resolve) => (release = resolve));
    const holding = client.begin(async (tx) => {
      await tx`lock table users in access share mode`;
      await released;
    });
    const migrating = migrateDatabase(database.url, offer(add));
    const waits = async (): Promise<number> =>
      (
        await client`select 1 from pg_stat_activity where wait_event_type = 'Lock' and query ilike 'alter table "users"%' and datname = current_database()`
      ).length;
    await expect.poll(waits).toBe(1);
    // The migration stops waiting for the lock, so that other statements get their turn.
    await expect.poll(waits).toBe(0);
    release();
    await holding;
    expect(await migrating).toEqual(['0_test']);
  });

  it('prevents older releases from starting only if it removes something', async () => {
    await migrateDatabase(database.url, offer(add));
    await migrateDatabase(database.url, { ...offer(add, drop), version: '0.2.0' });
    expect(await client`select oldest_release from installation`).toEqual([{ oldest_release: '0.2.0' }]);
    await expect(migrateDatabase(database.url, { version: '0.1.9' })).rejects.toThrow(
      'The database needs Punctual 0.2.0 or newer, and this is 0.1.9.',
    );
    for (const version of ['0.2.0', '0.2.1', '0.10.0', '1.0.0'])
      expect(await migrateDatabase(database.url, { version })).toEqual([]);
    const later =
      '-- contract: 0.1.5 no longer reads users.note2\nALTER TABLE "users" DROP COLUMN IF EXISTS "note2"';
    await migrateDatabase(database.url, { ...offer(add, drop, later), version: '0.3.0' });
    expect(await client`select oldest_release from installation`).toEqual([{ oldest_release: '0.2.0' }]);
  });

  it('is described by a plan, which changes nothing', async () => {
    const lines: string[] = [];
    const command = {
      databaseUrl: database.url,
      ...offer(add, index, drop.replace('0.2.0', '0.1.0')),
      print: (line: string) => void lines.push(line),
    };
    expect(await runMigrate(['--plan'], command)).toBe(0);
    const text = lines.join('\n').replaceAll(/about \d+ rows, \d+\.\d MiB/g, 'SIZE');
    expect(text).toMatchInlineSnapshot(`
      "Pending migrations: 3. Nothing was changed.

      0_test: only adds (expand)
        ALTER TABLE "users" ADD COLUMN "note" text;
          adds a column to users (SIZE): blocks reads and writes for a moment

      1_test: only adds (expand)
        CREATE INDEX CONCURRENTLY "users_note" ON "users" USING btree ("note");
          builds an index of users (SIZE): nobody waits, and it takes longer for a larger table

      2_test: takes away (contract), needs 0.1.0 or newer
        ALTER TABLE "users" DROP COLUMN "note";
          deletes users.note (SIZE): blocks reads and writes for a moment

      Processes older than 0.1.0 stop working. If any still run, upgrade them first. Newer ones keep running: run punctual setup now, then restart the workers and the APIs one after the other with this version."
    `);
    lines.length = 0;
    expect(await runMigrate(['--plan', '--json'], command)).toBe(0);
    expect(JSON.parse(lines.join(''))).toHaveLength(3);
    lines.length = 0;
    expect(await runMigrate([], command)).toBe(0);
    expect(lines).toEqual(['The database is up to date. Applied: 0_test, 1_test, 2_test.']);
    lines.length = 0;
    expect(await runMigrate(['--plan'], command)).toBe(0);
    expect(lines).toEqual(['The database is up to date: no migration is pending.']);
    expect(await runMigrate(['--json'], command)).toBe(1);
    expect(await runMigrate(['--nothing'], command)).toBe(1);
  });
});
