import { mkdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { failure, startLoopback, type Loopback } from '../../testing/loopback.js';
import { openTerminal, type TestTerminal } from '../../testing/terminal.js';

const workspace = { id: 'ws_1', name: 'First', role: 'OWNER' };
const page = { status: 200, body: { data: [workspace], nextCursor: null } };

let loopback: Loopback;
let terminal: TestTerminal;
let server: string;
let file: string;

beforeEach(async () => {
  loopback = await startLoopback();
  server = loopback.baseUrl.replace('/api/v1', '');
  terminal = openTerminal(loopback);
  file = path.join(terminal.configFolder, 'punctual', 'login.json');
  terminal.env = { XDG_CONFIG_HOME: terminal.configFolder };
});
afterEach(async () => {
  terminal.remove();
  await loopback.close();
});

describe('punctual login', () => {
  it('checks the key, and stores it so that only the user can read it', async () => {
    mkdirSync(path.dirname(file), { recursive: true });
    writeFileSync(file, 'an older login', { mode: 0o644 });
    loopback.replies = [page, page];
    const { code, stdout, stderr } = await terminal.run(['login', '--key', '--server', `${server}/`], {
      input: 'punctual_live_secret\n',
    });
    expect([code, stdout, stderr]).toEqual([0, `${server}\nws_1  OWNER  First\n`, `Stored in ${file}.\n`]);
    expect(loopback.received[0]?.headers.authorization).toBe('Bearer punctual_live_secret');
    expect(statSync(file).mode & 0o777).toBe(0o600);
    expect(JSON.parse(readFileSync(file, 'utf8'))).toEqual({
      server,
      credential: { kind: 'apiKey', key: 'punctual_live_secret' },
    });
    expect((await terminal.run(['whoami', '--json'])).stdout).toBe(
      `${JSON.stringify({ server, workspaces: [workspace] })}\n`,
    );
    expect(loopback.received[1]?.headers.authorization).toBe('Bearer punctual_live_secret');
  });

  it('stores nothing if the server refuses the key', async () => {
    loopback.replies = [failure(401, 'INVALID_API_KEY')];
    const ran = await terminal.run(['login', '--key', '--server', server], { input: 'wrong\n' });
    expect(ran).toEqual({
      code: 1,
      stdout: '',
      stderr: 'Error: No. (INVALID_API_KEY)\n  Request id: req_1\n',
    });
    expect(() => statSync(file)).toThrow('ENOENT');
  });

  it.each([
    [[], 'Error: Name the server with --server or PUNCTUAL_URL.\n'],
    [['--server', 'punctual.example.com'], /^Error: Write the URL of the server/],
    [['--server', 'https://user:secret@punctual.example.com'], /^Error: Write the URL of the server/],
    [['--key', '--server', 'http://127.0.0.1:1'], 'Error: There is no key on standard input.\n'],
    [['--key', 'punctual_live_secret'], /too many arguments/],
  ])(
    'refuses the arguments %j with the exit code for usage, and repeats no secret',
    async (args, message) => {
      const { code, stderr } = await terminal.run(['login', ...args]);
      expect(code).toBe(2);
      expect(stderr).toMatch(message);
      expect(stderr).not.toContain('secret');
    },
  );

  it('refuses a key that fetch would repeat in its error, without a request', async () => {
    terminal.env = {
      ...terminal.env,
      PUNCTUAL_URL: server,
      PUNCTUAL_API_KEY: 'punctual_live_secret\nsecond',
    };
    const { code, stderr } = await terminal.run(['whoami']);
    expect([code, loopback.received]).toEqual([2, []]);
    expect(stderr).toContain('The API key has characters that no key has');
    expect(stderr).not.toContain('secret');
  });
});

describe('a stored login', () => {
  beforeEach(async () => {
    loopback.replies = [page];
    await terminal.run(['login', '--key', '--server', server], { input: 'punctual_live_stored\n' });
  });

  it('is deleted by logout', async () => {
    expect((await terminal.run(['logout'])).stdout).toBe('Logged out.\n');
    expect((await terminal.run(['logout'])).stdout).toBe('You were not logged in.\n');
    const { code, stderr } = await terminal.run(['whoami']);
    expect(code).toBe(1);
    expect(stderr).toContain('You are not logged in. Run punctual login');
  });

  it('is never sent to another server', async () => {
    const { code, stderr } = await terminal.run(['whoami', '--server', 'http://127.0.0.1:1']);
    expect(code).toBe(1);
    expect(stderr).toContain(`You are logged in to ${server}, not to http://127.0.0.1:1.`);
  });

  it('is used only if the environment contains none', async () => {
    terminal.env = { ...terminal.env, PUNCTUAL_API_KEY: 'punctual_live_other' };
    loopback.replies = [page];
    expect((await terminal.run(['whoami'])).code).toBe(0);
    expect(loopback.received.at(-1)?.headers.authorization).toBe('Bearer punctual_live_other');
  });

  it('is reported if its file is damaged', async () => {
    writeFileSync(file, '{"server":1}');
    expect((await terminal.run(['whoami'])).stderr).toBe(
      `Error: ${file} is not a login. Run punctual login again.\n`,
    );
  });
});
