import { randomBytes } from 'node:crypto';
import { sql } from 'drizzle-orm';
import { beforeEach, describe, expect, it } from 'vitest';
import { begin, callback, granted, sessionIn } from '../api/connect-support.js';
import { count } from '../harness/counts.js';
import {
  candidate,
  codeCanary,
  createScriptedConnect,
  grantOf,
  registryOf,
  tokenCanary,
} from '../harness/scripted-connect.js';
import { useTenant, useTestApi } from '../harness/use-test-api.js';

const unaskedMax = count({ small: 500, usual: 2_000, long: 10_000 });
const x = createScriptedConnect('X');
const pinterest = createScriptedConnect('PINTEREST');
const api = useTestApi({ platforms: registryOf(x, pinterest) });
const limited = useTestApi({ platforms: registryOf(x) }, { unauthorizedPerMinuteMax: 60 });
const tenant = useTenant(api);

beforeEach(() => {
  x.finished.length = x.finishes.length = pinterest.finished.length = 0;
});

const input = (more: object = {}) => ({ workspaceId: tenant.workspaceId, platform: 'X' as const, ...more });
const read = async (id: string) => sessionIn(await api.as(tenant).get(`/connect-sessions/${id}`));
const randomState = (): string => randomBytes(32).toString('base64url');

async function countAccounts({ deps }: typeof api): Promise<number> {
  const [row] = await deps.db.execute<{ count: number }>(
    sql`select (select count(*) from social_accounts)::int + (select count(*) from connect_candidates)::int as count`,
  );
  return row?.count ?? -1;
}

describe('the state of a connect session', () => {
  it('is not used up while a callback waits in the queue, from which a user’s callbacks call the platform four at a time', async () => {
    let [underWay, most] = [0, 0];
    const slow = async () => {
      underWay += 1;
      most = Math.max(most, underWay);
      await new Promise((resolve) => setTimeout(resolve, 1));
      underWay -= 1;
      return { kind: 'denied', code: 'ACCESS_DENIED', message: '' } as const;
    };
    const states: string[] = [];
    while (states.length < 9) states.push((await begin(api, tenant, input())).state);
    x.finishes.push(...states.map(() => slow));
    const answers = await Promise.all(states.map((state) => callback(api, 'x', { state, code: codeCanary })));
    expect(answers.map(({ status }) => status)).toEqual(states.map(() => 200));
    expect(most).toBeLessThanOrEqual(4);
  });

  it('is used once: of concurrent browsers with the same state, only one is accepted', async () => {
    const { session, state } = await begin(api, tenant, input());
    const answers = await Promise.all(
      Array.from({ length: 8 }, () => callback(api, 'x', { state, code: codeCanary })),
    );
    expect(answers.map(({ status }) => status).sort()).toEqual([
      200,
      ...Array.from({ length: 7 }, () => 400),
    ]);
    expect(x.finished).toHaveLength(1);
    expect((await callback(api, 'x', { state, code: codeCanary })).status).toBe(400);
    expect((await read(session.id)).status).toBe('AWAITING_IMPORT');
  });

  it('is refused for another platform, and is then used up', async () => {
    const { session, state } = await begin(api, tenant, input());
    const answer = await callback(api, 'pinterest', { state, code: codeCanary });
    expect(answer.status).toBe(400);
    expect(await read(session.id)).toMatchObject({ status: 'FAILED', errorCode: 'STATE_MISMATCH' });
    expect((await callback(api, 'x', { state, code: codeCanary })).status).toBe(400);
    expect([...x.finished, ...pinterest.finished]).toEqual([]);
  });

  it('grants access only to the session that it was created for, even if two sessions have swapped theirs', async () => {
    const [one, two] = [await begin(api, tenant, input()), await begin(api, tenant, input())];
    x.finishes.push(grantOf([candidate({ externalAccountId: 'of-two' })]));
    await callback(api, 'x', { state: two.state, code: codeCanary });
    expect(await read(one.session.id)).toMatchObject({ status: 'PENDING', candidates: [] });
    expect(await read(two.session.id)).toMatchObject({ candidates: [{ externalAccountId: 'of-two' }] });
  });

  it('is not used up by HEAD requests, forms or other methods', async () => {
    const { session, state } = await begin(api, tenant, input());
    for (const method of ['HEAD', 'POST', 'PUT', 'OPTIONS']) {
      const answer = await callback(api, 'x', { state, code: codeCanary }, { method });
      expect(answer.status).toBeGreaterThanOrEqual(400);
      expect(answer.status).toBeLessThan(500);
    }
    expect((await read(session.id)).status).toBe('PENDING');
    expect((await callback(api, 'x', { state, code: codeCanary })).status).toBe(200);
  });
});

describe('a session from the dashboard', () => {
  it('is granted only in the browser that started it', async () => {
    const owner = await api.mintPerson();
    const other = await api.mintPerson();
    const { workspaceId } = owner.tenant;
    const start = () => begin(api, { session: owner.session }, input({ workspaceId }));
    const status = async (id: string) =>
      sessionIn(await api.as({ session: owner.session }).get(`/connect-sessions/${id}`));
    const { cookie = '' } = owner.session.headers;
    const { cookie: foreign = '' } = other.session.headers;
    for (const headers of [
      {},
      { cookie: foreign },
      { cookie: `${cookie}x` },
      { authorization: `Bearer ${owner.tenant.key}` },
    ]) {
      const { session, state } = await start();
      const answer = await callback(api, 'x', { state, code: codeCanary }, { headers });
      expect(answer.status).toBe(403);
      expect(await status(session.id)).toMatchObject({ status: 'FAILED', errorCode: 'STATE_MISMATCH' });
    }
    expect(x.finished).toEqual([]);
    const { session, state } = await start();
    expect((await callback(api, 'x', { state, code: codeCanary }, { headers: { cookie } })).status).toBe(200);
    expect((await status(session.id)).status).toBe('AWAITING_IMPORT');
  });

  it('can no longer be granted once its workspace is deleted', async () => {
    const owner = await api.mintPerson();
    const { workspaceId } = owner.tenant;
    const begun = await begin(api, { key: owner.tenant.key }, input({ workspaceId }));
    x.finishes.push(async () => {
      const path = `/workspaces/${workspaceId}`;
      expect((await api.as({ session: owner.session }).delete(path)).status).toBe(204);
      return grantOf([candidate()]);
    });
    const before = await countAccounts(api);
    await callback(api, 'x', { state: begun.state, code: codeCanary });
    expect(await countAccounts(api)).toBe(before);
  });
});

describe('the query of a callback', () => {
  it('is escaped on the page, also if its text comes from the platform', async () => {
    const html = '<img src=x onerror=alert(1)>"><script>alert(2)</script>';
    x.finishes.push({ kind: 'denied', code: 'PLATFORM_REJECTED', message: html });
    const { state } = await begin(api, tenant, input());
    const answer = await callback(api, 'x', { state, error: html, error_description: html });
    expect(answer.text).not.toMatch(/<(img|script)/);
    expect(answer.headers.get('content-security-policy')).toMatch(/^default-src 'none'; style-src 'sha256-/);
    const unknown = await callback(api, 'x', { state: html, error: html });
    expect(unknown.status).toBe(400);
    expect(unknown.text).not.toMatch(/<(img|script)/);
  });

  it.each([
    ['/connect/x/callback'],
    ['/connect/x/callback?state'],
    ['/connect/x/callback?state=%00&code=%00'],
    ['/connect/x/callback?state=%ff%fe&code=%'],
    [`/connect/x/callback?state=${'a'.repeat(43)}&state=${'b'.repeat(43)}`],
    [`/connect/x/callback?${'a=b&'.repeat(1_500)}`],
    ['/connect/nowhere/callback?state=a'],
    ['/connect/%2e%2e/callback?state=a'],
    ['/connect/%ff/callback?state=a'],
    ['/connect/constructor/callback?state=a'],
  ])('is refused with a page: %s', async (path) => {
    const response = await fetch(api.url + path, { redirect: 'manual' });
    expect(response.status).toBeGreaterThanOrEqual(400);
    expect(response.status).toBeLessThan(500);
    expect(x.finished).toEqual([]);
  });

  it('is never logged, nor are tokens, verifiers and states', async () => {
    const verifiers: (string | null | undefined)[] = [];
    const states: string[] = [];
    for (const outcome of ['granted', 'denied', 'broken', 'mismatch'] as const) {
      const { state } = await begin(api, tenant, input());
      states.push(state);
      if (outcome === 'denied') x.finishes.push({ kind: 'ambiguous', message: 'no answer' });
      if (outcome === 'broken') {
        const error = Object.assign(new Error(`code ${codeCanary}`), { cause: { token: tokenCanary } });
        x.finishes.push(() => Promise.reject(error));
      }
      await callback(api, outcome === 'mismatch' ? 'pinterest' : 'x', { state, code: codeCanary });
      verifiers.push(x.finished.at(-1)?.grant.codeVerifier);
    }
    const session = await granted(api, tenant, input());
    await api.as(tenant).post(`/connect-sessions/${session.id}/import`, {});
    const log = api.logLines.join('\n');
    expect(log).toContain('/connect/x/callback');
    for (const secret of [codeCanary, tokenCanary, ...states, ...verifiers]) {
      expect(log).not.toContain(secret);
    }
  });

  it('is stored encrypted, so that nothing of a grant can be read in the tables', async () => {
    const session = await granted(api, tenant, input());
    const rows = await api.deps.db.execute<{ row: string }>(
      sql`select connect_candidates::text as row from connect_candidates where session_id = ${session.id}
        union all select connect_sessions::text from connect_sessions where id = ${session.id}`,
    );
    expect(rows).toHaveLength(2);
    for (const { row } of rows) {
      expect(row).not.toContain(tokenCanary);
      expect(row).not.toContain(codeCanary);
    }
  });
});

it(`${unaskedMax} unexpected callbacks store nothing, break nothing and reveal nothing`, async () => {
  const before = await countAccounts(api);
  const seen = new Set<string>();
  for (let sent = 0; sent < unaskedMax; sent += 100) {
    const answers = await Promise.all(
      Array.from({ length: 100 }, () => callback(api, 'x', { state: randomState(), code: 'guess' })),
    );
    for (const { status, text } of answers) seen.add(`${status} ${text}`);
  }
  expect(seen.size).toBe(1);
  expect([...seen][0]).toMatch(/^400 /);
  expect(await countAccounts(api)).toBe(before);
  expect(x.finished).toEqual([]);
});

it('callbacks from one client network are limited per minute', async () => {
  const statuses: number[] = [];
  for (let count = 0; count < 70; count += 1) {
    const answer = await callback(limited, 'x', { state: randomState() });
    statuses.push(answer.status);
    if (answer.status === 429) {
      expect(Number(answer.headers.get('retry-after'))).toBeGreaterThan(0);
      expect(answer.headers.get('ratelimit-policy')).toBe('"network";q=60;w=60');
    }
  }
  expect(statuses.filter((status) => status === 400)).toHaveLength(60);
  expect(statuses.slice(60)).toEqual(Array.from({ length: 10 }, () => 429));
});
