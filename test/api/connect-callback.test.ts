import { eq } from 'drizzle-orm';
import { beforeEach, describe, expect, it } from 'vitest';
import { connectSessions } from '../../src/db/schema/index.js';
import { reconcile } from '../../src/services/reconcile/reconcile.js';
import { comeBack } from '../harness/consent.js';
import {
  candidate,
  codeCanary,
  createScriptedConnect,
  grantOf,
  registryOf,
} from '../harness/scripted-connect.js';
import { useTenant, useTestApi } from '../harness/use-test-api.js';
import { begin, callback, granted, sessionIn } from './connect-support.js';

const x = createScriptedConnect('X');
const pinterest = createScriptedConnect('PINTEREST', { pkce: false });
const minuteMs = 60_000;

const api = useTestApi({
  platforms: registryOf(x, pinterest),
  connect: { returnOrigins: ['https://app.example.com'], exchangeMsMax: 300 },
});
const tenant = useTenant(api);

beforeEach(() => {
  x.finished.length = x.finishes.length = 0;
  pinterest.finished.length = 0;
});

const input = (more: object = {}) => ({ workspaceId: tenant.workspaceId, platform: 'X' as const, ...more });
const read = async (id: string) => sessionIn(await api.as(tenant).get(`/connect-sessions/${id}`));

function expectPrivate(headers: Headers): void {
  expect(headers.get('referrer-policy')).toBe('no-referrer');
  expect(headers.get('cache-control')).toBe('no-store');
  const policy = headers.get('content-security-policy') ?? '';
  expect(policy).toContain("default-src 'none'");
  expect(policy).not.toContain('unsafe');
}

describe('a callback with a grant', () => {
  it('exchanges the code at once with the stored verifier, and shows a page that can be closed', async () => {
    const { session, state } = await begin(api, tenant, input());
    const answer = await callback(api, 'x', { state, code: codeCanary, iss: 'https://platform.invalid' });
    expect(answer.status).toBe(200);
    expect(answer.text).toContain('You can close this page');
    expectPrivate(answer.headers);
    const [finish] = x.finished;
    expect(finish?.carried).toEqual({ kept: 'between' });
    expect(finish?.grant.redirectUri).toBe(`${api.url}/connect/x/callback`);
    expect(finish?.grant.codeVerifier).toMatch(/^[\w-]{43}$/);
    expect(Object.fromEntries(finish?.grant.query ?? [])).toMatchObject({ state, code: codeCanary });
    expect(await read(session.id)).toMatchObject({ status: 'AWAITING_IMPORT', authorizeUrl: null });
  });

  it('redirects to the caller’s URL with only the id of the session', async () => {
    const returnUrl = 'https://app.example.com/accounts?tab=social#top';
    const { session, state } = await begin(api, tenant, input({ returnUrl }));
    const answer = await callback(api, 'x', { state, code: codeCanary });
    expect(answer.status).toBe(303);
    expectPrivate(answer.headers);
    expect(answer.headers.get('location')).toBe(
      `https://app.example.com/accounts?tab=social&connectSession=${session.id}#top`,
    );
  });

  it('is accepted with a trailing slash, and without a verifier if the platform uses none', async () => {
    const { state } = await begin(api, tenant, input({ platform: 'PINTEREST' }));
    const address = `${api.url}/connect/pinterest/callback/?state=${state}&code=${codeCanary}`;
    expect((await comeBack(new URL(address))).status).toBe(200);
    expect(pinterest.finished[0]?.grant.codeVerifier).toBeNull();
  });

  it('reports a grant that covers no account or lacks a required permission', async () => {
    x.finishes.push(grantOf([]));
    expect(await granted(api, tenant, input())).toMatchObject({
      status: 'FAILED',
      errorCode: 'NOTHING_GRANTED',
    });
    x.finishes.push(grantOf([candidate({ scopes: ['read', 'comments'] })]));
    const half = await granted(api, tenant, input());
    expect(half).toMatchObject({
      status: 'AWAITING_IMPORT',
      candidates: [{ importable: false, reason: 'PERMISSION_MISSING' }],
    });
  });

  it('strips control characters and bidirectional overrides from names', async () => {
    const handle = '\u001B]0;title\u0007ok\r\n\u009B2Kforged\u202Eevil';
    x.finishes.push(grantOf([candidate({ handle })]));
    const { candidates } = await granted(api, tenant, input());
    expect(candidates).toMatchObject([{ handle: ' ]0;title ok 2Kforged evil' }]);
  });

  it('lists each account once, and stores only valid fields', async () => {
    const odd = candidate({
      handle: `a\u0000${'b'.repeat(1_000)}`,
      displayName: '<script>\u0000',
      avatarUrl: 'javascript:alert(1)',
    });
    x.finishes.push(grantOf([odd, candidate({ handle: 'twin' }), candidate({ externalAccountId: 'two' })]));
    const { candidates } = await granted(api, tenant, input());
    expect(candidates).toMatchObject([
      {
        externalAccountId: 'external-1',
        handle: `a${'b'.repeat(299)}`,
        displayName: '<script>',
        avatarUrl: null,
      },
      { externalAccountId: 'two' },
    ]);
  });
});

describe('a callback without a grant', () => {
  it.each([
    [{ kind: 'denied', code: 'ACCESS_DENIED', message: 'No <b>thanks</b>.' }, 'ACCESS_DENIED'],
    [{ kind: 'denied', code: 'CODE_REFUSED', message: 'Too old.' }, 'CODE_REFUSED'],
    [{ kind: 'not-sent', message: 'no route' }, 'PLATFORM_UNAVAILABLE'],
    [{ kind: 'ambiguous', message: 'reset' }, 'PLATFORM_UNAVAILABLE'],
    [{ kind: 'rate-limited', retryAfterMs: 1_000, message: 'slow down' }, 'PLATFORM_UNAVAILABLE'],
    [{ kind: 'rejected', code: 'PERMISSION_MISSING', message: 'bad client' }, 'PLATFORM_REJECTED'],
    [{ kind: 'auth-revoked', message: 'gone' }, 'PLATFORM_REJECTED'],
  ] as const)('fails the session: %j', async (said, errorCode) => {
    x.finishes.push(said);
    const { session, state } = await begin(api, tenant, input());
    const answer = await callback(api, 'x', { state, error: 'whatever' });
    expect(answer.status).toBe(200);
    expect(answer.text).not.toContain('<b>');
    expect(await read(session.id)).toMatchObject({
      status: 'FAILED',
      errorCode,
      authorizeUrl: null,
      candidates: [],
    });
  });

  it('fails the session if the platform does not respond in time or its connector throws', async () => {
    x.finishes.push(() => new Promise(() => undefined));
    const slow = await granted(api, tenant, input());
    expect(slow).toMatchObject({ status: 'FAILED', errorCode: 'PLATFORM_UNAVAILABLE' });
    x.finishes.push(() => Promise.reject(new Error(`broke on ${codeCanary}`)));
    const broken = await granted(api, tenant, input());
    expect(broken).toMatchObject({ status: 'FAILED', errorCode: 'PLATFORM_UNAVAILABLE' });
    expect(JSON.stringify(broken)).not.toContain(codeCanary);
  });

  it('shows that the session has expired, and exchanges no code', async () => {
    const { session, state } = await begin(api, tenant, input());
    api.clock.shiftMs += 31 * minuteMs;
    const answer = await callback(api, 'x', { state, code: codeCanary });
    expect(answer.text).toContain('The time to grant access has expired');
    expect(await read(session.id)).toMatchObject({ status: 'EXPIRED' });
    expect(x.finished).toEqual([]);
  });
});

describe('the sweep of connect sessions', () => {
  it('expires late sessions, ends lost exchanges, and deletes sessions a day after their end', async () => {
    const waiting = await granted(api, tenant, input());
    const { session: lost, state } = await begin(api, tenant, input());
    x.finishes.push(() => new Promise(() => undefined));
    await callback(api, 'x', { state, code: codeCanary });
    // The row is as a process leaves it that was killed during the exchange.
    const exchangingSince = api.clock.now();
    await api.deps.db
      .update(connectSessions)
      .set({ status: 'PENDING', errorCode: null, endedAt: null, exchangingSince })
      .where(eq(connectSessions.id, lost.id));
    const statusOf = async (id: string) => {
      const [row] = await api.deps.db.select().from(connectSessions).where(eq(connectSessions.id, id));
      return row?.status;
    };
    await reconcile(api.deps, { includeYoung: false });
    expect([await statusOf(waiting.id), await statusOf(lost.id)]).toEqual(['AWAITING_IMPORT', 'PENDING']);
    api.clock.shiftMs += 2 * minuteMs;
    await reconcile(api.deps, { includeYoung: false });
    expect([await statusOf(waiting.id), await statusOf(lost.id)]).toEqual(['AWAITING_IMPORT', 'FAILED']);
    api.clock.shiftMs += 60 * minuteMs;
    await reconcile(api.deps, { includeYoung: false });
    expect(await statusOf(waiting.id)).toBe('EXPIRED');
    api.clock.shiftMs += 25 * 60 * minuteMs;
    await reconcile(api.deps, { includeYoung: false });
    expect([await statusOf(waiting.id), await statusOf(lost.id)]).toEqual([undefined, undefined]);
  });
});
