import { beforeEach, describe, expect, it } from 'vitest';
import { eq } from 'drizzle-orm';
import { runAccounts } from '../../src/cli/accounts.js';
import { socialAccounts } from '../../src/db/schema/index.js';
import type { SafeFetch } from '../../src/egress/safe-fetch.js';
import { bluesky } from '../../src/platforms/bluesky/definition.js';
import { createPlatforms } from '../../src/platforms/kit/create-platforms.js';
import { readSettings } from '../../src/platforms/kit/definition.js';
import type { PlatformRegistry } from '../../src/platforms/kit/platform.js';
import { mintApiKey } from '../../src/services/api-keys/key-format.js';
import { seedAccounts, simulators } from '../harness/sandbox.js';
import { seedDevelopment } from '../../src/services/seed/seed-development.js';
import { call, field } from '../harness/api.js';
import { useTestApi } from '../harness/use-test-api.js';
import { countRows, revokeKeysOf } from '../harness/tenants.js';

const api = useTestApi();

describe('seeding a development stack', () => {
  it('makes a workspace, a key that works and one sandbox account per platform, once', async () => {
    const key = mintApiKey();
    const seeded = await seedDevelopment(api.deps, { accounts: seedAccounts, apiKey: key });
    expect(seeded.apiKey).toBe(key);
    expect(seeded.socialAccounts.map((account) => account.platform)).toEqual(
      simulators.map(({ name }) => name),
    );
    const accounts = await call(api, 'GET', `/social-accounts?workspaceId=${seeded.workspaceId}`, { key });
    expect(field<{ sandbox: boolean }[]>(accounts, 'data').map((account) => account.sandbox)).toEqual(
      simulators.map(() => true),
    );
    const before = await countRows(api);
    expect(await seedDevelopment(api.deps, { accounts: seedAccounts, apiKey: key })).toEqual(seeded);
    expect(await countRows(api)).toEqual(before);
  });

  it('mints a key where the given one is none, or was revoked', async () => {
    const first = await seedDevelopment(api.deps, { accounts: seedAccounts, apiKey: 'no-key' });
    expect(first.apiKey).toMatch(/^punctual_live_[0-9A-Za-z]{32}$/);
    const [user] = await api.deps.db.query.memberships.findMany({
      where: (table) => eq(table.workspaceId, first.workspaceId),
    });
    await revokeKeysOf(api, user?.userId ?? '');
    const second = await seedDevelopment(api.deps, { accounts: seedAccounts, apiKey: first.apiKey });
    expect(second.apiKey).not.toBe(first.apiKey);
    expect((await call(api, 'GET', '/workspaces', { key: second.apiKey })).status).toBe(200);
    expect((await call(api, 'GET', '/workspaces', { key: first.apiKey })).status).toBe(401);
  });

  it('connects an account again that was disconnected or expired, under its old id', async () => {
    const { apiKey, socialAccounts: before } = await seedDevelopment(api.deps, { accounts: seedAccounts });
    const [first, second] = before.map((account) => account.id);
    await call(api, 'DELETE', `/social-accounts/${first ?? ''}`, { key: apiKey });
    const [wiped] = await api.deps.db
      .select()
      .from(socialAccounts)
      .where(eq(socialAccounts.id, first ?? ''));
    expect(wiped?.credentials).toBeNull();
    await api.deps.db
      .update(socialAccounts)
      .set({ status: 'TOKEN_EXPIRED' })
      .where(eq(socialAccounts.id, second ?? ''));
    const again = await seedDevelopment(api.deps, { accounts: seedAccounts, apiKey });
    expect(again.socialAccounts).toEqual(before);
    const rows = await api.deps.db.select().from(socialAccounts);
    expect(rows.map((row) => [row.status, row.deletedAt, row.credentials === null])).toEqual(
      rows.map(() => ['ACTIVE', null, false]),
    );
  });
});

describe('the accounts command', () => {
  const password = 'abcd-efgh-ijkl-mnop';
  let lines: string[] = [];
  let asked: { url: string; body: unknown }[] = [];

  beforeEach(() => {
    lines = [];
    asked = [];
  });

  /** Stands for the account's server, at the door of all outbound HTTP. */
  const server: SafeFetch = (request) => {
    const sent = typeof request.body === 'string' ? request.body : '';
    // Beside the log-in, a profile is asked for, which this server has not.
    if (request.method === 'POST') asked.push({ url: request.url, body: JSON.parse(sent) as unknown });
    const session = {
      did: 'did:plc:abcdefghijklmnopqrstuvwx',
      handle: 'tester.example.test',
      accessJwt: 'access-canary',
      refreshJwt: 'refresh-canary',
    };
    const accepted = sent.includes(password);
    return Promise.resolve({
      status: accepted ? 200 : 401,
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(accepted ? session : { error: 'AuthenticationRequired', message: 'no' }),
    });
  };

  const platformsOf = (appPassword: string): PlatformRegistry =>
    createPlatforms({
      definitions: [bluesky],
      fetchFor: () => server,
      clock: api.clock,
      settings: readSettings([bluesky], {
        BLUESKY_URL: 'https://bsky.example.test',
        BLUESKY_APP_PASSWORD: appPassword,
      }),
    });

  const run = (args: string[], blueskyAppPassword = password): Promise<number> =>
    runAccounts(args, {
      deps: { ...api.deps, platforms: platformsOf(blueskyAppPassword) },
      print: (line) => void lines.push(line),
    });

  it('connects Bluesky to the only workspace, keeps the session sealed, and lists it', async () => {
    const { workspaceId } = await seedDevelopment(api.deps, { accounts: seedAccounts });
    expect(await run(['connect', 'bluesky', '--handle', 'tester.example.test'])).toBe(0);
    expect(asked).toEqual([
      {
        url: 'https://bsky.example.test/xrpc/com.atproto.server.createSession',
        body: { identifier: 'tester.example.test', password },
      },
    ]);
    const [row] = await api.deps.db
      .select()
      .from(socialAccounts)
      .where(eq(socialAccounts.handle, 'tester.example.test'));
    expect(row).toMatchObject({
      workspaceId,
      platform: 'BLUESKY',
      sandbox: false,
      serviceUrl: 'https://bsky.example.test',
    });
    expect(row?.credentials).not.toContain('canary');
    const place = { table: 'social_accounts', column: 'credentials', rowId: row?.id ?? '' };
    expect(JSON.parse(api.deps.vault.open(row?.credentials ?? '', place))).toEqual({
      accessJwt: 'access-canary',
      refreshJwt: 'refresh-canary',
    });
    expect(await run(['connect', 'bluesky', '--handle', 'tester.example.test'])).toBe(0);
    expect(lines.at(-1)).toContain('new credentials');
    expect(await run(['list'])).toBe(0);
    expect(lines.join('\n')).toContain('tester.example.test');
    expect(lines.join('\n')).not.toMatch(/canary|abcd-efgh/);
  });

  it('says what is wrong instead of connecting', async () => {
    const before = await countRows(api);
    expect(await run(['connect', 'bluesky', '--handle', 'x'], 'wrong')).toBe(1);
    expect(lines.at(-1)).toMatch(/^Not connected: /);
    expect(await run(['connect', 'bluesky', '--handle', 'x', '--workspace', 'ws_other'])).toBe(1);
    expect(await run(['connect', 'bluesky', '--handle', 'x', '--service', 'ftp://x'])).toBe(1);
    expect(await run(['connect', 'bluesky'])).toBe(1);
    expect(await run(['connect', 'bluesky', '--password', password])).toBe(1);
    expect(await run(['connect', 'myspace', '--handle', 'x'])).toBe(1);
    expect(await run([])).toBe(1);
    expect(await countRows(api)).toEqual(before);
  });
});
