import { createHash, randomBytes, randomUUID } from 'node:crypto';
import { readdirSync, readFileSync, statSync } from 'node:fs';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { anyFreePort } from '../../src/launcher/ports.js';
import { sandboxAppPassword } from '../../src/platforms/bluesky/sandbox/accounts.js';
import { inProject } from '../../src/project-root.js';
import type { RunningSandbox } from '../../src/sandbox/start-sandbox.js';
import { createBareDatabase, type TestDatabase } from '../harness/postgres.js';
import { seedAccounts, startTestSandbox } from '../harness/sandbox.js';
import { sendAhead } from '../harness/send-ahead.js';
import { deleteSchedules, temporalAddress } from '../harness/temporal.js';
import { unpackRelease, type ReleaseProcess, type UnpackedRelease } from './unpacked-release.js';

const bytesMax = 120 * 1024 * 1024;
const startMsMax = 300_000;
const person = { email: 'ada@example.test', name: 'Ada', password: 'correct horse battery staple' };

let release: UnpackedRelease;
let database: TestDatabase;
let sandbox: RunningSandbox;
let env: Record<string, string>;
let origin: string;
const namespace = `test-${randomUUID()}`;

beforeAll(async () => {
  release = await unpackRelease();
  [database, sandbox] = await Promise.all([createBareDatabase(), startTestSandbox()]);
  const [port, workerPort] = [await anyFreePort(), await anyFreePort()];
  origin = `http://127.0.0.1:${port}`;
  env = {
    NODE_ENV: 'production',
    DATABASE_URL: database.url,
    ENCRYPTION_KEYS: `k1:${randomBytes(32).toString('base64')}`,
    PUBLIC_URL: origin,
    PORT: String(port),
    WORKER_HEALTH_PORT: String(workerPort),
    TEMPORAL_ADDRESS: temporalAddress(),
    TEMPORAL_NAMESPACE: namespace,
    STORAGE_DIR: path.join(release.dataFolder, 'media'),
    // Only in this test, a production installation has accounts of the simulated platforms.
    SANDBOX_URL: sandbox.url,
    SANDBOX_IN_PRODUCTION: '1',
    DRAIN_DELAY_MS: '0',
  };
});
afterAll(async () => {
  await release.close();
  await deleteSchedules(namespace);
  await sandbox.close();
  await database.drop();
});

/** Runs a command to its end, and returns its output. */
async function run(...args: string[]): Promise<{ code: number | null; output: string }> {
  const { ended, output } = release.start(args, env);
  return { code: await ended, output: output() };
}

const filesOf = (folder: string): string[] =>
  readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter(
    (name) => !statSync(path.join(folder, name)).isDirectory(),
  );

describe('the folder', () => {
  it('is smaller than its limit, and has no source maps and no packages for development', () => {
    const files = filesOf(release.folder);
    const bytes = files.reduce((sum, name) => sum + statSync(path.join(release.folder, name)).size, 0);
    expect(bytes).toBeLessThan(bytesMax);
    expect(files.filter((name) => /\.map$|\.d\.[cm]?ts$|webpack|swc|\/test\//.test(name))).toEqual([]);
    expect(files.filter((name) => name.endsWith('.node'))).toHaveLength(2);
  });

  it('contains the guides and their images, unchanged', () => {
    const served = filesOf(inProject('docs')).filter((name) => /\.(md|png|svg)$/.test(name));
    expect(served.length).toBeGreaterThan(20);
    for (const file of ['README.md', ...served.map((name) => path.join('docs', name))])
      expect(readFileSync(path.join(release.folder, file), 'utf8'), file).toBe(
        readFileSync(inProject(file), 'utf8'),
      );
  });

  it('has a checksum for each file', () => {
    const text = readFileSync(path.join(release.folder, 'SHA256SUMS'), 'utf8');
    const listed = text.trimEnd().split('\n');
    const found = filesOf(release.folder)
      .filter((name) => name !== 'SHA256SUMS')
      .map((name) => {
        const bytes = readFileSync(path.join(release.folder, name));
        return `${createHash('sha256').update(bytes).digest('hex')}  ${name}`;
      });
    expect(listed.sort()).toEqual(found.sort());
  });

  it('lists the packages that are inside, and no others, with their licenses', () => {
    const sbom = JSON.parse(readFileSync(path.join(release.folder, 'sbom.cdx.json'), 'utf8')) as {
      bomFormat: string;
      components: { name: string; version: string; purl: string }[];
    };
    expect(sbom.bomFormat).toBe('CycloneDX');
    const names = sbom.components.map(({ name }) => name);
    for (const name of ['hono', '@temporalio/core-bridge', 'postgres', 'sharp', 'react', 'long'])
      expect(names).toContain(name);
    for (const name of ['webpack', '@swc/core', 'vitest', 'typescript']) expect(names).not.toContain(name);
    const licenses = readFileSync(path.join(release.folder, 'THIRD-PARTY-LICENSES'), 'utf8');
    for (const { name, version } of sbom.components) expect(licenses).toContain(`\n${name} ${version} (`);
  });
});

/** A slow machine logs this if one of the checks needs more than two seconds. */
const slowWarning = 'a check of /readyz failed';

describe('an installation of the release alone', () => {
  let workspaceId: string;
  let key: string;
  let accountId: string;

  async function call(
    method: string,
    pathname: string,
    body?: object,
    credential: Record<string, string> = { authorization: `Bearer ${key}` },
  ): Promise<{ status: number; headers: Headers; body: Record<string, unknown> }> {
    const answer = await fetch(`${origin}/api/v1${pathname}`, {
      method,
      headers: { 'content-type': 'application/json', origin, ...credential },
      ...(body && { body: JSON.stringify(body) }),
    });
    const { status, headers } = answer;
    return { status, headers, body: (await answer.json()) as Record<string, unknown> };
  }

  async function publish(text: string): Promise<void> {
    const { status, body } = await sendAhead(1_000, (scheduledFor) =>
      call('POST', '/posts', { content: text, platforms: [{ accountId }], scheduledFor }),
    );
    expect(status, JSON.stringify(body)).toBe(201);
    await expect
      .poll(async () => (await call('GET', `/posts/${String(body['id'])}`)).body)
      .toMatchObject({ status: 'PUBLISHED' });
  }

  async function untilReady(url: string, ...processes: ReleaseProcess[]): Promise<void> {
    await expect
      .poll(
        async () => {
          for (const { child, output } of processes) expect(child.exitCode, output()).toBeNull();
          return (await fetch(`${url}/readyz`).catch(() => null))?.status;
        },
        { timeout: startMsMax },
      )
      .toBe(200);
  }

  async function end(running: ReleaseProcess): Promise<void> {
    running.child.kill('SIGTERM');
    expect(await running.ended, running.output()).toBe(0);
  }

  it('is set up by one command in an empty database and a new namespace', async () => {
    const { code, output } = await run('setup');
    expect(code, output).toBe(0);
    expect(output).toContain('Database: up to date');
    expect((await run('setup')).code).toBe(0);
    expect((await run('doctor')).output).toContain('punctual worker');
  });

  it('publishes a post for the first user, who follows the setup link', async () => {
    const [api, worker] = [release.start(['api'], env), release.start(['worker'], env)];
    await untilReady(origin, api, worker);
    await expect.poll(() => api.output()).toMatch(/#setup=/);
    const [, setUpToken] = /#setup=([\w-]+)/.exec(api.output()) ?? [];
    const signedUp = await call('POST', '/auth/sign-up', { ...person, setUpToken }, {});
    expect(signedUp.status, JSON.stringify(signedUp.body)).toBe(201);
    const cookies = signedUp.headers.getSetCookie().map((cookie) => cookie.split(';')[0]);
    const session = { cookie: cookies.join('; ') };
    const workspace = await call('POST', '/workspaces', { name: 'First' }, session);
    workspaceId = String(workspace.body['id']);
    const made = await call('POST', `/workspaces/${workspaceId}/api-keys`, { name: 'test' }, session);
    expect(made.status, JSON.stringify(made.body)).toBe(201);
    key = String(made.body['key']);
    const handle = seedAccounts.find(({ platform }) => platform === 'BLUESKY')?.handle ?? '';
    const args = ['connect', 'bluesky', '--sandbox', '--handle', handle, '--workspace', workspaceId];
    const connecting = release.start(['accounts', ...args], env, { input: `${sandboxAppPassword}\n` });
    expect(await connecting.ended, connecting.output()).toBe(0);
    accountId = /acc_\w+/.exec(connecting.output())?.[0] ?? '';
    await publish('from two processes');
    const image = await fetch(`${origin}/docs/images/sandbox.png`);
    const pages = await Promise.all(
      ['/', '/docs', '/docs/script.js', '/openapi.json'].map((url) => fetch(`${origin}${url}`)),
    );
    expect([...pages, image].map(({ status }) => status)).toEqual([200, 200, 200, 200, 200]);
    await Promise.all([end(api), end(worker)]);
  });

  it('accepts an image, which its native code reads', async () => {
    const all = release.start(['all'], env);
    await untilReady(origin, all);
    const bytes = readFileSync(path.join(release.folder, 'examples', 'picture.jpg'));
    const form = { mime: 'image/jpeg', sizeBytes: bytes.length, filename: 'picture.jpg' };
    const presigned = await call('POST', `/media/presign?workspaceId=${workspaceId}`, form);
    expect(presigned.status, JSON.stringify(presigned.body)).toBe(201);
    const announced = presigned.body as unknown as {
      media: { id: string };
      upload: { url: string; headers: Record<string, string> };
    };
    await fetch(announced.upload.url, { method: 'PUT', headers: announced.upload.headers, body: bytes });
    const completed = await call('POST', `/media/${announced.media.id}/complete`);
    expect(completed.body).toMatchObject({ status: 'READY', thumbnailUrl: expect.any(String) as unknown });
    await publish('from one process');
    await end(all);
    expect(all.output()).not.toMatch(/"level":(50|60)/);
    const warnings = [...all.output().matchAll(/"level":40.*"msg":"([^"]*)"/g)].map(([, message]) => message);
    expect(warnings.filter((message) => message !== slowWarning).join()).toBe('');
  });

  it('runs the demo, which keeps its data where it was started', async () => {
    const another = await createBareDatabase();
    const { TEMPORAL_ADDRESS = '', TEMPORAL_NAMESPACE = '' } = env;
    const ports = { PORT: String(await anyFreePort()), SANDBOX_PORT: String(await anyFreePort()) };
    const servers = { DATABASE_URL: another.url, TEMPORAL_ADDRESS, TEMPORAL_NAMESPACE };
    const demo = release.start(['demo'], { ...servers, ...ports });
    await expect.poll(() => demo.output(), { timeout: startMsMax }).toContain('Punctual is ready');
    expect(readdirSync(path.join(release.dataFolder, '.data'))).toContain('dev.json');
    await end(demo);
    await another.drop();
  });
});
