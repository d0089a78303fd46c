import { randomBytes } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { Readable } from 'node:stream';
import { generateX25519Identity, identityToRecipient } from 'age-encryption';
import postgres from 'postgres';
import { afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { loadBackup } from '../../src/backup/load-backup.js';
import { runBackup } from '../../src/cli/backup.js';
import { runRestore } from '../../src/cli/restore.js';
import { keyFingerprints } from '../../src/config/secrets.js';
import { createContext } from '../../src/context.js';
import { refuseRestored } from '../../src/processes/refuse-restored.js';
import { getPost } from '../../src/services/posts/get.js';
import { addImage } from '../harness/assets.js';
import { testConfig } from '../harness/config.js';
import { createBareDatabase, createTestDatabase, type TestDatabase } from '../harness/postgres.js';
import { runIdOf, schedule, untilRunStatus, untilStatus } from '../harness/publishing.js';
import { createScriptedPlatform } from '../harness/scripted-platform.js';
import { mintWorkspace, startStack, type Stack, type TestWorkspace } from '../harness/stack.js';
import { temporalAddress, temporalNamespace } from '../harness/temporal.js';

const hourMs = 3_600_000;
const ownKey = { id: 'test', key: randomBytes(32) };

describe('backup and restore', () => {
  const bluesky = createScriptedPlatform('BLUESKY', 'keyed');
  const threads = createScriptedPlatform('THREADS', 'queryable');
  let folder: string;
  let file: string;
  let database: TestDatabase;
  let stack: Stack;
  let workspace: TestWorkspace;
  /** The task queue on which a restore starts the runs of posts. */
  let taskQueue: string;
  let target: TestDatabase;

  beforeAll(async () => {
    database = await createTestDatabase();
    stack = await startStack({
      databaseUrl: database.url,
      platforms: [bluesky, threads],
      config: { encryptionKeys: [ownKey] },
    });
    taskQueue = stack.taskQueue;
    return async () => {
      await stack.stop();
      await database.drop();
    };
  });
  beforeEach(async () => {
    folder = await mkdtemp(path.join(tmpdir(), 'punctual-backup-'));
    file = path.join(folder, 'punctual.backup');
    target = await createBareDatabase();
    for (const platform of [bluesky, threads]) platform.reset();
    workspace = await mintWorkspace(stack.deps, ['BLUESKY', 'THREADS']);
  });
  afterEach(async () => {
    await target.drop();
    await rm(folder, { recursive: true });
  });

  const configOf = (databaseUrl: string) =>
    testConfig({
      databaseUrl,
      temporal: { namespace: temporalNamespace, connection: { address: temporalAddress() } },
      encryptionKeys: [ownKey],
    });
  const open = (databaseUrl: string) => {
    const context = createContext(configOf(databaseUrl), 'test', {
      installation: () => Promise.resolve({ id: 'ins_test', taskQueue }),
      platforms: new Map([bluesky, threads].map((platform) => [platform.name, platform])),
      media: stack.deps.media,
    });
    return { context, deps: context.deps, [Symbol.asyncDispose]: () => context.close() };
  };
  const backUp = async (...more: string[]) => {
    const lines: string[] = [];
    const code = await runBackup([file, ...more], {
      databaseUrl: database.url,
      deps: stack.deps,
      fingerprints: keyFingerprints([ownKey]),
      stdout: process.stdout,
      print: (line) => lines.push(line),
    });
    return { code, text: lines.join('\n') };
  };
  const restore = async (...more: string[]) => {
    const lines: string[] = [];
    const code = await runRestore([file, ...more], {
      databaseUrl: target.url,
      open,
      fingerprints: keyFingerprints([ownKey]),
      stdin: Readable.from([]),
      signal: new AbortController().signal,
      print: (line) => lines.push(line),
    });
    return { code, text: lines.join('\n') };
  };
  /** Returns a digest of all rows of each table, except the named tables. */
  const digestsOf = async (url: string, except: readonly string[] = []) => {
    const sql = postgres(url, { max: 1 });
    try {
      const tables = await sql<{ name: string }[]>`
        select relname as name from pg_class where relnamespace = 'public'::regnamespace and relkind = 'r'`;
      const digests: Record<string, string> = {};
      for (const { name } of tables.filter((table) => !except.includes(table.name))) {
        const [row] = await sql<{ digest: string }[]>`
          select count(*) || ' ' || coalesce(md5(string_agg(t::text, '|' order by t::text)), '') as digest
          from ${sql(name)} t`;
        digests[name] = row?.digest ?? '';
      }
      return digests;
    } finally {
      await sql.end();
    }
  };
  const isEmpty = async (url: string): Promise<boolean> => {
    const sql = postgres(url, { max: 1 });
    try {
      const [row] = await sql`select count(*)::int as count from workspaces`;
      return row?.['count'] === 0;
    } finally {
      await sql.end();
    }
  };

  it('bring back every row of every table', async () => {
    await schedule(workspace, { inMs: hourMs, text: 'Tab\t, newline\n, backslash \\N, "quotes" and 🎉' });
    await addImage(stack.deps, workspace);
    const before = await digestsOf(database.url);
    expect(await backUp()).toMatchObject({ code: 0 });
    await loadBackup({
      databaseUrl: target.url,
      source: createReadStream(file),
      identities: [],
      check: () => undefined,
    });
    const { restores, ...after } = await digestsOf(target.url);
    expect(after).toEqual(Object.fromEntries(Object.entries(before).filter(([name]) => name !== 'restores')));
    expect(restores).toMatch(/^1 /);
  });

  it('publish no post twice that was published after the backup', async () => {
    const post = await schedule(workspace, { inMs: hourMs, text: 'Once' });
    const soon = await schedule(workspace, { inMs: 3_000, text: 'Soon' });
    await backUp();
    await untilStatus(workspace, soon.id, 'PUBLISHED');
    await untilRunStatus(stack, runIdOf(soon), 'COMPLETED');
    expect(bluesky.published).toHaveLength(1);
    await stack.stopWorker();
    const again = await startStack({
      databaseUrl: target.url,
      platforms: [bluesky, threads],
      config: { encryptionKeys: [ownKey] },
      runWorker: false,
    });
    try {
      taskQueue = again.taskQueue;
      expect(await restore()).toMatchObject({ code: 0 });
      await refuseRestored(again.context);
      await again.startWorker();
      const here = { ...workspace, ctx: { ...workspace.ctx, ...again.deps } };
      await untilStatus(here, soon.id, 'PUBLISHED');
      expect(bluesky.published).toHaveLength(1);
      expect((await getPost(here.ctx, { postId: post.id })).status).toBe('SCHEDULED');
    } finally {
      taskQueue = stack.taskQueue;
      await again.stop();
      await stack.startWorker();
    }
  });

  it('let no process start before after-restore has run', async () => {
    await backUp();
    await loadBackup({
      databaseUrl: target.url,
      source: createReadStream(file),
      identities: [],
      check: () => undefined,
    });
    await using restored = open(target.url);
    await expect(refuseRestored(restored.context)).rejects.toThrow(/punctual after-restore --since 20/);
  });

  it('encrypt the file for an age key, whose identity is needed for the restore', async () => {
    const identity = await generateX25519Identity();
    await backUp('--encrypt-to', await identityToRecipient(identity));
    expect((await readFile(file)).subarray(0, 21).toString()).toBe('age-encryption.org/v1');
    const identityFile = path.join(folder, 'identity.txt');
    await writeFile(identityFile, `# created: today\n${await generateX25519Identity()}\n`);
    expect((await restore()).text).toContain('--identity FILE');
    expect((await restore('--identity', identityFile)).text).toContain('cannot be decrypted');
    await writeFile(identityFile, `${identity}\n`);
    expect(await restore('--identity', identityFile)).toMatchObject({ code: 0 });
    expect(await isEmpty(target.url)).toBe(false);
  });

  it('load nothing from a file that ends early or was changed', async () => {
    await backUp();
    const bytes = await readFile(file);
    await writeFile(file, bytes.subarray(0, bytes.length - 200));
    expect(await restore()).toMatchObject({ code: 1, text: expect.stringContaining('backup') as string });
    expect(await isEmpty(target.url)).toBe(true);
    const changed = Buffer.from(bytes);
    changed.writeUInt8(changed.readUInt8(bytes.length >> 1) ^ 1, bytes.length >> 1);
    await writeFile(file, changed);
    expect(await restore()).toMatchObject({ code: 1, text: expect.stringContaining('backup') as string });
    expect(await isEmpty(target.url)).toBe(true);
    await writeFile(file, 'something else');
    expect(await restore()).toEqual({ code: 1, text: 'The file is not a backup of Punctual.' });
  });

  it('refuse a database that is in use, and a process without the keys', async () => {
    await backUp();
    expect(await restore()).toMatchObject({ code: 0 });
    expect((await restore()).text).toContain('The database is in use');
    const lines: string[] = [];
    const code = await runRestore([file], {
      databaseUrl: target.url,
      open,
      fingerprints: keyFingerprints([{ id: 'test', key: randomBytes(32) }]),
      stdin: Readable.from([]),
      signal: new AbortController().signal,
      print: (line) => lines.push(line),
    });
    expect(code).toBe(1);
    expect(lines.join()).toContain('ENCRYPTION_KEYS lacks or that have another value there: test.');
  });

  it('refuse a database that a process is connected to', async () => {
    await backUp();
    const process = postgres(target.url, { max: 1, connection: { application_name: 'punctual' } });
    await process`select 1`;
    expect(await restore()).toEqual({
      code: 1,
      text: 'Processes of Punctual are connected to this database (1). Stop all workers and APIs first.',
    });
    await process.end();
    expect(await restore()).toMatchObject({ code: 0 });
  });

  it('say why a file cannot be written or read', async () => {
    file = path.join(folder, 'missing', 'file');
    expect(await backUp()).toEqual({
      code: 1,
      text: `The backup cannot be written: the folder ${folder}/missing does not exist. Create it, or name a file in another one.`,
    });
    expect((await restore()).text).toMatch(/^ENOENT/);
    expect((await restore('--drill')).text).toMatch(/^ENOENT/);
  });

  it('are rehearsed by a drill, which reports what is missing and leaves nothing behind', async () => {
    const kept = await addImage(stack.deps, workspace);
    const lost = await addImage(stack.deps, workspace);
    await backUp();
    const complete = await restore('--drill');
    expect(complete.text).toMatch(/all \d+ files are in the storage/);
    expect(complete.text).toMatch(/all \d+ encrypted values can be decrypted/);
    expect(complete.code).toBe(0);
    await stack.deps.media.storage.delete(lost.storageKey ?? '');
    const incomplete = await restore('--drill');
    expect(incomplete.code).toBe(1);
    expect(incomplete.text).toContain(`files are not in the storage: ${lost.storageKey}`);
    expect(incomplete.text).not.toContain(kept.storageKey);
    const sql = postgres(database.url, { max: 1 });
    const left = await sql`
      select datname from pg_database
      where datname like 'punctual_drill_%' and pg_get_userbyid(datdba) = current_user`;
    await sql.end();
    expect(left).toHaveLength(0);
  });
});
