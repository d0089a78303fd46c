import { randomBytes } from 'node:crypto';
import { chmod, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir, userInfo } from 'node:os';
import path from 'node:path';
import { Readable } from 'node:stream';
import postgres from 'postgres';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { runBackup } from '../../src/cli/backup.js';
import { runRestore } from '../../src/cli/restore.js';
import { createContext } from '../../src/context.js';
import { testConfig } from '../harness/config.js';
import { createTestDatabase, type TestDatabase } from '../harness/postgres.js';
import { temporalAddress, temporalNamespace } from '../harness/temporal.js';

const suffix = randomBytes(4).toString('hex');
const withoutRight = `drill_never_${suffix}`;
const withRight = `drill_may_${suffix}`;
const unknown = `drill_unknown_${suffix}`;
const nobody = 65_534;
let database: TestDatabase;
let sql: postgres.Sql;
let folder: string;
let file: string;

beforeAll(async () => {
  database = await createTestDatabase();
  sql = postgres(database.url, { max: 1 });
  await sql.unsafe(`create role ${withoutRight} login password 'right' nocreatedb`);
  await sql.unsafe(`create role ${withRight} login password 'right' createdb`);
  folder = await mkdtemp(path.join(tmpdir(), 'punctual-backup-'));
  file = path.join(folder, 'file');
  await writeFile(file, 'no backup');
});
afterAll(async () => {
  await rm(folder, { recursive: true });
  await sql.unsafe(`drop role ${withoutRight}, ${withRight}`);
  await sql.end();
  await database.drop();
});

const urlOf = (changes: Partial<Pick<URL, 'username' | 'password' | 'port'>>): string =>
  Object.assign(new URL(database.url), changes).href;

/** Restores, and aborts the signal afterwards as a process that ends with an error does. */
async function restore(
  databaseUrl: string,
  options: readonly string[],
  controller = new AbortController(),
): Promise<{ code: number; lines: string[] }> {
  const lines: string[] = [];
  const code = await runRestore([file, ...options], {
    databaseUrl,
    open: () => {
      throw new Error('nothing was loaded');
    },
    fingerprints: new Map(),
    stdin: Readable.from([]),
    signal: controller.signal,
    print: (line) => lines.push(line),
  });
  controller.abort();
  return { code, lines };
}

/** Lists only the drill databases of this file's roles, because other files run drills at the same time. */
const drillsLeft = () => sql`
  select datname from pg_database
  where datname like 'punctual_drill_%' and pg_get_userbyid(datdba) in ${sql([withoutRight, withRight])}`;

it('a drill names the right that the role lacks', async () => {
  expect(await restore(urlOf({ username: withoutRight, password: 'right' }), ['--drill'])).toEqual({
    code: 1,
    lines: [
      `The role ${withoutRight} may not create databases, which a drill needs. Run this as a superuser: alter role ${withoutRight} createdb`,
    ],
  });
  expect(await drillsLeft()).toHaveLength(0);
});

it.each([
  ['a file that is no backup', false, 'The file is not a backup of Punctual.'],
  ['an interruption', true, 'The command was interrupted. Nothing was restored.'],
])('a drill deletes its database after %s', async (_, isInterrupted, line) => {
  const controller = new AbortController();
  if (isInterrupted) controller.abort();
  const url = urlOf({ username: withRight, password: 'right' });
  expect(await restore(url, ['--drill'], controller)).toEqual({
    code: 1,
    lines: ['The database of the drill is deleted.', line],
  });
  expect(await drillsLeft()).toHaveLength(0);
});

it.each([
  ['cannot be reached', { port: '1' }, /ECONNREFUSED/],
  ['does not know the role', { username: unknown }, new RegExp(unknown)],
])('a drill tells that Postgres %s', async (_, changes, cause) => {
  const { code, lines } = await restore(urlOf(changes), ['--drill']);
  expect(code).toBe(1);
  expect(lines).toEqual([
    expect.stringMatching(/^The database cannot be used: .+ Check DATABASE_URL, and that Postgres runs\.$/),
  ]);
  expect(lines[0]).toMatch(cause);
});

it('a backup names the user who may not write to the folder', async () => {
  const context = createContext(
    testConfig({
      databaseUrl: database.url,
      temporal: { namespace: temporalNamespace, connection: { address: temporalAddress() } },
    }),
    'test',
  );
  await chmod(folder, 0o500);
  const isRoot = process.geteuid?.() === 0;
  // Root may write everywhere, so the test continues as a user without rights.
  if (isRoot) process.seteuid?.(nobody);
  try {
    const lines: string[] = [];
    const code = await runBackup([file], {
      databaseUrl: database.url,
      deps: context.deps,
      fingerprints: new Map(),
      stdout: process.stdout,
      print: (line) => lines.push(line),
    });
    expect({ code, lines }).toEqual({
      code: 1,
      lines: [
        `The backup cannot be written: the user ${userInfo().username} may not write to the folder ${folder}. Allow it, or name a file in another one.`,
      ],
    });
  } finally {
    if (isRoot) process.seteuid?.(0);
    await chmod(folder, 0o700);
    await context.close();
  }
});
