import { spawn, type ChildProcess } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createVault } from '../../src/config/secrets.js';
import { socialAccounts } from '../../src/db/schema/index.js';
import { readCertified } from '../../src/domain/certified.js';
import { createSafeFetch } from '../../src/egress/create-safe-fetch.js';
import type { RunningSandbox } from '../../src/sandbox/start-sandbox.js';
import { accountRow } from '../harness/account-rows.js';
import { isSmall } from '../harness/counts.js';
import { createHeld } from '../harness/held.js';
import { buildProduct, builtProgram } from '../harness/programs.js';
import { seedAccounts, startTestSandbox } from '../harness/sandbox.js';
import { useTenant, useTestApi } from '../harness/use-test-api.js';

const key = { id: 'k1', key: randomBytes(32) };
const safeFetch = createSafeFetch();
const sandbox = createHeld<RunningSandbox>('The sandbox');
const folder = mkdtempSync(path.join(tmpdir(), 'punctual-certify-stops-'));
const report = path.join(folder, 'report.md');
const api = useTestApi();
const tenant = useTenant(api);
let accountId = '';

beforeAll(async () => {
  buildProduct();
  sandbox.put(await startTestSandbox());
  const account = seedAccounts.find(({ platform }) => platform === 'BLUESKY');
  if (account === undefined) throw new Error('Bluesky has no account in the sandbox.');
  const { workspaceId } = tenant;
  const deps = { ...api.deps, vault: createVault([key]) };
  const credentials = account.credentialsOf(0);
  const row = {
    ...accountRow(deps, { workspaceId, platform: 'BLUESKY', sandbox: true, credentials }),
    externalAccountId: account.externalAccountId,
    handle: account.handle,
  };
  await api.deps.db.insert(socialAccounts).values(row);
  accountId = row.id;
});
beforeEach(() => rmSync(report, { force: true }));
afterAll(async () => {
  await sandbox.value.close();
  await safeFetch[Symbol.asyncDispose]();
  rmSync(folder, { recursive: true, force: true });
});

interface Printed {
  stdout: string;
  stderr: string;
}

// Each signal starts a process of its own, so `npm test` tests only one signal.
const signals: NodeJS.Signals[] = isSmall ? ['SIGTERM'] : ['SIGHUP', 'SIGINT', 'SIGTERM'];
const interrupted: [string, string] = ['Ctrl-C', '\x03'];
const refusals: [string, string][] = isSmall
  ? [interrupted]
  : [interrupted, ['Ctrl-D', '\x04'], ['no', 'n\r']];

const certifyWords = (...more: string[]): string[] => [
  process.execPath,
  builtProgram,
  ...['certify', 'bluesky', '--sandbox', '--account', accountId, '--report', report, ...more],
];

/** Starts a command with the configuration of this test. */
function start([program = '', ...args]: readonly string[]) {
  const child = spawn(program, args, {
    cwd: folder,
    env: {
      PATH: process.env['PATH'] ?? '',
      NODE_ENV: 'test',
      DATABASE_URL: api.databaseUrl,
      SANDBOX_URL: sandbox.value.url,
      DATA_DIR: path.join(folder, 'data'),
      ENCRYPTION_KEYS: `${key.id}:${key.key.toString('base64')}`,
    },
    stdio: ['pipe', 'pipe', 'pipe'],
  });
  const printed: Printed = { stdout: '', stderr: '' };
  child.stdout.on('data', (some: Buffer) => (printed.stdout += some.toString()));
  child.stderr.on('data', (some: Buffer) => (printed.stderr += some.toString()));
  const ended = new Promise<number | null>((resolve) => child.once('close', resolve));
  return { child, printed, ended };
}

const until = (printed: Printed, words: string) =>
  expect.poll(() => `${printed.stdout}${printed.stderr}`).toContain(words);

/** The texts that are public in the sandbox. */
async function publicTexts(): Promise<string[]> {
  const url = `${sandbox.value.url}/publications?platform=BLUESKY`;
  const { body } = await safeFetch({ url, method: 'GET' });
  return (JSON.parse(body) as { data: { text: string }[] }).data.map(({ text }) => text);
}

function expectCleanReport(): void {
  const text = readFileSync(report, 'utf8');
  expect(readCertified(text)).toMatchObject({
    day: new Date().toISOString().slice(0, 10),
    isPassed: false,
  });
  expect(text).not.toContain('The run has not ended');
  expect(text).toContain('**Left:** nothing');
  expect(text).toMatch(/\| media \|.*\| \*\*unclear\*\* \| The run was stopped/);
}

describe('punctual certify deletes what it has made, and writes its report,', () => {
  it('when the program that reads its output ends', async () => {
    // The shell prints the exit code of the command itself, not that of the program that reads its output.
    const script = `{ "$@"; echo "exit code $?" >&2; } | sed '/public now/q'`;
    const { printed, ended } = start(['sh', '-c', script, 'sh', ...certifyWords('--yes')]);
    await ended;
    expect(printed.stdout).toContain('public now: http');
    expect(printed.stderr).toMatch(/confirmed +delete: Everything was deleted/);
    expect(printed.stderr).toContain('Left: nothing.');
    expect(printed.stderr).toContain(`The report is in ${report}`);
    expect(printed.stderr).toContain('exit code 1\n');
    expect(printed.stderr).not.toMatch(/EPIPE|\n {4}at /);
    expectCleanReport();
    expect(await publicTexts()).toEqual([]);
  });

  it.each(signals)('after %s', async (signal) => {
    const { child, printed, ended } = start(certifyWords('--yes'));
    await until(printed, 'public now: http');
    child.kill(signal);
    expect(await ended).toBe(1);
    expect(printed.stdout).toContain('Left: nothing.');
    expect(printed.stderr).toBe('');
    expectCleanReport();
    expect(await publicTexts()).toEqual([]);
  });

  it('when its terminal closes, so that it can print nothing, and sends two signals', async () => {
    const { child, printed, ended } = start(certifyWords('--yes'));
    await until(printed, 'public now: http');
    child.stdout.destroy();
    child.stderr.destroy();
    child.kill('SIGHUP');
    child.kill('SIGHUP');
    expect(await ended).toBe(1);
    expectCleanReport();
    expect(await publicTexts()).toEqual([]);
  });
});

/** Runs a command at its own terminal, and types into it. */
function atTerminal(words: readonly string[]) {
  const command = words.map((word) => `'${word}'`).join(' ');
  const running = start(['script', '--quiet', '--return', '--command', command, '/dev/null']);
  return { ...running, type: (text: string) => typeInto(running.child, text) };
}

const typeInto = (child: ChildProcess, text: string): void => void child.stdin?.write(text);

describe.runIf(process.platform === 'linux')(
  'at the question, punctual certify says in words that nothing was published',
  () => {
    it.each(refusals)('after %s', async (_, typed) => {
      const { printed, ended, type } = atTerminal(certifyWords());
      await until(printed, 'Begin? [y/N]');
      type(typed);
      expect(await ended).toBe(1);
      expect(printed.stdout).toContain('Nothing was published.');
      expect(printed.stdout).not.toMatch(/Error|\n +at /);
      expect(existsSync(report)).toBe(false);
      expect(await publicTexts()).toEqual([]);
    });
  },
);

it('says in words, without a stack, that the report cannot be written', async () => {
  const file = path.join(folder, 'no-folder');
  writeFileSync(file, '');
  const { printed, ended } = start([...certifyWords('--yes', '--report', path.join(file, 'report.md'))]);
  expect(await ended).toBe(1);
  expect(printed.stdout).toMatch(/The run cannot begin: (ENOTDIR|EEXIST).*\nNothing was published\.\n$/);
  expect(printed.stderr).toBe('');
  expect(await publicTexts()).toEqual([]);
});
