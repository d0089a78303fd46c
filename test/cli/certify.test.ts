import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { runAccounts } from '../../src/cli/accounts/accounts.js';
import { runCertify, type CertifyCommand } from '../../src/cli/certify/certify.js';
import { createRecorder } from '../../src/cli/certify/recorder.js';
import { socialAccounts } from '../../src/db/schema/index.js';
import { readCertified } from '../../src/domain/certified.js';
import type { PlatformName } from '../../src/domain/platforms.js';
import { createSafeFetch } from '../../src/egress/create-safe-fetch.js';
import { platformDefinitions } from '../../src/platforms/index.js';
import { sandboxAppPassword } from '../../src/platforms/bluesky/sandbox/accounts.js';
import { createPlatforms } from '../../src/platforms/kit/create-platforms.js';
import { inProject } from '../../src/project-root.js';
import type { RunningSandbox } from '../../src/sandbox/start-sandbox.js';
import { accountRow } from '../harness/account-rows.js';
import { createHeld } from '../harness/held.js';
import { seedAccounts, startTestSandbox } from '../harness/sandbox.js';
import { useTenant, useTestApi } from '../harness/use-test-api.js';

const safeFetch = createSafeFetch();
const recorder = createRecorder();
const sandbox = createHeld<RunningSandbox>('The sandbox');
const folder = mkdtempSync(path.join(tmpdir(), 'punctual-certify-'));
const pathOf = (name: PlatformName): string =>
  platformDefinitions.find((definition) => definition.name === name)?.path ?? '';

const api = useTestApi(async () => {
  sandbox.put(await startTestSandbox());
  return {
    platforms: createPlatforms({
      definitions: platformDefinitions,
      fetchFor: () => recorder.record(safeFetch),
      clock: { now: () => new Date() },
    }),
    publishing: { platformBaseUrl: (name: PlatformName) => `${sandbox.value.url}/${pathOf(name)}` },
  };
});
const tenant = useTenant(api);
afterAll(async () => {
  await sandbox.value.close();
  await safeFetch[Symbol.asyncDispose]();
  rmSync(folder, { recursive: true, force: true });
});

/** Connects the platform's account of the sandbox. Returns its id and its token. */
async function connected(platform: PlatformName): Promise<{ id: string; secrets: string[] }> {
  const account = seedAccounts.find((seed) => seed.platform === platform);
  if (account === undefined) throw new Error(`${platform} has no account in the sandbox.`);
  const credentials = account.credentialsOf(0);
  const { workspaceId } = tenant;
  const row = {
    ...accountRow(api.deps, { workspaceId, platform, sandbox: true, credentials }),
    externalAccountId: account.externalAccountId,
    handle: account.handle,
  };
  await api.deps.db.insert(socialAccounts).values(row);
  const secrets = Object.values(credentials).filter((value) => typeof value === 'string');
  return { id: row.id, secrets };
}

let lines: string[] = [];
beforeEach(() => {
  lines = [];
});
const said = (): string => lines.join('\n');

const run = (args: string[], more: Partial<CertifyCommand> = {}): Promise<number> =>
  runCertify(args, {
    deps: api.deps,
    recorder,
    version: '1.2.3',
    liveUrlOf: () => 'https://live.example',
    examplesFolder: inProject('examples'),
    print: (line) => lines.push(line),
    ask: null,
    accounts: () => Promise.reject(new Error('No account is connected in this test.')),
    signal: new AbortController().signal,
    lookupDelaysMs: Array.from({ length: 50 }, () => 50),
    ...more,
  });

async function publicPosts(platform: PlatformName): Promise<unknown[]> {
  const { body } = await safeFetch({
    url: `${sandbox.value.url}/publications?platform=${platform}`,
    method: 'GET',
  });
  return (JSON.parse(body) as { data: unknown[] }).data;
}

describe('punctual certify', () => {
  let x: { id: string; secrets: string[] };
  beforeAll(async () => {
    // Removes the accounts that the tenant was created with.
    await api.deps.db.delete(socialAccounts);
    x = await connected('X');
  });

  it('says what it would publish and cost, and does nothing without a terminal or --yes', async () => {
    expect(await run(['x', '--sandbox', '--account', x.id])).toBe(1);
    expect(said()).toContain('(X, in the sandbox: nothing becomes public):');
    expect(said()).toContain('\n  a text, an image and a first comment\n  Seen by: everybody\n');
    // 15 + 20 with the alt text + 15, and 10 + 3 times 5 for reads, in thousandths of a dollar.
    expect(said()).toContain(
      'Costs: about USD 0.09 (text 0.015, image 0.02, first comment 0.015, reading them 0.025, deleting them 0.015) by the prices of',
    );
    expect(said()).toContain('In the end it deletes all of this.');
    expect(lines.slice(-2)).toEqual([expect.stringContaining('add --yes'), 'Nothing was published.']);
    expect(await publicPosts('X')).toEqual([]);
  });

  it('plans only the steps that are not left out', async () => {
    const skip = ['--skip', 'media,first-comment'];
    expect(await run(['x', '--sandbox', '--account', x.id, ...skip])).toBe(1);
    expect(said()).toContain('\n  a text\n');
    expect(said()).toContain('Costs: about USD 0.035 (text 0.015, reading them 0.015, deleting them 0.005)');
  });

  it('says at the start what cannot be deleted there, and how a person does it', async () => {
    const { id } = await connected('TIKTOK_BUSINESS');
    expect(await run(['tiktok-business', '--sandbox', '--account', id])).toBe(1);
    expect(said()).toContain('Stays there: the image. Punctual cannot delete posts on TikTok (business).');
    expect(said()).toContain('To delete it yourself: Open the post in the TikTok app, and choose "Delete"');
    expect(said()).toContain('Costs: none that Punctual knows of');
  });

  it.each([
    ['{"pol":1}', 'has no option "pol"'],
    ['{"replySettings":"nobody"}', '"replySettings" must be one of'],
    [
      '{"poll":{"options":["a","a"],"durationMinutes":5}}',
      'for the text: The options of a poll must all be different',
    ],
    [
      '{"poll":{"options":["a","b"],"durationMinutes":5}}',
      'for the image: An X post can have a poll or media',
    ],
  ])('refuses the options %s before it asks', async (options, words) => {
    const questions: string[] = [];
    const ask = (question: string): Promise<string> => Promise.resolve(String(questions.push(question)));
    expect(await run(['x', '--sandbox', '--account', x.id, '--options', options], { ask })).toBe(2);
    expect(questions).toEqual([]);
    expect(said()).toContain(words);
    expect(lines.at(-1)).toBe('Nothing was published.');
  });

  it('uses given options for the posts that are not left out', async () => {
    const options = '{"poll":{"options":["a","b"],"durationMinutes":5}}';
    const args = ['x', '--sandbox', '--account', x.id, '--options', options, '--skip', 'media'];
    expect(await run(args, { ask: () => Promise.resolve('n') })).toBe(1);
  });

  it('says in words that the example file cannot be prepared', async () => {
    const args = ['x', '--sandbox', '--account', x.id, '--yes'];
    expect(await run(args, { examplesFolder: path.join(folder, 'none') })).toBe(1);
    expect(said()).toMatch(/^The run cannot begin: ENOENT.*\nNothing was published\.$/);
  });

  it('accepts an account of the sandbox only for a rehearsal, which accepts no other account', async () => {
    expect(await run(['x', '--account', x.id, '--yes'])).toBe(2);
    expect(said()).toContain(
      `${x.id} is an account of the sandbox, so it proves nothing about X. Add --sandbox`,
    );
    const row = accountRow(api.deps, {
      workspaceId: tenant.workspaceId,
      platform: 'X',
      sandbox: false,
      credentials: {},
    });
    await api.deps.db.insert(socialAccounts).values(row);
    expect(await run(['x', '--sandbox', '--account', row.id, '--yes'])).toBe(2);
    expect(said()).toContain(`${row.id} is a real account, so its posts would be real. Leave out --sandbox`);
    expect(await publicPosts('X')).toEqual([]);
  });

  it('publishes nothing unless the person agrees', async () => {
    const questions: string[] = [];
    const ask = (question: string): Promise<string> => {
      questions.push(question);
      return Promise.resolve('');
    };
    expect(await run(['x', '--sandbox', '--account', x.id], { ask })).toBe(1);
    expect(questions).toEqual(['Begin? [y/N] ']);
    expect(lines.at(-1)).toBe('Nothing was published.');
    expect(await publicPosts('X')).toEqual([]);
  });

  it('writes a dated report without secrets, and leaves neither posts nor files', async () => {
    const report = path.join(folder, 'deep', 'x.md');
    expect(await run(['x', '--sandbox', '--account', x.id, '--report', report, '--yes']), said()).toBe(0);
    const text = readFileSync(report, 'utf8');
    const day = new Date().toISOString().slice(0, 10);
    expect(readCertified(text)).toEqual({ day, version: '1.2.3', against: 'the sandbox', isPassed: true });
    for (const secret of x.secrets) {
      expect(text).not.toContain(secret);
      expect(said()).not.toContain(secret);
    }
    expect(text).toMatch(/`POST 127\.0\.0\.1:\d+\/x\/2\/tweets`: 201/);
    expect(said()).toContain('public now: http');
    expect(await publicPosts('X')).toEqual([]);
    const kept = readdirSync(api.mediaFolder, { recursive: true, withFileTypes: true });
    expect(kept.filter((entry) => entry.isFile())).toEqual([]);
  });

  it('lends an image to a platform that fetches it, at a URL of this installation', async () => {
    const { id } = await connected('INSTAGRAM');
    const report = path.join(folder, 'instagram.md');
    expect(await run(['instagram', '--sandbox', '--account', id, '--report', report, '--yes']), said()).toBe(
      0,
    );
    // Punctual cannot delete posts on Instagram, so the report names the post and says how to delete it.
    const text = readFileSync(report, 'utf8');
    expect(text).toMatch(/\*\*Left:\*\* one image: http/);
    expect(text).toContain('choose "Delete" in its menu');
  });

  it('prints the report of a rehearsal, and says which account is missing', async () => {
    expect(await run(['bluesky', '--yes'])).toBe(2);
    expect(said()).toContain(
      'No real account of Bluesky is connected. Connect one first: punctual accounts connect bluesky',
    );
    const questions: string[] = [];
    const answers = ['y', 'sandbox.bsky.test'];
    const connecting: Partial<CertifyCommand> = {
      ask: (question) => {
        questions.push(question);
        return Promise.resolve(answers.shift() ?? '');
      },
      accounts: (words) =>
        runAccounts([...words, '--workspace', tenant.workspaceId], {
          deps: { ...api.deps, connect: { ...api.deps.connect, hasSandbox: () => true } },
          print: (line) => lines.push(line),
          ask: null,
          readSecret: () => Promise.resolve(sandboxAppPassword),
          isApiAt: () => Promise.resolve(true),
          signal: new AbortController().signal,
        }),
    };
    expect(await run(['bluesky', '--sandbox', '--yes'], connecting), said()).toBe(0);
    expect(questions[0]).toBe('No account of the sandbox of Bluesky is connected. Connect one now? [y/N] ');
    expect(answers).toEqual([]);
    expect(said()).toContain('# Bluesky: report of `punctual certify`');
  });

  it.each([
    [['nowhere'], 'There is no platform "nowhere".'],
    [['x', '--skip', 'delete'], '--skip delete: choose from'],
    [['x', '--options', '[]'], '--options takes a JSON object'],
    [['x', '--server', 'two.\nlines'], '--server takes up to 200 characters'],
    [['x', '--account', 'acc_none'], 'acc_none is not a connected account of X'],
  ])('refuses %j', async (args, words) => {
    expect(await run([...args, '--yes'])).toBe(2);
    expect(said()).toContain(words);
  });
});
