import { eq } from 'drizzle-orm';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { socialAccounts } from '../../src/db/schema/index.js';
import type { ConnectCandidate } from '../../src/platforms/kit/connect.js';
import { codeOf, field } from '../harness/api.js';
import {
  candidate,
  createScriptedConnect,
  grantOf,
  registryOf,
  tokenCanary,
} from '../harness/scripted-connect.js';
import { mintWorkspaceOf } from '../harness/tenants.js';
import { useTenant, useTestApi, type Caller } from '../harness/use-test-api.js';
import { accountsIn, granted } from './connect-support.js';

const x = createScriptedConnect('X');
const api = useTestApi({ platforms: registryOf(x) });
const tenant = useTenant(api, { each: true });
let identities = 0;

beforeEach(() => {
  identities += 1;
  x.checked.length = x.checks.length = x.revoked.length = x.revokes.length = 0;
});

const identity = (): string => `external-${identities}`;

/** Connects accounts that share one grant. */
async function connect(
  own: Partial<ConnectCandidate>[] = [{}],
  { caller = tenant, workspaceId = tenant.workspaceId }: { caller?: Caller; workspaceId?: string } = {},
): Promise<string[]> {
  x.finishes.push(grantOf(own.map((more) => candidate({ externalAccountId: identity(), ...more }))));
  const session = await granted(api, caller, { workspaceId, platform: 'X' });
  const imported = await api.as(caller).post(`/connect-sessions/${session.id}/import`, {});
  return accountsIn(imported).map(({ id }) => id);
}

const only = async (...args: Parameters<typeof connect>): Promise<string> =>
  (await connect(...args))[0] ?? '';
const check = (id: string) => api.as(tenant).post(`/social-accounts/${id}/check`);

async function rowOf(id: string) {
  const [row] = await api.deps.db.select().from(socialAccounts).where(eq(socialAccounts.id, id));
  return row;
}

describe('a health check', () => {
  it('asks the platform, and stores the result', async () => {
    const id = await only([{ scopes: ['read', 'write', 'comments'] }]);
    const before = await rowOf(id);
    api.clock.shiftMs += 60_000;
    const now = api.clock.now().getTime();
    const [reconnectBy, refreshBy] = [new Date(now + 150_000_000), new Date(now + 300_000_000)];
    x.checks.push({
      kind: 'alive',
      handle: 'new-name',
      displayName: 'New\u0000 name',
      avatarUrl: 'data:text/html,x',
      scopes: ['read', 'write'],
      life: { reconnectBy, refreshBy },
    });
    const answer = await check(id);
    expect(answer.status, answer.text).toBe(200);
    expect(answer.body).toMatchObject({
      id,
      handle: 'new-name',
      displayName: 'New name',
      avatarUrl: null,
      missingScopes: ['comments'],
      reconnectBy: reconnectBy.toISOString(),
      lastError: null,
      status: 'ACTIVE',
    });
    const row = await rowOf(id);
    expect(row?.lastCheckedAt?.getTime()).toBeGreaterThanOrEqual(now);
    expect(row?.lastCheckedAt?.getTime()).toBeGreaterThan(before?.lastCheckedAt?.getTime() ?? 0);
    expect([row?.refreshBy, row?.refreshDueAt]).toEqual([refreshBy, reconnectBy]);
    expect(x.checked[0]?.credentials).toEqual({ accessToken: tokenCanary });
  });

  it('keeps stored values that the platform does not report', async () => {
    const tokenExpiresAt = new Date(api.clock.now().getTime() + 7_200_000);
    const id = await only([
      { life: { tokenExpiresAt, refreshBy: null, refreshNotBefore: null, reconnectBy: null } },
    ]);
    const { displayName, avatarUrl } = (await rowOf(id)) ?? {};
    expect(displayName).not.toBeNull();
    x.checks.push({ kind: 'alive', handle: 'renamed' });
    expect((await check(id)).body).toMatchObject({
      handle: 'renamed',
      displayName,
      avatarUrl,
      scopes: ['read', 'write', 'comments'],
      tokenExpiresAt: tokenExpiresAt.toISOString(),
    });
  });

  it('has a stale token refreshed by the account’s single writer, and asks the platform again', async () => {
    const id = await only();
    const refreshes: [string, number][] = [];
    const { starter } = api.deps;
    const refreshing = (refreshAccount: typeof starter.refreshAccount): void => {
      api.deps.starter = { ...starter, refreshAccount };
    };
    refreshing((accountId, version) => {
      refreshes.push([accountId, version]);
      return Promise.resolve('refreshed');
    });
    x.checks.push({ kind: 'auth-expired', message: 'stale' });
    expect((await check(id)).body).toMatchObject({ handle: 'renamed' });
    expect(refreshes).toEqual([[id, 1]]);
    expect(x.checked).toHaveLength(2);
    refreshing(() => Promise.reject(new Error('Temporal is away')));
    x.checks.push({ kind: 'auth-expired', message: 'stale' });
    expect(codeOf(await check(id))).toBe('RETRY');
    api.deps.starter = starter;
  });

  it('marks the account as expired if its grant has ended, and does not ask the platform again', async () => {
    const id = await only();
    x.checks.push({ kind: 'auth-revoked', message: 'The user has removed the app.' });
    expect((await check(id)).body).toMatchObject({
      status: 'TOKEN_EXPIRED',
      lastError: 'The user has removed the app.',
    });
    expect((await check(id)).body).toMatchObject({ status: 'TOKEN_EXPIRED' });
    expect(x.checked).toHaveLength(1);
  });

  it('reports that the platform refused, or that the check can be repeated if the platform did not respond', async () => {
    const id = await only();
    const lastCheckedAt = (await rowOf(id))?.lastCheckedAt?.toISOString();
    api.clock.shiftMs += 60_000;
    x.checks.push({ kind: 'rejected', code: 'PERMISSION_MISSING', message: 'Not allowed.' });
    expect((await check(id)).body).toMatchObject({
      lastError: 'Not allowed.',
      lastCheckedAt,
      status: 'ACTIVE',
    });
    x.checks.push({ kind: 'ambiguous', message: 'No answer.' });
    expect(codeOf(await check(id))).toBe('RETRY');
    const shown = await api.as(tenant).get(`/social-accounts/${id}`);
    expect(shown.body).toMatchObject({ lastError: 'No answer.', lastCheckedAt });
    x.checks.push({ kind: 'rate-limited', retryAfterMs: 9_000, message: 'Slow down.' });
    const limited = await check(id);
    expect(limited.body).toMatchObject({ code: 'RETRY', retryAfterMs: 9_000 });
    expect(limited.headers.get('retry-after')).toBe('9');
  });

  it('waits in a queue: forty concurrent checks of one user all get a result, four at a time', async () => {
    const id = await only();
    let release = (): void => undefined;
    const held = new Promise<void>((resolve) => (release = resolve));
    const asked = vi.spyOn(x.platform, 'check').mockImplementation(async () => {
      await held;
      return { kind: 'alive', handle: 'renamed', displayName: null, avatarUrl: null };
    });
    const checks = Array.from({ length: 40 }, () => check(id));
    await expect.poll(() => asked.mock.calls.length).toBe(4);
    release();
    expect((await Promise.all(checks)).map(({ status }) => status)).toEqual(checks.map(() => 200));
    asked.mockRestore();
  });

  it('leaves an account unchanged if its platform supports no checks', async () => {
    const threads = tenant.accountIds[2];
    const before = (await api.as(tenant).get(`/social-accounts/${threads}`)).body;
    expect((await check(threads)).body).toEqual(before);
  });
});

describe('a disconnected account', () => {
  it('has no tokens in the database, and no grant at the platform', async () => {
    const id = await only();
    expect((await api.as(tenant).delete(`/social-accounts/${id}`)).status).toBe(204);
    expect(x.revoked).toMatchObject([{ credentials: { accessToken: tokenCanary } }]);
    expect(await rowOf(id)).toMatchObject({ credentials: null });
  });

  it('has no tokens in the database even if the platform does not respond', async () => {
    for (const fault of [
      { kind: 'not-sent', message: 'no route' } as const,
      () => Promise.reject(new Error(`broke on ${tokenCanary}`)),
    ]) {
      identities += 1;
      const id = await only();
      x.revokes.push(fault);
      expect((await api.as(tenant).delete(`/social-accounts/${id}`)).status).toBe(204);
      expect(await rowOf(id)).toMatchObject({ credentials: null });
    }
    const log = api.logLines.join('\n');
    expect(log).toContain('a grant was not revoked');
    expect(log).not.toContain(tokenCanary);
  });

  it('keeps its grant while another account shares it', async () => {
    const ids = await connect([
      { externalAccountId: `${identity()}-a` },
      { externalAccountId: `${identity()}-b` },
    ]);
    expect(ids).toHaveLength(2);
    await api.as(tenant).delete(`/social-accounts/${ids[0]}`);
    expect(x.revoked).toEqual([]);
    await api.as(tenant).delete(`/social-accounts/${ids[1]}`);
    expect(x.revoked).toHaveLength(1);
  });

  it('keeps its grant if the same account is connected in another workspace', async () => {
    const elsewhere = await mintWorkspaceOf(api, tenant.userId);
    const [here, there] = [await only(), await only([{}], { workspaceId: elsewhere })];
    await api.as(tenant).delete(`/social-accounts/${here}`);
    expect(x.revoked).toEqual([]);
    await api.as(tenant).delete(`/social-accounts/${there}`);
    expect(x.revoked).toHaveLength(1);
  });

  it('keeps its grant if access was granted again and the account waits to be imported', async () => {
    const id = await only();
    x.finishes.push(grantOf([candidate({ externalAccountId: identity() })]));
    const again = await granted(api, tenant, { workspaceId: tenant.workspaceId, platform: 'X' });
    await api.as(tenant).delete(`/social-accounts/${id}`);
    expect(x.revoked).toEqual([]);
    const imported = await api.as(tenant).post(`/connect-sessions/${again.id}/import`, {});
    expect(accountsIn(imported)).toMatchObject([{ id, outcome: 'RECONNECTED' }]);
    await api.as(tenant).delete(`/social-accounts/${id}`);
    expect(x.revoked).toHaveLength(1);
  });

  it('is deleted with its workspace, and its grant is revoked', async () => {
    const owner = await api.mintPerson();
    const { workspaceId, key } = owner.tenant;
    const caller = { key };
    const ids = await connect([{ externalAccountId: 'w-1' }, { externalAccountId: 'w-2' }], {
      caller,
      workspaceId,
    });
    const waiting = await granted(api, caller, { workspaceId, platform: 'X' });
    expect(waiting.status).toBe('AWAITING_IMPORT');
    const path = `/workspaces/${workspaceId}`;
    expect((await api.as({ session: owner.session }).delete(path)).status).toBe(204);
    const revoked = x.revoked.map(({ externalAccountId }) => externalAccountId);
    expect(revoked).toEqual(expect.arrayContaining(['w-1', 'w-2']));
    expect(await rowOf(ids[0] ?? '')).toMatchObject({ credentials: null });
  });
});

describe('GET /platforms', () => {
  it('describes how accounts are connected', async () => {
    x.missingVariables.push('X_CLIENT_ID');
    const rows = field<{ platform: string; connect: object | null }[]>(
      await api.as(tenant).get('/platforms'),
      'data',
    );
    x.missingVariables.length = 0;
    expect(rows.find(({ platform }) => platform === 'X')?.connect).toMatchObject({
      configured: false,
      sandbox: false,
      redirectUri: `${api.url}/connect/x/callback`,
      scopes: [
        { name: 'read', purpose: 'identify the account', required: true },
        { name: 'write', required: true },
        { name: 'comments', required: false },
      ],
      credentialFields: null,
    });
    expect(rows.find(({ platform }) => platform === 'THREADS')?.connect).toBeNull();
  });
});
