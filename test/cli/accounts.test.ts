import { eq } from 'drizzle-orm';
import { afterAll, beforeEach, describe, expect, it } from 'vitest';
import { runAccounts } from '../../src/cli/accounts/accounts.js';
import type { AccountsCommand } from '../../src/cli/accounts/parts.js';
import { connectSessions, socialAccounts } from '../../src/db/schema/index.js';
import { createSafeFetch } from '../../src/egress/create-safe-fetch.js';
import type { SafeFetch } from '../../src/egress/safe-fetch.js';
import { bluesky } from '../../src/platforms/bluesky/definition.js';
import { createPlatforms } from '../../src/platforms/kit/create-platforms.js';
import { readSettings } from '../../src/platforms/kit/definition.js';
import { x } from '../../src/platforms/x/definition.js';
import { comeBack, consent, platformPageOf, type Decision } from '../harness/consent.js';
import { startTestSandbox } from '../harness/sandbox.js';
import { candidate, createScriptedConnect, grantOf, tokenCanary } from '../harness/scripted-connect.js';
import { countRows } from '../harness/tenants.js';
import { useTenant, useTestApi } from '../harness/use-test-api.js';

const appPassword = 'abcd-efgh-ijkl-mnop';
const pages = createScriptedConnect('FACEBOOK_PAGE');
const safeFetch = createSafeFetch();
const closing: (() => PromiseLike<void>)[] = [() => safeFetch[Symbol.asyncDispose]()];
afterAll(() => Promise.all(closing.map((close) => close())));
let asked: { url: string; body: unknown }[] = [];
let preset: string | undefined = appPassword;

/** Replaces the server of a Bluesky account in all outbound HTTP. */
const blueskyServer: SafeFetch = (request) => {
  const sent = typeof request.body === 'string' ? request.body : '';
  // After the login, the command requests a profile, which this server does not have.
  if (sent !== '') asked.push({ url: request.url, body: JSON.parse(sent) as unknown });
  const session = {
    did: 'did:plc:abcdefghijklmnopqrstuvwx',
    handle: 'tester.example.test',
    accessJwt: 'access-canary',
    refreshJwt: 'refresh-canary',
  };
  if (request.url === `https://plc.directory/${session.did}`) {
    const server = { id: '#atproto_pds', serviceEndpoint: 'https://bsky.example.test' };
    const document = { id: session.did, alsoKnownAs: [`at://${session.handle}`], service: [server] };
    return Promise.resolve({ status: 200, headers: {}, body: JSON.stringify(document) });
  }
  const accepted = sent.includes(appPassword);
  return Promise.resolve({
    status: accepted ? 200 : 401,
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(accepted ? session : { error: 'AuthenticationRequired', message: 'no' }),
  });
};

const blueskyWith = (password: string | undefined) =>
  createPlatforms({
    definitions: [bluesky],
    fetchFor: () => blueskyServer,
    clock: { now: () => new Date() },
    settings: readSettings([bluesky], {
      BLUESKY_URL: 'https://bsky.example.test',
      ...(password !== undefined && { BLUESKY_APP_PASSWORD: password }),
    }),
  });

const api = useTestApi(async () => {
  const sandbox = await startTestSandbox();
  closing.push(() => sandbox.close());
  const xAlone = createPlatforms({
    definitions: [x],
    fetchFor: () => safeFetch,
    clock: { now: () => new Date() },
  });
  return {
    platforms: new Map([...xAlone, ['FACEBOOK_PAGE', pages.platform]]),
    publishing: { platformBaseUrl: (name) => `${sandbox.url}/${name.toLowerCase()}` },
    connect: { hasSandbox: (name) => name === 'X' },
  };
});
const tenant = useTenant(api, { each: true });

let lines: string[] = [];
beforeEach(() => {
  lines = [];
  asked = [];
  preset = appPassword;
  pages.finishes.length = 0;
});
const said = (): string => lines.join('\n');

interface Sitting extends Partial<AccountsCommand> {
  /** Called with each URL that the command prints for the user. */
  at?: (address: string) => Promise<unknown>;
}

/** Runs the command as a shell does, by default without a terminal. */
async function run(args: string[], { at, ...sitting }: Sitting = {}): Promise<number> {
  const under: Promise<unknown>[] = [];
  const platforms = new Map([...api.deps.platforms, ...blueskyWith(preset)]);
  const code = await runAccounts(args, {
    deps: { ...api.deps, platforms },
    print: (line) => {
      lines.push(line);
      const [address] = /^ {2}(https?:\/\/\S+)$/.exec(line)?.slice(1) ?? [];
      if (address !== undefined && at !== undefined) under.push(at(address));
    },
    ask: null,
    readSecret: () => Promise.resolve(''),
    isApiAt: (url) => Promise.resolve(url === api.url),
    signal: new AbortController().signal,
    pollMs: 20,
    ...sitting,
  });
  await Promise.all(under);
  return code;
}

/** Grants access at the simulated platform, and follows it back to the API. */
const grant =
  (decision: Decision = {}) =>
  async (address: string): Promise<void> => {
    const back = await consent(address, decision);
    expect(back.href).toContain(`${api.url}/connect/x/callback`);
    expect((await comeBack(back)).status).toBeLessThan(500);
  };

const accountsOf = (workspaceId: string, platform: 'X' | 'FACEBOOK_PAGE' | 'BLUESKY') =>
  api.deps.db.query.socialAccounts.findMany({
    where: (table, { and, isNull }) =>
      and(eq(table.workspaceId, workspaceId), eq(table.platform, platform), isNull(table.deletedAt)),
  });

/** Removes the accounts that the tenant was created with. */
const none = async (workspaceId: string): Promise<void> => {
  await api.deps.db.delete(socialAccounts).where(eq(socialAccounts.workspaceId, workspaceId));
};

describe('punctual accounts connect for a platform with a consent page', () => {
  const connectX = (...more: string[]): string[] => [
    'connect',
    'x',
    '--workspace',
    tenant.workspaceId,
    ...more,
  ];

  it('prints the URL, waits for consent, and connects the only account of the grant', async () => {
    await none(tenant.workspaceId);
    expect(await run(connectX('--sandbox'), { at: grant() }), said()).toBe(0);
    const [account, ...others] = await accountsOf(tenant.workspaceId, 'X');
    expect(others).toEqual([]);
    expect(account).toMatchObject({ sandbox: true, status: 'ACTIVE' });
    expect(said()).toContain('This uses the simulated X');
    expect(said()).toMatch(/Waiting for up to 30 minutes/);
    expect(lines.at(-1)).toBe(`${account?.handle} is connected: ${account?.id}`);
  });

  it('uses the sandbox if no app is configured, and says so', async () => {
    await none(tenant.workspaceId);
    expect(await run(connectX(), { at: grant() }), said()).toBe(0);
    expect(said()).toContain('This uses the simulated X');
  });

  it('reconnects only the given account, and keeps its id', async () => {
    await none(tenant.workspaceId);
    await run(connectX('--sandbox'), { at: grant() });
    const [before] = await accountsOf(tenant.workspaceId, 'X');
    expect(await run(connectX('--sandbox'), { at: grant() })).toBe(1);
    expect(lines.at(-1)).toContain(`--reconnect ${before?.id}`);
    const again = ['connect', 'x', '--reconnect', before?.id ?? ''];
    expect(await run(again, { at: grant() }), said()).toBe(0);
    expect(lines.at(-1)).toBe(`${before?.handle} is reconnected: ${before?.id}`);
    await api.deps.db
      .update(socialAccounts)
      .set({ externalAccountId: '999999' })
      .where(eq(socialAccounts.id, before?.id ?? ''));
    expect(await run(again, { at: grant() })).toBe(1);
    expect(lines.at(-1)).toMatch(/^Not connected\. WRONG_ACCOUNT/);
  });

  it('reports why the platform granted no access', async () => {
    await none(tenant.workspaceId);
    expect(await run(connectX('--sandbox'), { at: grant({ decision: 'deny' }) })).toBe(1);
    expect(lines.at(-1)).toMatch(/^Not connected\. ACCESS_DENIED: /);
    expect(await run(connectX('--sandbox'), { at: grant({ outcome: 'expired-code' }) })).toBe(1);
    expect(lines.at(-1)).toMatch(/^Not connected\. CODE_REFUSED: /);
    expect(await accountsOf(tenant.workspaceId, 'X')).toEqual([]);
  });

  it('opens no page if no API would receive the callback', async () => {
    const before = await countRows(api);
    expect(await run(connectX('--sandbox'), { isApiAt: () => Promise.resolve(false) })).toBe(1);
    expect(said()).toContain(`back to ${api.url}, but no API answers there. Start it first`);
    expect(await countRows(api)).toEqual(before);
  });

  it('can be interrupted while it waits, and completed later', async () => {
    await none(tenant.workspaceId);
    const left = new AbortController();
    let address = '';
    const at = (shown: string): Promise<void> => {
      address = shown;
      left.abort();
      return Promise.resolve();
    };
    expect(await run(connectX('--sandbox'), { at, signal: left.signal })).toBe(1);
    const [, sessionId = ''] = /accounts import (\S+)/.exec(said()) ?? [];
    await grant()(address);
    expect(await run(['import', sessionId]), said()).toBe(0);
    expect(await accountsOf(tenant.workspaceId, 'X')).toHaveLength(1);
    expect(await run(['import', sessionId])).toBe(0);
    expect(lines.at(-1)).toContain('already connected');
  });
});

describe('punctual accounts connect for a grant with several accounts', () => {
  const one = { externalAccountId: 'page-1', handle: 'one' };
  const two = { externalAccountId: 'page-2', handle: 'two' };
  const away = { externalAccountId: 'page-3', handle: 'three', reason: 'ROLE_MISSING' } as const;
  const connectPages = (...more: string[]): string[] => [
    ...['connect', 'facebook-page', '--workspace', tenant.workspaceId],
    ...more,
  ];
  const at = async (address: string): Promise<void> => {
    pages.finishes.push(grantOf([one, two, away].map((own) => candidate(own))));
    const state = new URL(await platformPageOf(address)).searchParams.get('state') ?? '';
    await comeBack(new URL(`${api.url}/connect/facebook-page/callback?state=${state}&code=any`));
  };
  const connected = async (): Promise<string[]> =>
    (await accountsOf(tenant.workspaceId, 'FACEBOOK_PAGE')).map(({ handle }) => handle).sort();
  beforeEach(() => none(tenant.workspaceId));

  it('lists the accounts, with the reason if one cannot be connected, and imports none without a choice', async () => {
    expect(await run(connectPages(), { at })).toBe(1);
    expect(said()).toMatch(
      /3\. three .*cannot be connected: The person who granted access has no role on this account/,
    );
    const [, sessionId = ''] = /accounts import (\S+)/.exec(said()) ?? [];
    expect(await connected()).toEqual([]);
    expect(await run(['import', sessionId, '--candidate', 'page-2']), said()).toBe(0);
    expect(await connected()).toEqual(['two']);
  });

  it.each([
    {
      name: 'by handle and id',
      args: ['--candidate', '@one', '--candidate', 'page-2'],
      wanted: ['one', 'two'],
    },
    { name: 'with --all, all that can be connected', args: ['--all'], wanted: ['one', 'two'] },
    { name: 'none if one of them is not granted', args: ['--candidate', 'four'], wanted: [] },
    {
      name: 'none if one of them cannot be connected',
      args: ['--candidate', 'one', '--candidate', 'three'],
      wanted: [],
    },
  ])('connects the selected accounts: $name', async ({ args, wanted }) => {
    expect(await run(connectPages(...args), { at })).toBe(wanted.length > 0 ? 0 : 1);
    expect(await connected()).toEqual(wanted);
    expect(said()).not.toContain(tokenCanary);
  });

  it('connects none with --all if one of them is already connected, and lets the user choose', async () => {
    expect(await run(connectPages('--candidate', 'one'), { at })).toBe(0);
    expect(await run(connectPages('--all'), { at })).toBe(1);
    expect(await connected()).toEqual(['one']);
    const [, sessionId = ''] = /The others: punctual accounts import (\S+)/.exec(said()) ?? [];
    expect(await run(['import', sessionId, '--candidate', 'two']), said()).toBe(0);
    expect(await connected()).toEqual(['one', 'two']);
  });

  it.each([
    { answer: '2', wanted: ['two'] },
    { answer: '1, 2', wanted: ['one', 'two'] },
    { answer: 'all', wanted: ['one', 'two'] },
    { answer: '', wanted: [] },
    { answer: '1 9', wanted: [] },
  ])('asks for a choice in a terminal: "$answer"', async ({ answer, wanted }) => {
    expect(await run(connectPages(), { at, ask: () => Promise.resolve(answer) })).toBe(
      wanted.length > 0 ? 0 : 1,
    );
    expect(await connected()).toEqual(wanted);
  });
});

describe('punctual accounts connect with credentials', () => {
  const connectBluesky = (...more: string[]): string[] => [
    ...['connect', 'bluesky', '--workspace', tenant.workspaceId, '--handle', 'tester.example.test'],
    ...more,
  ];
  beforeEach(() => none(tenant.workspaceId));

  it('connects a Bluesky account, stores its tokens encrypted, and lists it', async () => {
    expect(await run(connectBluesky()), said()).toBe(0);
    expect(asked).toEqual([
      {
        url: 'https://bsky.example.test/xrpc/com.atproto.server.createSession',
        body: { identifier: 'tester.example.test', password: appPassword },
      },
    ]);
    const [row] = await accountsOf(tenant.workspaceId, 'BLUESKY');
    expect(row).toMatchObject({ sandbox: false, serviceUrl: 'https://bsky.example.test' });
    expect(row?.credentials).not.toContain('canary');
    const place = { table: 'social_accounts', column: 'credentials', rowId: row?.id ?? '' } as const;
    expect(JSON.parse(api.deps.vault.open(row?.credentials ?? '', place))).toEqual({
      accessJwt: 'access-canary',
      refreshJwt: 'refresh-canary',
    });
    expect(await run(connectBluesky('--reconnect', row?.id ?? '')), said()).toBe(0);
    expect(lines.at(-1)).toBe(`tester.example.test is reconnected: ${row?.id}`);
    expect(await run(['list', '--workspace', tenant.workspaceId])).toBe(0);
    expect(lines.at(-1)).toContain(`${row?.id}  ${tenant.workspaceId}  BLUESKY  ACTIVE  real`);
    expect(said()).not.toMatch(/canary|abcd-efgh/);
  });

  it('asks for the password if the environment contains none', async () => {
    preset = undefined;
    const questions: string[] = [];
    const readSecret = (question: string): Promise<string> => {
      questions.push(question);
      return Promise.resolve(appPassword);
    };
    expect(await run(connectBluesky(), { readSecret }), said()).toBe(0);
    expect(questions).toEqual(['App password: ']);
    expect(said()).not.toContain(appPassword);
  });

  it('reports wrong credentials and arguments, and connects nothing', async () => {
    preset = 'wrong';
    expect(await run(connectBluesky())).toBe(1);
    expect(lines.at(-1)).toMatch(/^CREDENTIALS_REFUSED: /);
    preset = appPassword;
    expect(await run(connectBluesky('--service', 'ftp://x'))).toBe(1);
    expect(lines.at(-1)).toContain('service: Must be an https URL');
    expect(asked).toHaveLength(1);
    const sessions = await api.deps.db.$count(connectSessions);
    for (const args of [
      ['connect', 'bluesky', '--handle', 'x', '--workspace', 'ws_other'],
      ['connect', 'bluesky'],
      ['connect', 'bluesky', '--password', appPassword],
      ['connect', 'bluesky', '--handle', 'x', '--reconnect', 'acc_other'],
      ['connect', 'myspace', '--handle', 'x'],
      ['connect', 'x', '--workspace', tenant.workspaceId, '--handle', 'x'],
      ['connect', 'x', 'y'],
      ['connect'],
      ['disconnect', 'x'],
      [],
    ]) {
      expect(await run(args), args.join(' ')).toBe(1);
      expect(lines.at(-1)).not.toBe('');
    }
    expect(await api.deps.db.$count(connectSessions)).toBe(sessions);
    expect(await accountsOf(tenant.workspaceId, 'BLUESKY')).toEqual([]);
  });
});

describe('punctual accounts', () => {
  const only = async (): Promise<string> => {
    await none(tenant.workspaceId);
    await run(['connect', 'x', '--sandbox', '--workspace', tenant.workspaceId], { at: grant() });
    const [account] = await accountsOf(tenant.workspaceId, 'X');
    lines = [];
    return account?.id ?? '';
  };
  const update = (id: string, changes: Partial<typeof socialAccounts.$inferInsert>) =>
    api.deps.db.update(socialAccounts).set(changes).where(eq(socialAccounts.id, id));

  it('lists accounts with the next step and its deadline', async () => {
    const id = await only();
    const reconnectBy = new Date('2031-01-31T00:00:00Z');
    await update(id, { status: 'TOKEN_EXPIRED', reconnectBy, missingScopes: ['media.write'] });
    expect(await run(['list'])).toBe(0);
    expect(said()).toContain(`${id}  ${tenant.workspaceId}  X  TOKEN_EXPIRED  sandbox`);
    expect(said()).toContain(`Reconnect it: punctual accounts connect x --reconnect ${id}`);
    // An expired account has no date before which it must be reconnected.
    expect(said()).not.toContain('2031-01-31');
    expect(said()).toContain('Not granted: media.write. To grant it: punctual accounts connect ');
    await update(id, { status: 'ACTIVE' });
    expect(await run(['list'])).toBe(0);
    expect(said()).toContain('Reconnect it before 2031-01-31T00:00:00.000Z');
  });

  it('checks an account at the platform', async () => {
    const id = await only();
    await update(id, { handle: 'old-handle' });
    expect(await run(['check', id]), said()).toBe(0);
    expect(said()).toContain('ACTIVE');
    expect(said()).not.toContain('old-handle');
    await update(id, { status: 'TOKEN_EXPIRED' });
    expect(await run(['check', id])).toBe(1);
    expect(await run(['check', 'acc_other'])).toBe(1);
    expect(lines.at(-1)).toMatch(/^NOT_FOUND/);
  });

  it('removes an account only after confirmation', async () => {
    const id = await only();
    expect(await run(['remove', id])).toBe(1);
    expect(lines.at(-1)).toContain('add --yes');
    expect(await run(['remove', id], { ask: () => Promise.resolve('n') })).toBe(1);
    expect(await accountsOf(tenant.workspaceId, 'X')).toHaveLength(1);
    expect(await run(['remove', id], { ask: () => Promise.resolve('y') }), said()).toBe(0);
    expect(await accountsOf(tenant.workspaceId, 'X')).toEqual([]);
    const next = await only();
    expect(await run(['remove', next, '--yes']), said()).toBe(0);
    const [row] = await api.deps.db.select().from(socialAccounts).where(eq(socialAccounts.id, next));
    expect(row?.credentials).toBeNull();
  });
});
