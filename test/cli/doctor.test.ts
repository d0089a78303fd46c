import { randomBytes, randomUUID } from 'node:crypto';
import { chmodSync, mkdtempSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type AddressInfo, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { sql } from 'drizzle-orm';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { NativeConnection, Worker } from '@temporalio/worker';
import { createActivities } from '../../src/activities/create-activities.js';
import { checkPlatforms } from '../../src/cli/doctor/check-platforms.js';
import { runDoctor } from '../../src/cli/doctor/doctor.js';
import type { DoctorParts } from '../../src/cli/doctor/parts.js';
import { linesOf, reportOf, type DoctorReport } from '../../src/cli/doctor/report.js';
import type { Finding } from '../../src/cli/doctor/finding.js';
import { runSetup } from '../../src/cli/setup.js';
import { createVault } from '../../src/config/secrets.js';
import { createContext, type AppContext } from '../../src/context.js';
import { keyChecks } from '../../src/db/schema/index.js';
import { overrideDeps } from '../../src/services/shared/override-deps.js';
import { openDb } from '../../src/db/client.js';
import { openTemporalClient } from '../../src/temporal/connection.js';
import {
  scheduleIdOf,
  uploadTaskQueueOf,
  webhookTaskQueueOf,
  type Installation,
} from '../../src/domain/workflow-contract.js';
import { ensureSchedules } from '../../src/temporal/schedules.js';
import { identityWithVersion } from '../../src/temporal/worker-version.js';
import { platformDefinitions } from '../../src/platforms/index.js';
import { createPlatforms } from '../../src/platforms/kit/create-platforms.js';
import {
  readSettings,
  type PlatformDefinition,
  type PlatformSettings,
} from '../../src/platforms/kit/definition.js';
import { x } from '../../src/platforms/x/definition.js';
import { createShiftedClock } from '../harness/clock.js';
import { testConfig } from '../harness/config.js';
import { createTestDatabase, type TestDatabase } from '../harness/postgres.js';
import { deleteSchedules, temporalAddress } from '../harness/temporal.js';
import '../harness/temporal-runtime.js';
import { sharedWorkflowBundle } from '../harness/workflow-bundle.js';

const publicUrl = 'https://punctual.example.com';
/** No process listens at this address. */
const deadAddress = '127.0.0.1:1';
const secret = 'secret-canary-19c4';

/** The platform needs an app with an id and a secret. */
const withTwoVariables: PlatformDefinition = {
  ...x,
  connector: x.connector && {
    ...x.connector,
    create: (made, settings) => {
      const { clientId, clientSecret } = settings as PlatformSettings & Record<string, string | null>;
      const created = x.connector?.create(made, settings);
      const redirect = created?.connect?.redirect;
      if (created === undefined || !redirect) throw new Error('X has a page.');
      const missingVariables = [
        ...(clientId === null ? ['X_CLIENT_ID'] : []),
        ...(clientSecret === null ? ['X_CLIENT_SECRET'] : []),
      ];
      return { ...created, connect: { redirect: { ...redirect, missingVariables }, credentials: null } };
    },
  },
};

let database: TestDatabase;
let context: AppContext;
let parts: DoctorParts;
let mediaFolder: string;
let installation: Installation;
let stopWorkers: () => Promise<void>;
const closing: (() => Promise<void>)[] = [];
afterAll(async () => {
  for (const close of closing.reverse()) await close();
});

/** The tests begin with a correct installation, with its own namespace and workers that poll it. */
beforeAll(async () => {
  database = await createTestDatabase();
  closing.push(() => database.drop());
  mediaFolder = mkdtempSync(path.join(tmpdir(), 'punctual-doctor-'));
  closing.push(() => Promise.resolve(rmSync(mediaFolder, { recursive: true, force: true })));
  const base = testConfig({
    databaseUrl: database.url,
    temporal: { namespace: `doctor-${randomUUID()}`, connection: { address: temporalAddress() } },
  });
  const storage = { kind: 'filesystem' as const, folder: mediaFolder };
  context = createContext(
    { ...base, media: { ...base.media, storage }, connect: { ...base.connect, publicUrl } },
    'test',
  );
  closing.push(() => deleteSchedules(context.temporalClient.options.namespace).then(context.close));
  const { deps, temporalClient: client } = context;
  const said: string[] = [];
  const code = await runSetup([], {
    databaseUrl: database.url,
    deps,
    client,
    temporalAddress: temporalAddress(),
    storageFolder: null,
    print: (line) => said.push(line),
  });
  expect(code, said.join('\n')).toBe(0);
  installation = await deps.installation();
  stopWorkers = await startWorkers(context);
  closing.push(() => stopWorkers());
  parts = {
    deps,
    client,
    version: '0.0.0-test',
    isUnset: () => false,
    isProduction: true,
    backends: { database: 'db.example/punctual', temporal: temporalAddress(), storage: 'the folder media' },
    storageFolder: null,
    publicUrl,
    isPublicUrlSet: true,
    trustProxyHops: 1,
    sandboxUrl: null,
    isSandboxAllowedInProduction: false,
    safeFetch: () => Promise.resolve({ status: 200, headers: {}, body: '{"status":"ok"}' }),
    checkTimeoutMs: 5_000,
  };
});

async function startWorkers({ deps, temporalClient: client }: AppContext): Promise<() => Promise<void>> {
  const connection = await NativeConnection.connect({ address: temporalAddress() });
  const { namespace } = client.options;
  const { taskQueue: queue } = await deps.installation();
  const identity = identityWithVersion('test', '0.0.0-test');
  const options = { connection, namespace, identity, activities: createActivities(deps) };
  const workflowBundle = await sharedWorkflowBundle();
  const workers = await Promise.all([
    Worker.create({ ...options, workflowBundle, taskQueue: queue }),
    Worker.create({ ...options, workflowBundle, taskQueue: webhookTaskQueueOf(queue) }),
    Worker.create({ ...options, taskQueue: uploadTaskQueueOf(queue) }),
  ]);
  const runs = Promise.all(workers.map((worker) => worker.run()));
  return async () => {
    for (const worker of workers) worker.shutdown();
    await runs;
    await connection.close();
  };
}

interface Visit {
  code: number;
  text: string;
  report: DoctorReport;
  /** The findings by id. */
  found: Record<string, Finding>;
}

/** Runs the doctor with some parts replaced. `faults` are those of the configuration. */
async function visit(own: Partial<DoctorParts> = {}, faults: { message: string }[] = []): Promise<Visit> {
  let text = '';
  const code = await runDoctor(['--json'], {
    faults,
    parts: { ...parts, ...own },
    secrets: [secret],
    print: (line) => (text = line),
  });
  const report = JSON.parse(text) as DoctorReport;
  return { code, text, report, found: Object.fromEntries(report.checks.map((each) => [each.id, each])) };
}

/** The findings that need action. Each of them says what to do. */
function expectTodo({ code, report }: Visit, ...ids: string[]): void {
  const todo = report.checks.filter(({ state }) => state === 'todo');
  expect(todo.map(({ id }) => id)).toEqual(ids);
  for (const { next } of todo) expect(next).toMatch(/\.$/);
  expect(code).toBe(1);
}

describe('punctual doctor for a healthy installation', () => {
  it('finds no problems', async () => {
    // The server knows pollers only once they have polled.
    await expect.poll(async () => (await visit()).found['workers']?.state).toBe('ok');
    const { code, report } = await visit();
    // The API version of a platform may end soon, which is a warning, so that check is left out.
    const lasting = report.checks.filter(({ id }) => id !== 'apiVersions');
    expect(lasting.map(({ id, state, says }) => ({ id, state, says }))).toEqual(
      [
        { id: 'configuration', says: /production/ },
        { id: 'database', says: /^Postgres \d+/ },
        { id: 'migrations', says: /^All \d+ migrations are applied/ },
        { id: 'keys', says: /decrypt everything that is stored/ },
        { id: 'clock', says: /± \d+ ms/ },
        { id: 'temporal', says: /^Server \d/ },
        { id: 'namespace', says: /for 30 days/ },
        { id: 'searchAttributes', says: /All exist/ },
        { id: 'schedules', says: /All exist, and none is paused/ },
        {
          id: 'workers',
          says: /punctual-ins_\w+ \(posts\), punctual-\S+-uploads \(uploads\), punctual-\S+-webhooks \(webhooks\)/,
        },
        { id: 'temporalClock', says: /to within/ },
        { id: 'storage', says: /written, read and deleted in the folder media/ },
        { id: 'publicUrl', says: /answers at https:/ },
        { id: 'proxy', says: /^1 proxy is trusted/ },
        { id: 'sandbox', says: /no sandbox/ },
      ].map(({ id, says }) => ({ id, state: 'ok', says: expect.stringMatching(says) as string })),
    );
    expect({ code, ok: report.ok }).toEqual({ code: 0, ok: true });
  });

  it('warns if PUBLIC_URL requires a proxy and no proxy is trusted', async () => {
    const { found, code } = await visit({ trustProxyHops: 0 });
    expect(found['proxy']).toMatchObject({
      state: 'warning',
      says: expect.stringMatching(/all people as one client/) as string,
      next: expect.stringMatching(/TRUST_PROXY_HOPS/) as string,
    });
    expect(code).toBe(0);
    const plain = await visit({ trustProxyHops: 0, publicUrl: 'http://127.0.0.1:3000', isProduction: false });
    expect(plain.found['proxy']?.state).toBe('ok');
  });

  it('changes nothing, and does not even record a new key', async () => {
    const { deps } = parts;
    const before = await deps.db.select().from(keyChecks);
    const vault = createVault([{ id: 'fresh', key: randomBytes(32) }]);
    await visit({ deps: { ...deps, vault } });
    expect(await deps.db.select().from(keyChecks)).toEqual(before);
  });

  it('prints its result as text, and refuses unknown arguments', async () => {
    const lines: string[] = [];
    const command = { faults: [], parts, secrets: [], print: (line: string) => void lines.push(line) };
    expect(await runDoctor([], command)).toBe(0);
    expect(lines[0]).toMatch(/^ok {5}Configuration: /);
    expect(lines[0]).toMatch(/Everything is in order\.$/);
    expect(await runDoctor(['--fix'], command)).toBe(2);
    expect(await runDoctor(['everything'], command)).toBe(2);
    expect(lines.at(-1)).toContain('punctual doctor');
  });
});

describe('punctual doctor with one broken part', () => {
  it('reports a database that is down, and still runs all other checks', async () => {
    const { db, close } = openDb({ url: `postgres://u:${secret}@${deadAddress}/none`, connectionsMax: 2 });
    const seen = await visit({ deps: { ...parts.deps, db } });
    await close();
    expectTodo(seen, 'database');
    expect(seen.found['database']?.says).toMatch(/db\.example.*ECONNREFUSED/);
    for (const id of ['migrations', 'keys', 'clock']) expect(seen.found[id]?.state).toBe('unknown');
    for (const id of ['temporal', 'schedules', 'storage']) expect(seen.found[id]?.state).toBe('ok');
    expect(seen.text).not.toContain(secret);
  });

  it('reports a database that never responds, after a time limit', async () => {
    const silent = createServer();
    const sockets: Socket[] = [];
    silent.on('connection', (socket) => sockets.push(socket));
    await new Promise<void>((resolve) => void silent.listen(0, '127.0.0.1', resolve));
    const { port } = silent.address() as AddressInfo;
    const { db, close } = openDb({ url: `postgres://u@127.0.0.1:${port}/none`, connectionsMax: 2 });
    const seen = await visit({ deps: { ...parts.deps, db }, checkTimeoutMs: 1_000 });
    expectTodo(seen, 'database');
    expect(seen.found['database']?.says).toContain('no answer within 1 s');
    for (const socket of sockets) socket.destroy();
    await Promise.all([close(), new Promise((resolve) => silent.close(resolve))]);
  });

  it.each([
    {
      name: 'a missing migration',
      change:
        'delete from drizzle.__drizzle_migrations where id = (select max(id) from drizzle.__drizzle_migrations)',
      says: /^Not applied: \d{4}_/,
      next: /punctual setup/,
    },
    {
      name: 'a skipped migration',
      change:
        'update drizzle.__drizzle_migrations set created_at = 9999999999999 where id = (select min(id) from drizzle.__drizzle_migrations)',
      says: /although later migrations are: 0000_/,
      next: /backup/,
    },
    {
      name: 'a schema that needs a newer version',
      change: `update installation set oldest_release = '999.0.0'`,
      says: /needs Punctual 999\.0\.0 or newer/,
      next: /Start a newer version/,
    },
  ])('reports $name', async ({ change, says, next }) => {
    const own = await createTestDatabase();
    const { db, close } = openDb({ url: own.url, connectionsMax: 2 });
    await db.execute(sql.raw(change));
    const seen = await visit({ deps: { ...parts.deps, db } });
    await close();
    await own.drop();
    expectTodo(seen, 'migrations');
    expect(seen.found['migrations']).toMatchObject({
      says: expect.stringMatching(says) as string,
      next: expect.stringMatching(next) as string,
    });
    expect(seen.found['keys']?.state).toBe('unknown');
  });

  it('reports an encryption key whose bytes have changed', async () => {
    const vault = createVault([{ id: 'test', key: randomBytes(32) }]);
    const seen = await visit({ deps: { ...parts.deps, vault } });
    expectTodo(seen, 'keys');
    expect(seen.found['keys']?.says).toMatch(
      /^Stored data is encrypted with key test, which is missing here/,
    );
  });

  it.each([
    { shiftMs: 90_000, says: /^The database’s clock is (89|90)\d{3} ms behind/ },
    { shiftMs: -90_000, says: /^The database’s clock is (89|90)\d{3} ms ahead of/ },
  ])('reports a clock that is wrong by $shiftMs ms', async ({ shiftMs, says }) => {
    const clock = createShiftedClock();
    clock.shiftMs = shiftMs;
    const { found, code } = await visit({ deps: { ...parts.deps, clock } });
    expect(found['clock']).toMatchObject({ state: 'todo', says: expect.stringMatching(says) as string });
    expect(found['temporalClock']?.state).toBe('todo');
    expect(code).toBe(1);
  });

  it('reports storage that cannot be written to', async () => {
    const { storage } = parts.deps.media;
    const denied = { ...storage, write: () => Promise.reject(new Error(`denied to ${secret}`)) };
    const { media } = overrideDeps(context.deps, { media: { storage: denied } });
    const seen = await visit({ deps: { ...parts.deps, media } });
    expectTodo(seen, 'storage');
    expect(seen.found['storage']?.says).toBe(
      'A test file could not be written in the folder media. denied to [hidden].',
    );
  });

  it('reports a storage path that is not a folder', async () => {
    renameSync(mediaFolder, `${mediaFolder}-aside`);
    // Root may write into any folder, so the folder is replaced by a file.
    writeFileSync(mediaFolder, '');
    chmodSync(mediaFolder, 0o400);
    const seen = await visit();
    rmSync(mediaFolder);
    renameSync(`${mediaFolder}-aside`, mediaFolder);
    expectTodo(seen, 'storage');
  });

  it('reports a Temporal server that is down', async () => {
    const { client, close } = openTemporalClient({ connection: { address: deadAddress }, namespace: 'none' });
    const seen = await visit({ client });
    await close();
    expectTodo(seen, 'temporal');
    for (const id of ['namespace', 'searchAttributes', 'schedules', 'workers'])
      expect(seen.found[id]?.state).toBe('unknown');
    expect(seen.found['database']?.state).toBe('ok');
  });

  it('reports a missing namespace', async () => {
    const connection = { address: temporalAddress() };
    const { client, close } = openTemporalClient({ connection, namespace: 'never-made' });
    const seen = await visit({ client });
    await close();
    expectTodo(seen, 'namespace');
    expect(seen.found['schedules']?.state).toBe('unknown');
  });
});

describe('punctual doctor on the configuration', () => {
  it('reports every invalid variable, and checks everything else', async () => {
    const faults = [{ message: 'DATABASE_URL: required' }, { message: `ENCRYPTION_KEYS: not ${secret}` }];
    const isUnset = (name: string): boolean => ['DATABASE_URL', 'ENCRYPTION_KEYS'].includes(name);
    const seen = await visit({ isUnset }, faults);
    expect(seen.found['configuration']?.says).toContain('DATABASE_URL: required');
    expect(seen.found['database']?.state).toBe('unknown');
    expect(seen.found['storage']?.state).toBe('ok');
    expect(seen.text).not.toContain(secret);
    expect(seen.code).toBe(1);
  });

  it('lists the requirements of platforms even if the environment is invalid', async () => {
    let text = '';
    const faults = [{ message: 'PORT: no' }];
    const print = (line: string): void => void (text = line);
    expect(await runDoctor(['--json'], { faults, parts: null, secrets: [], print })).toBe(1);
    const { checks, platforms } = JSON.parse(text) as DoctorReport;
    expect(checks.map(({ id }) => id)).toEqual(['configuration']);
    expect(platforms).toHaveLength(platformDefinitions.length);
  });

  it.each([
    ['http://punctual.example.com', true, 'todo', /not https/],
    ['https://localhost:3000', true, 'todo', /cannot be reached by other people or by platforms/],
    ['https://10.1.2.3', true, 'todo', /cannot be reached by other people or by platforms/],
    ['https://punctual', true, 'todo', /cannot be reached by other people or by platforms/],
    ['https://punctual.example.com/api/v1', true, 'todo', /includes the path of the API/],
    ['https://punctual.example.com', true, 'ok', /answers/],
    ['http://127.0.0.1:3000', false, 'note', /Only browsers on this machine/],
  ] as const)('rates PUBLIC_URL %s, with production %s, as %s', async (url, isProduction, state, says) => {
    const { found } = await visit({ publicUrl: url, isProduction });
    expect(found['publicUrl']).toMatchObject({ state, says: expect.stringMatching(says) as string });
  });

  it('warns about an API that does not respond, because the network may prevent the check', async () => {
    const safeFetch = () => Promise.reject(new Error('no route'));
    const publicUrl = 'https://punctual.example.com';
    const { found, code, report } = await visit({ safeFetch, publicUrl });
    expect(found['publicUrl']).toMatchObject({
      state: 'warning',
      says: expect.stringMatching(/no API answers.*Accounts cannot be connected until/) as string,
      next: expect.stringContaining(`${publicUrl}/healthz`) as string,
    });
    expect(code).toBe(0);
    const lastLine = linesOf(report).at(-1);
    expect(lastLine).toMatch(/but check: PUBLIC_URL\.$/);
    expect(lastLine).not.toContain('Everything is in order');
  });

  it.each([
    ['a name that only others may know', () => Promise.reject(Object.assign(new Error(), { reason: 'dns' }))],
    ['a proxy that refuses it', () => Promise.resolve({ status: 403, headers: {}, body: 'Forbidden' })],
  ])('only warns about %s, because the rest of the world may reach the API', async (_name, safeFetch) => {
    const { found, code } = await visit({ safeFetch });
    expect(found['publicUrl']?.state).toBe('warning');
    expect(code).toBe(0);
  });

  it('asks for action if another server responds at PUBLIC_URL', async () => {
    const safeFetch = () => Promise.resolve({ status: 200, headers: {}, body: '<html>' });
    expectTodo(await visit({ safeFetch }), 'publicUrl');
  });

  it('warns about a sandbox in production, and about a sandbox that does not respond', async () => {
    const sandboxUrl = 'http://127.0.0.1:3100';
    expectTodo(await visit({ sandboxUrl }), 'sandbox');
    expect((await visit({ sandboxUrl, isSandboxAllowedInProduction: true })).found['sandbox']?.state).toBe(
      'note',
    );
    expect((await visit({ sandboxUrl, isProduction: false })).found['sandbox']?.state).toBe('ok');
    const safeFetch = () => Promise.reject(new Error('refused'));
    expectTodo(await visit({ sandboxUrl, isProduction: false, safeFetch }), 'sandbox');
  });
});

describe('punctual doctor on platforms', () => {
  const made = {
    fetchFor: () => () => Promise.reject(new Error('The doctor calls no platform.')),
    clock: { now: () => new Date() },
  };
  const withVariables = (env: Record<string, string>) =>
    createPlatforms({
      ...made,
      definitions: platformDefinitions,
      settings: readSettings(platformDefinitions, env),
    });
  const platformsOf = async (env: Record<string, string>) => {
    const { report, code, text } = await visit({ deps: { ...parts.deps, platforms: withVariables(env) } });
    return { code, text, by: new Map(report.platforms.map((each) => [each.platform, each])) };
  };

  it('lists redirect URIs, permissions and other requirements', async () => {
    const { by, code } = await platformsOf({});
    expect(by.size).toBe(platformDefinitions.length);
    expect(by.get('X')).toMatchObject({
      state: 'not configured',
      missingVariables: ['X_CLIENT_ID'],
      redirectUri: `${publicUrl}/connect/x/callback`,
      scopes: expect.arrayContaining([expect.objectContaining({ name: 'tweet.write' })]) as unknown,
      needs: expect.arrayContaining([expect.stringContaining('X charges for each API call')]) as unknown,
      guide: 'docs/connect/x.md',
    });
    expect(by.get('BLUESKY')).toMatchObject({ state: 'ready' });
    // No installation needs all platforms, so a missing one is no failure.
    expect(code).toBe(0);
  });

  it('recognizes a configured app, and hides its secret', async () => {
    const { by, text } = await platformsOf({ X_CLIENT_ID: 'mine', X_CLIENT_SECRET: secret });
    expect(by.get('X')).toMatchObject({ state: 'ready', missingVariables: [], next: null });
    expect(text).not.toContain(secret);
  });

  it('reports apps that are only partly configured', () => {
    const definitions = [withTwoVariables];
    const seen = (env: Record<string, string>) => {
      const platforms = createPlatforms({ ...made, definitions, settings: readSettings(definitions, env) });
      return checkPlatforms({ ...parts, deps: { ...parts.deps, platforms } }, definitions)[0];
    };
    expect(seen({})).toMatchObject({
      state: 'not configured',
      missingVariables: ['X_CLIENT_ID', 'X_CLIENT_SECRET'],
    });
    const partly = seen({ X_CLIENT_ID: 'mine' });
    expect(partly).toMatchObject({
      state: 'partly',
      missingVariables: ['X_CLIENT_SECRET'],
      next: 'Set X_CLIENT_SECRET.',
    });
    const report = reportOf([], partly === undefined ? [] : [partly]);
    expect(report.ok).toBe(false);
    expect(linesOf(report).at(-1)).toBe('To do: X.');
  });
});

describe('punctual doctor after changes in Temporal', () => {
  const reconcile = () => parts.client.schedule.getHandle(scheduleIdOf(installation.taskQueue, 'reconcile'));
  afterEach(async () => {
    await ensureSchedules(parts.client, installation);
  });

  it('reports a paused schedule and a missing one', async () => {
    await reconcile().pause('by hand');
    const paused = await visit();
    expectTodo(paused, 'schedules');
    expect(paused.found['schedules']?.says).toMatch(/^punctual-ins_\w+-reconcile is paused/);
    await ensureSchedules(parts.client, installation);
    await parts.client.schedule.getHandle(scheduleIdOf(installation.taskQueue, 'sweep-media')).delete();
    const gone = await visit();
    expectTodo(gone, 'schedules');
    expect(gone.found['schedules']?.says).toMatch(/^punctual-ins_\w+-sweep-media is missing/);
  });

  it('reports missing search attributes', async () => {
    const { namespace } = parts.client.options;
    await parts.client.connection.operatorService.removeSearchAttributes({
      namespace,
      searchAttributes: ['PublishState'],
    });
    await expect.poll(async () => (await visit()).found['searchAttributes']?.says).toContain('PublishState');
  });

  it('warns about workers of another version', async () => {
    const seen = await visit({ version: '0.0.1-test' });
    expect(seen.found['workers']).toMatchObject({
      state: 'warning',
      says: 'Workers of another version poll: 0.0.0-test. This command has version 0.0.1-test.',
      next: expect.stringContaining('Finish the upgrade') as string,
    });
  });

  it('reports workers that do not poll', async () => {
    const nobody = () => Promise.resolve({ ...installation, taskQueue: 'nobody' });
    const seen = await visit({ deps: { ...parts.deps, installation: nobody } });
    expect(seen.found['workers']).toMatchObject({
      state: 'todo',
      says: 'No worker polls nobody (posts), nobody-uploads (uploads), nobody-webhooks (webhooks).',
      next: expect.stringContaining('punctual worker') as string,
    });
  });
});
