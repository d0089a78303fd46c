import { spawn, type ChildProcess } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { request } from 'node:http';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { anyFreePort } from '../../src/launcher/ports.js';
import { builtProgram, buildProduct } from '../harness/programs.js';
import { createTestDatabase, type TestDatabase } from '../harness/postgres.js';
import { temporalAddress } from '../harness/temporal.js';
import { waitMsMax } from '../harness/patience.js';

const password = 'correct horse battery staple';
const publicUrl = 'https://punctual.example.com';

interface Running {
  child: ChildProcess;
  output: () => string;
}

let database: TestDatabase;
let base: Record<string, string>;
const children: ChildProcess[] = [];

beforeAll(async () => {
  buildProduct();
  database = await createTestDatabase();
  base = {
    PATH: process.env['PATH'] ?? '',
    HOME: process.env['HOME'] ?? '',
    NODE_ENV: 'production',
    DATABASE_URL: database.url,
    TEMPORAL_ADDRESS: temporalAddress(),
    ENCRYPTION_KEYS: `test:${randomBytes(32).toString('base64')}`,
    DRAIN_DELAY_MS: '0',
  };
});
afterAll(async () => {
  await Promise.all(children.map(end));
  await database.drop();
});

function run(name: string, env: Record<string, string>): Running {
  const child = spawn(process.execPath, [builtProgram, name], {
    env: { ...base, ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  children.push(child);
  let output = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream.on('data', (chunk: Buffer) => (output += chunk.toString()));
  }
  return { child, output: () => output };
}

async function end(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const ended = once(child, 'exit');
  child.kill('SIGKILL');
  await ended;
}

/** Returns the exit code and the output of a program that is expected to end by itself. */
async function endOf(name: string, env: Record<string, string>): Promise<{ code: unknown; words: string }> {
  const { child, output } = run(name, env);
  const [code] = (await once(child, 'exit')) as [unknown];
  return { code, words: output() };
}

interface Api extends Running {
  port: number;
}

async function startApi(env: Record<string, string> = {}): Promise<Api> {
  const port = await anyFreePort();
  const running = run('api', { PUBLIC_URL: publicUrl, PORT: String(port), ...env });
  await untilAnswers(running, `http://127.0.0.1:${port}/healthz`);
  return { ...running, port };
}

async function untilAnswers({ child, output }: Running, url: string): Promise<void> {
  await vi.waitFor(
    async () => {
      if (child.exitCode !== null) throw new Error(`ended early:\n${output()}`);
      expect((await fetch(url)).ok).toBe(true);
    },
    { timeout: waitMsMax, interval: 100 },
  );
}

interface Answer {
  status: number | undefined;
  headers: Record<string, string | string[] | undefined>;
  code: unknown;
}

/** Sends with node:http, because fetch cannot send a forged Host header. */
async function send(
  { port }: Api,
  options: { method?: string; path: string; headers?: Record<string, string>; body?: unknown },
): Promise<Answer> {
  const { body, headers = {}, ...rest } = options;
  const outgoing = request({
    host: '127.0.0.1',
    port,
    ...rest,
    headers: { ...(body === undefined ? {} : { 'content-type': 'application/json' }), ...headers },
  });
  outgoing.end(body === undefined ? undefined : JSON.stringify(body));
  const [incoming] = (await once(outgoing, 'response')) as [
    AsyncIterable<Buffer> & { statusCode?: number; headers: Answer['headers'] },
  ];
  const chunks: Buffer[] = [];
  for await (const chunk of incoming) chunks.push(chunk);
  const text = Buffer.concat(chunks).toString();
  const code = text.startsWith('{') ? (JSON.parse(text) as { code?: unknown }).code : undefined;
  return { status: incoming.statusCode, headers: incoming.headers, code };
}

describe('a production process without PUBLIC_URL', () => {
  it.each(['api', 'worker', 'users'])(
    'does not start as %s, and reports the missing variable',
    async (name) => {
      const { code, words } = await endOf(name, { PORT: '0' });
      expect(code).toBe(1);
      expect(words).toMatch(/^PUBLIC_URL: required in production/);
    },
  );

  // src/config/refusals.test.ts tests the other invalid values.
  it('does not start with an invalid value either, and prints no stack trace', async () => {
    const { code, words } = await endOf('api', { PORT: '0', PUBLIC_URL: 'https://[' });
    expect(code).toBe(1);
    expect(words).toContain('PUBLIC_URL');
    expect(words).not.toContain('    at ');
  });
});

describe('an API that is publicly reachable', () => {
  let api: Api;
  let setUpUrl = '';
  beforeAll(async () => {
    api = await startApi();
    await vi.waitFor(
      () => {
        setUpUrl = /\S+#setup=\S+/.exec(api.output())?.[0] ?? '';
        expect(setUpUrl).not.toBe('');
      },
      { timeout: waitMsMax },
    );
  });
  afterAll(() => end(api.child));

  const signIn = (headers: Record<string, string>): Promise<Answer> => {
    const body = { email: 'ada@example.test', password };
    return send(api, { method: 'POST', path: '/api/v1/auth/sign-in', headers, body });
  };

  it.each([
    ['the host that the request names', { host: 'evil.example', origin: 'https://evil.example' }],
    ['the requested host, although the browser says "same-origin"', 'same-origin'],
    ['the public host by plain http', { origin: 'http://punctual.example.com' }],
    ['the public host with another port', { origin: 'https://punctual.example.com:8443' }],
    ['the address that the server listens on', { origin: 'LISTENING' }],
  ])('does not accept a request of its pages from %s', async (_what, given) => {
    const headers =
      typeof given === 'string'
        ? { host: 'evil.example', origin: 'https://evil.example', 'sec-fetch-site': given }
        : { ...given, origin: given.origin.replace('LISTENING', `http://127.0.0.1:${api.port}`) };
    expect(await signIn(headers)).toMatchObject({ status: 403, code: 'CROSS_ORIGIN_REFUSED' });
  });

  it('accepts the origin in PUBLIC_URL, whatever host a proxy forwards', async () => {
    for (const host of ['punctual.example.com', 'api:3000', '10.0.0.7']) {
      const answer = await signIn({ host, origin: publicUrl, 'sec-fetch-site': 'same-origin' });
      expect(answer).toMatchObject({ status: 401, code: 'INVALID_CREDENTIALS' });
    }
  });

  it('tells browsers to use only https', async () => {
    for (const where of ['/healthz', '/sign-in', '/api/v1/me', '/nowhere']) {
      const { headers } = await send(api, { path: where });
      expect(headers['strict-transport-security']).toBe('max-age=31536000');
    }
  });

  it('shows no metrics', async () => {
    expect(await send(api, { path: '/metrics' })).toMatchObject({ status: 404 });
  });

  it('creates the first account only for the holder of the printed token', async () => {
    expect(setUpUrl).toMatch(/^https:\/\/punctual\.example\.com\/sign-in#setup=[\w-]{43}$/);
    const token = setUpUrl.slice(setUpUrl.indexOf('=') + 1);
    const signUp = (setUpToken?: string): Promise<Answer> => {
      const body = { email: 'first@example.test', name: 'First', password, setUpToken };
      return send(api, { method: 'POST', path: '/api/v1/auth/sign-up', body });
    };
    const wrong = `${token.slice(0, -2)}${token.endsWith('AA') ? 'BB' : 'AA'}`;
    for (const guess of [undefined, wrong, 'x']) {
      expect(await signUp(guess)).toMatchObject({ status: 403, code: 'SIGN_UP_CLOSED' });
    }
    expect(await signUp(token)).toMatchObject({ status: 201 });
    const body = { email: 'second@example.test', name: 'Second', password, setUpToken: token };
    const second = await send(api, { method: 'POST', path: '/api/v1/auth/sign-up', body });
    expect(second).toMatchObject({ status: 403, code: 'SIGN_UP_CLOSED' });
    // The token is in no line of the log, and a later start does not print one.
    const logged = api
      .output()
      .split('\n')
      .filter((line) => line.startsWith('{'));
    expect(logged.join('\n')).not.toContain(token);
    const later = await startApi();
    await vi.waitFor(() => expect(later.output()).toContain('swept at start'), { timeout: waitMsMax });
    expect(later.output()).not.toContain(token);
    await end(later.child);
  });
});

describe('metrics', () => {
  it('are served only if that is enabled', async () => {
    const metricsPort = await anyFreePort();
    const apart = await startApi({ METRICS_PORT: String(metricsPort), PUBLIC_URL: 'http://127.0.0.1:1' });
    expect((await fetch(`http://127.0.0.1:${metricsPort}/metrics`)).status).toBe(200);
    const health = await send(apart, { path: '/healthz' });
    expect(health.headers['strict-transport-security']).toBeUndefined();
    expect(await send(apart, { path: '/metrics' })).toMatchObject({ status: 404 });
    await end(apart.child);
    const open = await startApi({ METRICS_ON_PUBLIC_PORT: '1' });
    expect(await send(open, { path: '/metrics' })).toMatchObject({ status: 200 });
    await end(open.child);
  });
});

describe('the sandbox in production', () => {
  it('does not run by default', async () => {
    const { code, words } = await endOf('sandbox', { SANDBOX_PORT: '0' });
    expect([code, words]).toEqual([1, expect.stringContaining('SANDBOX_IN_PRODUCTION=1')]);
  });

  it('does not listen for other machines', async () => {
    const env = { NODE_ENV: 'development', SANDBOX_HOST: '0.0.0.0', SANDBOX_PORT: '0' };
    const { code, words } = await endOf('sandbox', env);
    expect([code, words]).toEqual([1, expect.stringContaining('SANDBOX_ALLOW_REMOTE=1')]);
  });

  it('listens only on loopback even if the API listens on all interfaces', async () => {
    const port = await anyFreePort();
    const running = run('sandbox', { NODE_ENV: 'development', HOST: '0.0.0.0', SANDBOX_PORT: String(port) });
    await untilAnswers(running, `http://127.0.0.1:${port}/healthz`);
    expect(running.output()).toContain(`http://127.0.0.1:${port}`);
    await end(running.child);
  });

  it('runs and listens for other machines if both are enabled', async () => {
    const port = await anyFreePort();
    const asked = { SANDBOX_IN_PRODUCTION: '1', SANDBOX_ALLOW_REMOTE: '1', SANDBOX_HOST: '0.0.0.0' };
    const running = run('sandbox', { ...asked, SANDBOX_PORT: String(port) });
    await untilAnswers(running, `http://127.0.0.1:${port}/healthz`);
    await end(running.child);
  });
});
