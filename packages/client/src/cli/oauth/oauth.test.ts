import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, statSync, utimesSync, writeFileSync } from 'node:fs';
import { connect } from 'node:net';
import path from 'node:path';
import { PassThrough } from 'node:stream';
import { setTimeout as delay } from 'node:timers/promises';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { failure, startLoopback, type Loopback, type Reply } from '../../../testing/loopback.js';
import { openTerminal, type Ran, type TestTerminal } from '../../../testing/terminal.js';

const page: Reply = {
  status: 200,
  body: { data: [{ id: 'ws_1', name: 'First', role: 'OWNER' }], nextCursor: null },
};
const registered: Reply = { status: 201, body: { client_id: 'app_1' } };

let loopback: Loopback;
let terminal: TestTerminal;
let server: string;
let file: string;

beforeEach(async () => {
  loopback = await startLoopback();
  server = new URL(loopback.baseUrl).origin;
  terminal = openTerminal(loopback);
  terminal.env = { XDG_CONFIG_HOME: terminal.configFolder };
  file = path.join(terminal.configFolder, 'punctual', 'login.json');
});
afterEach(async () => {
  terminal.remove();
  await loopback.close();
});

const metadata = (more: object = {}): Reply => ({
  status: 200,
  body: {
    issuer: server,
    authorization_endpoint: `${server}/me/authorize`,
    token_endpoint: `${server}/oauth/token`,
    registration_endpoint: `${server}/oauth/register`,
    revocation_endpoint: `${server}/oauth/revoke`,
    ...more,
  },
});
const tokens = (count: number): Reply => ({
  status: 200,
  body: {
    access_token: `punctual_oat_${count}`,
    token_type: 'Bearer',
    expires_in: 1_800,
    refresh_token: `punctual_ort_${count}`,
  },
});
const invalidGrant: Reply = { status: 400, body: { error: 'invalid_grant', error_description: 'Used.' } };

const asked = (): string[] => loopback.received.map(({ method, url }) => `${method} ${url}`);
const formOf = (index: number): Record<string, string> =>
  Object.fromEntries(new URLSearchParams(loopback.received[index]?.body));
const stored = (): unknown => JSON.parse(readFileSync(file, 'utf8'));

/** Stores a login whose access token is valid for this long. */
function store(leftMs: number, refreshToken = 'punctual_ort_0'): void {
  mkdirSync(path.dirname(file), { recursive: true });
  const endsAtMs = terminal.clock.nowMs() + leftMs;
  const credential = {
    kind: 'oauth',
    clientId: 'app_1',
    accessToken: 'punctual_oat_0',
    endsAtMs,
    refreshToken,
  };
  writeFileSync(file, JSON.stringify({ server, credential }));
}

/** Sends the browser back to the command, as the server does. Returns the statuses of the pages that it shows. */
async function back(url: URL, ...answers: Record<string, string>[]): Promise<number[]> {
  const statuses: number[] = [];
  for (const answer of answers) {
    const state = url.searchParams.get('state') ?? '';
    const parameters = new URLSearchParams({ state, iss: server, ...answer });
    const response = await fetch(`${url.searchParams.get('redirect_uri') ?? ''}?${parameters.toString()}`);
    statuses.push(response.status);
    await response.text();
  }
  return statuses;
}

describe('punctual login', () => {
  const logIn = (
    answers: Record<string, string>[],
    onBrowsed: (url: URL, statuses: number[]) => void = () => undefined,
  ): Promise<Ran> =>
    terminal.run(['login', '--server', server], {
      onBrowse: async (url) => {
        // Any program on the machine can send something to the port, so an invalid request must not end the login.
        const { port } = new URL(url.searchParams.get('redirect_uri') ?? '');
        await new Promise<void>((resolve) => {
          const socket = connect(Number(port), '127.0.0.1', () =>
            socket.write('GET // HTTP/1.1\r\nHost: x\r\n\r\n'),
          );
          socket
            .once('data', () => socket.destroy())
            .once('close', () => {
              resolve();
            });
        });
        onBrowsed(url, await back(url, ...answers));
      },
    });

  it('asks for access in the browser with PKCE, and stores it so that only the user can read it', async () => {
    loopback.replies = [metadata(), registered, tokens(1), page];
    let opened = new URL('about:blank');
    let shown: number[] = [];
    const { code, stdout, stderr } = await logIn([{ state: 'other' }, { code: 'c-1' }], (url, statuses) => {
      [opened, shown] = [url, statuses];
    });
    expect([code, stdout, shown]).toEqual([0, `${server}\nws_1  OWNER  First\n`, [404, 200]]);
    expect(stderr).toContain(opened.href);
    expect(asked()).toEqual([
      'GET /.well-known/oauth-authorization-server',
      'POST /oauth/register',
      'POST /oauth/token',
      'GET /api/v1/workspaces?limit=20',
    ]);
    const query = Object.fromEntries(opened.searchParams);
    expect(query).toMatchObject({
      response_type: 'code',
      client_id: 'app_1',
      resource: `${server}/api/v1`,
      code_challenge_method: 'S256',
      redirect_uri: expect.stringMatching(/^http:\/\/127\.0\.0\.1:\d+\/callback$/) as unknown,
    });
    const { code_verifier: verifier = '', ...form } = formOf(2);
    expect(createHash('sha256').update(verifier).digest('base64url')).toBe(query['code_challenge']);
    expect(form).toEqual({
      grant_type: 'authorization_code',
      client_id: 'app_1',
      code: 'c-1',
      redirect_uri: query['redirect_uri'],
      resource: `${server}/api/v1`,
    });
    expect(loopback.received[3]?.headers.authorization).toBe('Bearer punctual_oat_1');
    expect(statSync(file).mode & 0o777).toBe(0o600);
    expect(stored()).toMatchObject({ server, credential: { kind: 'oauth', refreshToken: 'punctual_ort_1' } });
  });

  it('accepts the URL that a browser on another machine could not open', async () => {
    const keyboard = Object.assign(new PassThrough(), { isTTY: true });
    loopback.replies = [metadata(), registered, tokens(1), page];
    const { code } = await terminal.run(['login', '--server', server], {
      input: keyboard,
      onBrowse: (url) => {
        const state = url.searchParams.get('state') ?? '';
        const came = new URLSearchParams({ state, iss: server, code: 'c-1' }).toString();
        keyboard.write(`http://127.0.0.1:1/callback?${came}\n`);
        return Promise.resolve();
      },
    });
    expect([code, formOf(2)['code']]).toEqual([0, 'c-1']);
  });

  it.each([
    ['Ctrl-C', '\u0003', 'Error: Interrupted.'],
    ['Ctrl-D', '\u0004', 'Error: There is no server.'],
  ])('ends with %s in place of an answer, without a request', async (_, typed, message) => {
    const keyboard = Object.assign(new PassThrough(), { isTTY: true });
    keyboard.write(typed);
    const { code, stderr } = await terminal.run(['login'], { input: keyboard });
    expect([code === 0, asked()]).toEqual([false, []]);
    expect(stderr).toContain(message);
  });

  it.each([
    ['the person refuses', { error: 'access_denied' }, 'The access was not allowed.'],
    ['another server answers', { code: 'c-1', iss: 'https://evil.example' }, 'from another server'],
  ])('stores nothing if %s', async (_, answer, message) => {
    loopback.replies = [metadata(), registered];
    const { code, stderr } = await logIn([answer]);
    expect([code, existsSync(file), asked().length]).toEqual([1, false, 2]);
    expect(stderr).toContain(message);
  });

  it.each([
    ['has no authorization server', () => failure(404, 'NOT_FOUND'), 'punctual login --key'],
    [
      'has another name',
      () => metadata({ issuer: 'https://other.example' }),
      '--server https://other.example',
    ],
    [
      'sends codes elsewhere',
      () => metadata({ token_endpoint: 'https://evil.example/token' }),
      'no usable token_endpoint',
    ],
  ])('says so if the server %s', async (_, reply, message) => {
    loopback.replies = [reply()];
    const { code, stderr } = await logIn([]);
    expect([code, asked().length]).toEqual([1, 1]);
    expect(stderr).toContain(message);
  });

  it('revokes the access that it replaces', async () => {
    store(1_000_000);
    loopback.replies = [metadata(), registered, tokens(1), metadata(), { status: 200 }, page];
    expect((await logIn([{ code: 'c-1' }])).code).toBe(0);
    expect([asked()[4], formOf(4)]).toEqual([
      'POST /oauth/revoke',
      { client_id: 'app_1', token: 'punctual_ort_0' },
    ]);
  });

  it('stores a separate access for agents', async () => {
    store(1_000_000);
    loopback.replies = [metadata(), registered, tokens(1)];
    const { code } = await terminal.run(['login', '--mcp', '--server', server], {
      onBrowse: async (url) => {
        expect(url.searchParams.get('resource')).toBe(`${server}/mcp`);
        await back(url, { code: 'c-1' });
      },
    });
    expect([code, stored()]).toEqual([0, expect.objectContaining({ server }) as unknown]);
    const ofAgents = readFileSync(path.join(path.dirname(file), 'mcp-login.json'), 'utf8');
    expect(ofAgents).toContain('punctual_ort_1');
    expect(stored()).toMatchObject({ credential: { refreshToken: 'punctual_ort_0' } });
  });
});

describe('an access token', () => {
  it('is replaced once before its end, by one of several processes', async () => {
    terminal.clock = { nowMs: () => Date.now(), sleep: (delayMs) => delay(delayMs) };
    store(30_000);
    loopback.replies = [metadata(), tokens(1), page, page, page];
    const ran = await Promise.all([1, 2, 3].map(() => terminal.run(['whoami'])));
    expect(ran.map(({ code, stderr }) => [code, stderr])).toEqual(ran.map(() => [0, '']));
    expect(asked().slice(0, 2)).toEqual(['GET /.well-known/oauth-authorization-server', 'POST /oauth/token']);
    expect(formOf(1)).toEqual({
      grant_type: 'refresh_token',
      client_id: 'app_1',
      refresh_token: 'punctual_ort_0',
    });
    const used = loopback.received.slice(2).map(({ headers }) => headers.authorization);
    expect(used).toEqual(used.map(() => 'Bearer punctual_oat_1'));
    expect(stored()).toMatchObject({
      credential: { accessToken: 'punctual_oat_1', refreshToken: 'punctual_ort_1' },
    });
    expect([statSync(file).mode & 0o777, existsSync(`${file}.lock`)]).toEqual([0o600, false]);
  });

  it('is replaced if the server refuses it early, and the request is sent again', async () => {
    store(1_000_000);
    const sent = { id: 'post_1', status: 'DRAFT', scheduledAt: null, caption: 'x', targets: [] };
    loopback.replies = [failure(401, 'INVALID_API_KEY'), metadata(), tokens(1), { status: 201, body: sent }];
    const { code, stderr } = await terminal.run(['posts', 'create', '--text', 'x']);
    expect([code, stderr]).toEqual([0, '']);
    const [first, , , second] = loopback.received;
    expect([second?.headers.authorization, second?.body]).toEqual(['Bearer punctual_oat_1', first?.body]);
    // An attempt before the refused one may have been carried out.
    const key = first?.headers['idempotency-key'];
    expect([key, second?.headers['idempotency-key']]).toEqual([
      expect.stringMatching(/^[0-9a-f-]{36}$/),
      key,
    ]);
  });

  it('asks for a login if it cannot be replaced, and uses the refresh token once', async () => {
    store(0);
    loopback.replies = [metadata(), invalidGrant];
    const { code, stderr } = await terminal.run(['whoami']);
    expect([code, stderr]).toEqual([
      1,
      'Error: The access of this login has ended. Run punctual login again.\n',
    ]);
    expect(asked()).toHaveLength(2);
  });

  it('is replaced although a process died while it replaced one', async () => {
    store(0);
    writeFileSync(`${file}.lock`, 'of a dead process');
    const longAgo = new Date(Date.now() - 120_000);
    utimesSync(`${file}.lock`, longAgo, longAgo);
    loopback.replies = [metadata(), tokens(1), page];
    expect((await terminal.run(['whoami'])).code).toBe(0);
    expect(existsSync(`${file}.lock`)).toBe(false);
  });
});

describe('punctual logout', () => {
  it('revokes the access and deletes it', async () => {
    store(1_000_000);
    loopback.replies = [metadata(), { status: 200 }];
    const { code, stdout, stderr } = await terminal.run(['logout']);
    expect([code, stdout, stderr, existsSync(file)]).toEqual([0, 'Logged out.\n', '', false]);
    expect([asked()[1], formOf(1)['token']]).toEqual(['POST /oauth/revoke', 'punctual_ort_0']);
  });

  it('deletes the access even if the server does not respond, and says where to revoke it', async () => {
    store(1_000_000);
    loopback.replies = [{ status: 503 }];
    const { code, stderr } = await terminal.run(['logout']);
    expect([code, existsSync(file)]).toEqual([0, false]);
    expect(stderr).toMatch(
      /could not be revoked: The server responded with 503\. Revoke it .* under Profile/,
    );
  });
});
