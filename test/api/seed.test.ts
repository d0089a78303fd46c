import { describe, expect, it } from 'vitest';
import { eq } from 'drizzle-orm';
import { socialAccounts } from '../../src/db/schema/index.js';
import { mintApiKey } from '../../src/services/api-keys/key-format.js';
import { seedAccounts, simulators } from '../harness/sandbox.js';
import { seedDevelopment } from '../../src/services/seed/seed-development.js';
import { call, field } from '../harness/api.js';
import { useTestApi } from '../harness/use-test-api.js';
import { countRows, revokeKeysOf } from '../harness/tenants.js';

const api = useTestApi();

describe('seeding a development stack', () => {
  it('creates a workspace, a working key and one sandbox account per platform, even if it runs twice', async () => {
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

  it('creates a new key if the given one is malformed or was revoked', async () => {
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

  it('reconnects an expired account, but not a disconnected one', async () => {
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
    expect(again.socialAccounts).toEqual(before.filter(({ id }) => id !== first));
    const rows = await api.deps.db.select().from(socialAccounts);
    expect(
      rows.map(({ id, deletedAt, credentials }) => [id, deletedAt === null, credentials === null]),
    ).toEqual(rows.map(({ id }) => [id, id !== first, id === first]));
    expect(rows.filter(({ id }) => id !== first).map(({ status }) => status)).toEqual(
      before.slice(1).map(() => 'ACTIVE'),
    );
  });
});
