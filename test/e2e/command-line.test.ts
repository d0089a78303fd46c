import { spawn } from 'node:child_process';
import { chmodSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { Client } from '@modelcontextprotocol/client';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { createPunctualClient, dataOf, type components } from '../../packages/client/src/index.js';
import { waitMsMax } from '../harness/patience.js';
import { startReceiver, verifyStandard } from '../harness/receiver.js';
import { follow, installClient, type Ended, type Installed, type Running } from './command-line.js';
import { freePorts, stackStartMsMax, startRealStack, type RealStack } from './real-stack.js';
import { projectFolder, runShell } from './shell.js';

type Post = components['schemas']['Post'];
type Comment = components['schemas']['Comment'];

const folder = mkdtempSync(path.join(tmpdir(), 'punctual-command-line-'));
const dataDir = path.join(folder, 'data');
let stack: RealStack;
let cli: Installed;

beforeAll(async () => {
  chmodSync(folder, 0o755);
  // Four look-ups in quick succession, so that an unclear response soon ends as unconfirmed.
  const env = { ...(await freePorts()), PUBLISH_LOOKUP_DELAYS_MS: '500,500,500,500' };
  stack = await startRealStack(dataDir, env);
  cli = await installClient(path.join(folder, 'client'));
}, stackStartMsMax);
afterAll(async () => {
  await stack.killAll();
  rmSync(folder, { recursive: true, force: true });
});

const accountOn = (platform: string): string =>
  stack.info.socialAccounts.find((account) => account.platform === platform)?.id ?? '';

/** Runs a command that must succeed, and returns its JSON. */
async function json<T>(args: readonly string[], input?: string): Promise<T> {
  const ended = await cli.run([...args, '--json'], input);
  expect(ended).toMatchObject({ code: 0, stderr: '' });
  return JSON.parse(ended.stdout) as T;
}

/** Signs in as the owner of the stack, and returns the session's cookie. */
async function signIn(): Promise<string> {
  const { apiUrl, signIn: person } = stack.info;
  const command = ['scripts/run.mjs', 'users', 'sign-in', person.email];
  const env = { ...process.env, DATA_DIR: dataDir };
  const { stdout } = await follow(spawn(process.execPath, command, { cwd: projectFolder, env })).ended;
  const [, token = ''] = /#token=(\S+)/.exec(stdout) ?? [];
  const response = await fetch(`${apiUrl}/auth/one-time-sign-in`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ token }),
  });
  expect(response.ok).toBe(true);
  const [cookie = ''] = response.headers.getSetCookie();
  return cookie.split(';')[0] ?? '';
}

/** Runs `login` and allows the access, as a person does on the page of the dashboard. */
async function logInAs(cookie: string, ...options: string[]): Promise<Ended> {
  const { origin } = new URL(stack.info.apiUrl);
  const login = cli.start(['login', '--print', '--server', origin, ...options]);
  const shown = /^ {2}(http\S+)$/m;
  await vi.waitFor(
    () => {
      expect(login.printed.stderr).toMatch(shown);
    },
    { timeout: waitMsMax, interval: 100 },
  );
  const [, url = ''] = shown.exec(login.printed.stderr) ?? [];
  const response = await fetch(`${stack.info.apiUrl}/me/apps`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', cookie, origin },
    body: JSON.stringify({
      query: new URL(url).search.slice(1),
      workspaceIds: [stack.info.workspaceId],
      scopes: ['posts:read', 'accounts:read'],
    }),
  });
  const { redirectTo = '' } = (await response.json()) as { redirectTo?: string };
  expect(redirectTo).toMatch(/^http:\/\/127\.0\.0\.1:/);
  expect((await fetch(redirectTo)).status).toBe(200);
  return login.ended;
}

const storedLogin = path.join(folder, 'client', 'config', 'punctual', 'login.json');
const readStored = (): { server: string; credential: Record<string, unknown> } =>
  JSON.parse(readFileSync(storedLogin, 'utf8')) as { server: string; credential: Record<string, unknown> };

describe('the login in the browser', () => {
  it('gives the access that the person allows, which several commands renew at once without losing it', async () => {
    const cookie = await signIn();
    const { code, stdout } = await logInAs(cookie);
    expect([code, stdout]).toEqual([0, expect.stringContaining(stack.info.workspaceId) as unknown]);
    expect(statSync(storedLogin).mode & 0o777).toBe(0o600);
    const { server, credential } = readStored();
    writeFileSync(storedLogin, JSON.stringify({ server, credential: { ...credential, endsAtMs: 0 } }));
    const ran = await Promise.all([1, 2, 3, 4].map(() => cli.run(['whoami', '--json'])));
    expect(ran.map(({ code: each, stderr }) => [each, stderr])).toEqual(ran.map(() => [0, '']));
    const renewed = readStored().credential;
    expect(renewed['refreshToken']).not.toBe(credential['refreshToken']);
    const refused = await cli.run(['posts', 'create', '--text', 'x', '--workspace', stack.info.workspaceId]);
    expect([refused.code, refused.stderr]).toEqual([
      1,
      expect.stringContaining('INSUFFICIENT_SCOPE') as unknown,
    ]);
    expect(await cli.run(['logout'])).toMatchObject({ code: 0, stderr: '' });
    const headers = { authorization: `Bearer ${String(renewed['accessToken'])}` };
    expect((await fetch(`${stack.info.apiUrl}/posts`, { headers })).status).toBe(401);
  });

  it.each(['legacy', 'auto'] as const)('lets an agent use the tools over stdio (%s)', async (mode) => {
    expect((await logInAs(await signIn(), '--mcp')).code).toBe(0);
    const client = new Client({ name: 'a-test', version: '1.0.0' }, { versionNegotiation: { mode } });
    const { command: file, env } = cli;
    await client.connect(new StdioClientTransport({ command: process.execPath, args: [file, 'mcp'], env }));
    const { tools } = await client.listTools();
    expect(tools.map(({ name }) => name)).toContain('list_accounts');
    const listed = await client.callTool({ name: 'list_accounts', arguments: {} });
    expect(JSON.stringify(listed.structuredContent)).toContain(accountOn('BLUESKY'));
    const refused = await client.callTool({ name: 'get_post', arguments: { postId: 'post_none' } });
    expect(refused.isError).toBe(true);
    await client.close();
    expect((await cli.run(['logout'])).code).toBe(0);
  });
});

// The tests are the commands of one user, beginning with the login.
describe('the command punctual of the client', () => {
  it('logs in with the key on standard input', async () => {
    const { origin } = new URL(stack.info.apiUrl);
    const { code, stderr } = await cli.run(['login', '--key', '--server', origin], `${stack.info.apiKey}\n`);
    expect([code, stderr]).toEqual([0, expect.stringContaining('login.json') as unknown]);
    const { workspaces } = await json<{ workspaces: { id: string }[] }>(['whoami']);
    expect(workspaces.map(({ id }) => id)).toEqual([stack.info.workspaceId]);
  });

  it('uploads an image, and publishes a post with it', async () => {
    const picture = path.join(projectFolder, 'examples', 'picture.jpg');
    const { data } = await json<{ data: { id: string }[] }>(['media', 'upload', picture]);
    const args = ['--account', accountOn('BLUESKY'), '--media', data[0]?.id ?? '', '--at', '+10s', '--wait'];
    const post = await json<Post>(['posts', 'create', '--text', '-', ...args], 'From the command line\n');
    expect(post).toMatchObject({ status: 'PUBLISHED', caption: 'From the command line' });
    expect((await fetch(post.targets[0]?.externalUrl ?? '')).status).toBe(200);
    const page = await json<{ url: string }>(['open', post.id]);
    expect((await fetch(page.url)).status).toBe(200);
  });

  it('lists a comment by a visitor, and replies to it', async () => {
    const { data: posts } = await json<{ data: Post[] }>(['posts', 'list', '--status', 'PUBLISHED']);
    const [post] = posts;
    if (post === undefined) throw new Error('unreachable: a post was published');
    const { apiUrl, apiKey, sandboxUrl, workspaceId } = stack.info;
    const { externalPostId } = post.targets[0] ?? {};
    const comment = {
      platform: 'BLUESKY',
      externalPostId,
      text: 'When do you open?',
      authorName: 'Anna Berg',
    };
    const headers = { 'content-type': 'application/json' };
    const sent = await fetch(`${sandboxUrl}/comments`, {
      method: 'POST',
      headers,
      body: JSON.stringify(comment),
    });
    expect(sent.status).toBe(201);
    const api = createPunctualClient({ baseUrl: apiUrl, apiKey });
    await dataOf(
      api.POST('/comments/refresh', { params: { query: { workspaceId } }, body: { postId: post.id } }),
    );
    let listed: Comment[] = [];
    await vi.waitFor(
      async () => {
        ({ data: listed } = await json<{ data: Comment[] }>(['comments', 'list', '--post', post.id]));
        expect(listed.map(({ text }) => text)).toEqual(['When do you open?']);
      },
      { timeout: waitMsMax, interval: 500 },
    );
    const args = ['comments', 'reply', listed[0]?.id ?? '', 'At nine.', '--wait'];
    expect((await json<Comment>(args)).status).toBe('SENT');
  });

  it('creates a post once with an idempotency key, schedules it, watches it and cancels it', async () => {
    const platforms = [{ accountId: accountOn('BLUESKY') }];
    const body = JSON.stringify({ content: 'A draft from JSON', platforms });
    const create = ['posts', 'create', '-', '--idempotency-key', 'draft-1'];
    const draft = await json<Post>(create, body);
    expect(await json<Post>(create, body)).toEqual(draft);
    const scheduled = await json<Post>(['posts', 'schedule', draft.id, '--at', '+1h']);
    expect(scheduled.status).toBe('SCHEDULED');
    const waiting = await cli.run(['posts', 'watch', draft.id, '--timeout', '1']);
    expect([waiting.code, waiting.stdout]).toEqual([12, expect.stringContaining('SCHEDULED') as unknown]);
    expect((await json<Post>(['posts', 'cancel', draft.id])).status).toBe('CANCELED');
    expect((await cli.run(['posts', 'watch', draft.id])).code).toBe(13);
    const { data } = await json<{ data: Post[] }>(['posts', 'list', '--status', 'canceled']);
    expect(data.map(({ id }) => id)).toEqual([draft.id]);
  });

  it('ends with a specific exit code if a post is unconfirmed, and with another if it is refused', async () => {
    const send = (text: string): Promise<Ended> =>
      cli.run(['posts', 'create', '--text', text, '--account', accountOn('X'), '--at', '+10s', '--wait']);
    const unconfirmed = await send('Run 1 [sandbox:drop-before-accept]');
    expect(unconfirmed).toMatchObject({
      code: 11,
      stdout: expect.stringContaining('PUBLISH_UNCONFIRMED') as unknown,
      stderr: expect.stringContaining('nobody knows whether the post is public') as unknown,
    });
    expect((await send('Run 2 [sandbox:reject]')).code).toBe(10);
  });

  it('lists and checks accounts, and prints the error of a request', async () => {
    const { data } = await json<{ data: { id: string }[] }>(['accounts', 'list', '--platform', 'bluesky']);
    expect(data.map(({ id }) => id)).toEqual([accountOn('BLUESKY')]);
    expect(await json(['accounts', 'check', accountOn('BLUESKY')])).toMatchObject({ status: 'ACTIVE' });
    const past = ['--account', accountOn('X'), '--at', '2020-01-01T00:00:00Z'];
    const { code, stdout, stderr } = await cli.run(['posts', 'create', '--text', 'x', ...past]);
    expect([code, stdout]).toEqual([1, '']);
    expect(stderr).toMatch(/^Error: --at: .*\n {2}More: \S+\n {2}Request id: \S+\n$/);
  });

  it('completes commands in bash', async () => {
    const script = `set +u
      eval "$('${process.execPath}' '${cli.command}' completion bash)"
      COMP_WORDS=(punctual posts cr); COMP_CWORD=2; _punctual; echo "\${COMPREPLY[@]}"
      complete -p punctual`;
    const output = await runShell(`bash -c ${quoted(script)}`);
    expect(output).toBe('create\ncomplete -o default -F _punctual punctual\n');
  });
});

const quoted = (text: string): string => `'${text.replaceAll("'", `'\\''`)}'`;

describe('punctual webhooks listen', () => {
  /** Listens until an event has been forwarded, ends it with Ctrl-C, and returns what the program received. */
  async function follows({ printed, child, ended }: Running, cause: () => Promise<void>) {
    await vi.waitFor(
      () => {
        expect(printed.stderr).toMatch(/Signing secret: whsec_\S+\n/);
      },
      { timeout: waitMsMax, interval: 100 },
    );
    await cause();
    await vi.waitFor(
      () => {
        expect(printed.stdout).toContain('\n');
      },
      { timeout: waitMsMax, interval: 100 },
    );
    child.kill('SIGINT');
    const { code, stdout, stderr } = await ended;
    expect([code, stderr]).toEqual([0, expect.not.stringContaining('could not be removed') as unknown]);
    const [, secret = ''] = /Signing secret: (\S+)/.exec(stderr) ?? [];
    return { secret, lines: stdout.trimEnd().split('\n') };
  }

  it('receives an event of a person’s endpoint, and forwards it with a signature that verifies', async () => {
    const receiver = await startReceiver();
    const { signInUrl, signIn } = stack.info;
    const listening = cli.start(
      ['webhooks', 'listen', '--forward-to', receiver.url, '--json'],
      `${signInUrl}#token=${signIn.token}\n`,
    );
    const { secret, lines } = await follows(listening, async () => {
      const args = ['--text', 'An event', '--account', accountOn('BLUESKY'), '--at', '+10s', '--wait'];
      expect((await json<Post>(['posts', 'create', ...args])).status).toBe('PUBLISHED');
    });
    expect(lines.map((line) => JSON.parse(line) as unknown)).toEqual([
      {
        event: expect.objectContaining({ type: 'post.published' }) as unknown,
        forwarded: expect.objectContaining({ status: 204 }) as unknown,
      },
    ]);
    const [received] = receiver.received;
    if (received === undefined) throw new Error('unreachable: the event was forwarded');
    expect(verifyStandard(secret, received)).toMatchObject({ type: 'post.published' });
    await receiver.close();
  });

  it('receives an event as the operator of a server, without a sign-in, and leaves no endpoint', async () => {
    const operator = (...args: string[]): Running => {
      const command = ['scripts/run.mjs', 'webhooks', ...args];
      const env = { ...process.env, DATA_DIR: dataDir };
      return follow(spawn(process.execPath, command, { cwd: projectFolder, env }));
    };
    const receiver = await startReceiver();
    const listening = operator('listen', '--forward-to', receiver.url);
    const { secret, lines } = await follows(listening, async () => {
      const [, endpointId = ''] = /\((whe_\w+)\)/.exec(listening.printed.stderr) ?? [];
      expect((await operator('test', endpointId).ended).code).toBe(0);
    });
    expect(lines).toEqual([expect.stringMatching(/^webhook\.test {2}\S+ {2}-> 204 in \d+ ms$/)]);
    const [received] = receiver.received;
    if (received === undefined) throw new Error('unreachable: the event was forwarded');
    expect(verifyStandard(secret, received)).toMatchObject({ type: 'webhook.test' });
    expect(JSON.parse((await operator('list', '--json').ended).stdout)).toEqual([]);
    await receiver.close();
  });
});
