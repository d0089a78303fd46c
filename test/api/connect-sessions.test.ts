import { asc, eq } from 'drizzle-orm';
import { beforeEach, describe, expect, it } from 'vitest';
import { auditLog, connectCandidates, connectSessions, socialAccounts } from '../../src/db/schema/index.js';
import { call, codeOf, field, startTestApi } from '../harness/api.js';
import {
  candidate,
  createScriptedConnect,
  grantOf,
  registryOf,
  tokenCanary,
} from '../harness/scripted-connect.js';
import { mintTenant } from '../harness/tenants.js';
import { useTenant, useTestApi } from '../harness/use-test-api.js';
import { accountsIn, begin, granted, sessionIn } from './connect-support.js';

const x = createScriptedConnect('X');
const pinterest = createScriptedConnect('PINTEREST', { pkce: false });
const minuteMs = 60_000;
const sandboxes = new Set<string>();

const api = useTestApi({
  platforms: registryOf(x, pinterest),
  connect: { returnOrigins: ['https://app.example.com'], hasSandbox: (platform) => sandboxes.has(platform) },
});
const tenant = useTenant(api, { each: true });

beforeEach(() => {
  sandboxes.clear();
  x.missingVariables.length = 0;
  x.begun.length = pinterest.begun.length = 0;
});

const input = (more: object = {}) => ({ workspaceId: tenant.workspaceId, platform: 'X' as const, ...more });
const refusedPath = (answer: Parameters<typeof codeOf>[0]): string | undefined =>
  field<{ path: string }[]>(answer, 'details')[0]?.path;

describe('starting a session', () => {
  it('returns the platform’s consent page and the time when the session expires', async () => {
    const { session } = await begin(api, tenant, input({ handle: 'acme' }));
    expect(session).toMatchObject({
      status: 'PENDING',
      workspaceId: tenant.workspaceId,
      platform: 'X',
      socialAccountId: null,
      sandbox: false,
      credentialFields: null,
      candidates: [],
      errorCode: null,
    });
    const lifeMs = new Date(session.expiresAt).getTime() - new Date(session.createdAt).getTime();
    expect(lifeMs).toBe(30 * minuteMs);
    expect(x.begun[0]).toMatchObject({
      place: { baseUrl: 'http://platform.invalid' },
      request: { redirectUri: `${api.url}/connect/x/callback`, handle: 'acme' },
    });
    expect(x.begun[0]?.request.state).toMatch(/^[\w-]{43}$/);
    expect(x.begun[0]?.request.codeChallenge).toMatch(/^[\w-]{43}$/);
    expect(sessionIn(await api.as(tenant).get(`/connect-sessions/${session.id}`))).toEqual(session);
  });

  it('stores only a hash of the state, and no URL that contains it', async () => {
    const { session, state } = await begin(api, tenant, input());
    const [row] = await api.deps.db.select().from(connectSessions).where(eq(connectSessions.id, session.id));
    expect(row?.stateHash).toHaveLength(32);
    const text = JSON.stringify(row);
    for (const secret of [state, 'between', 'platform.invalid/authorize']) expect(text).not.toContain(secret);
  });

  it('expires earlier if the platform’s consent page does', async () => {
    const [authorizeUrl, linkMsMax] = ['https://platform.invalid/authorize?state=x', 5 * minuteMs];
    x.begins.push({ kind: 'begun', authorizeUrl, carried: null, linkMsMax });
    const { expiresAt, createdAt } = sessionIn(await api.as(tenant).post('/connect-sessions', input()));
    // The session lives five minutes longer than the link, for a user who opens it at the last moment.
    expect(new Date(expiresAt).getTime() - new Date(createdAt).getTime()).toBe(10 * minuteMs);
  });

  it('refuses an invalid or unknown handle, even if the platform also accepts credentials', async () => {
    const both = createScriptedConnect('BLUESKY', { by: 'both' });
    Object.assign(both.answers.connect ?? {}, {
      handleFault: (text: string) => (text.includes(' ') ? 'Must be a handle.' : null),
    });
    const other = await startTestApi({ platforms: registryOf(both) });
    const { workspaceId, key } = await mintTenant(other);
    const post = (handle: string) =>
      call(other, 'POST', '/connect-sessions', { key, body: { workspaceId, platform: 'BLUESKY', handle } });
    const faults = [{ path: 'handle', code: 'invalid_handle', message: 'Must be a handle.' }];
    expect((await post('not a handle')).body).toMatchObject({ statusCode: 400, details: faults });
    expect(both.begun).toEqual([]);
    both.begins.push({ kind: 'unknown-handle', message: 'No account has this handle.' });
    expect((await post('nobody')).body).toMatchObject({
      statusCode: 400,
      details: [{ path: 'handle', code: 'unknown_handle', message: 'No account has this handle.' }],
    });
    await other.close();
  });

  it('sends no challenge to a platform that does not support it', async () => {
    await begin(api, tenant, input({ platform: 'PINTEREST' }));
    expect(pinterest.begun[0]?.request.codeChallenge).toBeNull();
  });

  it('names the environment variables that are missing', async () => {
    x.missingVariables.push('X_CLIENT_ID', 'X_CLIENT_SECRET');
    const answer = await api.as(tenant).post('/connect-sessions', input());
    expect(answer.status).toBe(503);
    expect(codeOf(answer)).toBe('PLATFORM_NOT_CONFIGURED');
    expect(field(answer, 'message')).toContain('X_CLIENT_ID and X_CLIENT_SECRET');
    const unbuilt = await api.as(tenant).post('/connect-sessions', input({ platform: 'THREADS' }));
    expect(codeOf(unbuilt)).toBe('PLATFORM_NOT_CONFIGURED');
  });

  it('uses the sandbox on request, or if it exists and no app is configured', async () => {
    sandboxes.add('X');
    expect((await begin(api, tenant, input())).session.sandbox).toBe(false);
    expect((await begin(api, tenant, input({ sandbox: true }))).session.sandbox).toBe(true);
    x.missingVariables.push('X_CLIENT_ID');
    expect((await begin(api, tenant, input())).session.sandbox).toBe(true);
    expect(x.begun.at(-1)?.place).toHaveProperty('sandboxUrl');
    const real = await api.as(tenant).post('/connect-sessions', input({ sandbox: false }));
    expect(codeOf(real)).toBe('PLATFORM_NOT_CONFIGURED');
  });

  it('refuses the sandbox if the installation has none', async () => {
    const answer = await api.as(tenant).post('/connect-sessions', input({ sandbox: true }));
    expect(codeOf(answer)).toBe('VALIDATION_FAILED');
    expect(refusedPath(answer)).toBe('sandbox');
  });

  it('returns RETRY if the platform cannot be asked, and a failed session if the platform refuses', async () => {
    x.begins.push({ kind: 'not-sent', message: 'no route' });
    expect(codeOf(await api.as(tenant).post('/connect-sessions', input()))).toBe('RETRY');
    x.begins.push({ kind: 'denied', code: 'PLATFORM_REJECTED', message: 'There is no such handle.' });
    const answer = await api.as(tenant).post('/connect-sessions', input({ handle: 'nobody' }));
    expect(sessionIn(answer)).toMatchObject({
      status: 'FAILED',
      errorCode: 'PLATFORM_REJECTED',
      errorMessage: 'There is no such handle.',
    });
    const entries = await api.deps.db
      .select()
      .from(auditLog)
      .where(eq(auditLog.subjectId, sessionIn(answer).id))
      .orderBy(asc(auditLog.createdAt), asc(auditLog.id));
    expect(entries.map(({ action, changes }) => [action, changes])).toEqual([
      ['connect_session.created', [{ field: 'platform', from: null, to: 'X' }]],
      [
        'connect_session.ended',
        [
          { field: 'platform', from: null, to: 'X' },
          { field: 'status', from: null, to: 'FAILED' },
          { field: 'errorCode', from: null, to: 'PLATFORM_REJECTED' },
        ],
      ],
    ]);
  });
});

describe('the account to reconnect', () => {
  it('must belong to the workspace and to the platform', async () => {
    const stranger = await mintTenant(api);
    const other = await api
      .as(tenant)
      .post('/connect-sessions', input({ socialAccountId: stranger.accountIds[1] }));
    expect(other.status).toBe(404);
    expect(field(other, 'path')).toBe('socialAccountId');
    const unknown = await api.as(tenant).post('/connect-sessions', input({ socialAccountId: 'acc_unknown' }));
    expect([unknown.status, field(unknown, 'path')]).toEqual([404, 'socialAccountId']);
    const wrong = await api
      .as(tenant)
      .post('/connect-sessions', input({ socialAccountId: tenant.accountIds[0] }));
    expect(refusedPath(wrong)).toBe('socialAccountId');
  });

  it('must be reconnected in the same mode, sandbox or real', async () => {
    sandboxes.add('X');
    const socialAccountId = tenant.accountIds[1];
    const { session } = await begin(api, tenant, input({ socialAccountId }));
    expect(session).toMatchObject({ sandbox: true, socialAccountId });
    const elsewhere = await api
      .as(tenant)
      .post('/connect-sessions', input({ socialAccountId, sandbox: false }));
    expect(refusedPath(elsewhere)).toBe('sandbox');
  });
});

describe('the return URL', () => {
  it.each(['https://app.example.com/accounts?tab=1#x', 'https://app.example.com'])(
    'may be %s',
    async (returnUrl) => {
      await begin(api, tenant, input({ returnUrl }));
    },
  );

  it('may be a URL of the installation itself', async () => {
    await begin(api, tenant, input({ returnUrl: `${api.url}/w/x/accounts` }));
  });

  it.each([
    'javascript:alert(1)',
    'data:text/html,x',
    '//evil.example/',
    '/accounts',
    'https://evil.example/',
    'http://app.example.com/',
    'https://app.example.com:444/',
    'https://app.example.com.evil.example/',
    'https://app.example.com@evil.example/',
    'https://user@app.example.com/',
    'https://user:pass@app.example.com/',
    'https:\\\\app.example.com\\',
    'https:/app.example.com/',
    ' https://app.example.com/',
    'https://app.example.com/\u0000',
    'https://app.exa\tmple.com/',
    'https://app.example.com/\r\nSet-Cookie: a=b',
    'https://app.example.com/\u202Eevil',
  ])('may not be %s', async (returnUrl) => {
    const answer = await api.as(tenant).post('/connect-sessions', input({ returnUrl }));
    expect(answer.status, answer.text).toBe(400);
    expect(refusedPath(answer)).toBe('returnUrl');
  });
});

it('may have at most 2,000 characters', async () => {
  const returnUrl = `https://app.example.com/${'x'.repeat(2_000)}`;
  expect(refusedPath(await api.as(tenant).post('/connect-sessions', input({ returnUrl })))).toBe('returnUrl');
});

describe('importing accounts', () => {
  it('creates an account from the grant, with all its known details', async () => {
    const now = api.clock.now().getTime();
    const [tokenExpiresAt, reconnectBy] = [new Date(now + 2 * minuteMs), new Date(now + 900 * minuteMs)];
    const refreshBy = new Date(now + 300 * minuteMs);
    const life = { tokenExpiresAt, refreshBy, refreshNotBefore: null, reconnectBy };
    x.finishes.push(grantOf([candidate({ life, scopes: ['read', 'write'] })]));
    const session = await granted(api, tenant, input());
    expect(session).toMatchObject({ status: 'AWAITING_IMPORT', authorizeUrl: null });
    const lifeMs = new Date(session.expiresAt).getTime() - new Date(session.createdAt).getTime();
    expect(lifeMs).toBe(60 * minuteMs);
    expect(session.candidates).toMatchObject([
      { handle: 'acme', importable: true, reason: null, connectedAccountId: null },
    ]);
    const answer = await api.as(tenant).post(`/connect-sessions/${session.id}/import`, {});
    expect(answer.status, answer.text).toBe(200);
    const [account] = accountsIn(answer);
    expect(account).toMatchObject({
      outcome: 'CONNECTED',
      handle: 'acme',
      status: 'ACTIVE',
      avatarUrl: 'https://pictures.invalid/acme.png',
      scopes: ['read', 'write'],
      missingScopes: ['comments'],
      tokenExpiresAt: tokenExpiresAt.toISOString(),
      reconnectBy: reconnectBy.toISOString(),
      lastError: null,
    });
    const [row] = await api.deps.db
      .select()
      .from(socialAccounts)
      .where(eq(socialAccounts.id, account?.id ?? ''));
    expect(row?.grantId).toBe(session.id);
    const dueAt = row?.refreshDueAt?.getTime() ?? 0;
    expect(dueAt).toBeGreaterThan(now + 199 * minuteMs);
    expect(dueAt).toBeLessThan(now + 202 * minuteMs);
    expect(answer.text).not.toContain(tokenCanary);
  });

  it('returns the same response to repeated and concurrent imports, and deletes the secrets', async () => {
    const session = await granted(api, tenant, input());
    const path = `/connect-sessions/${session.id}/import`;
    const answers = await Promise.all([1, 2, 3, 4].map(() => api.as(tenant).post(path, {})));
    const later = await api.as(tenant).post(path, { candidateIds: [session.candidates[0]?.id] });
    for (const answer of [...answers, later]) {
      expect(answer.status, answer.text).toBe(200);
      expect(answer.body).toEqual(later.body);
    }
    const rows = await api.deps.db.select().from(connectCandidates);
    expect(rows.filter(({ sessionId }) => sessionId === session.id)).toMatchObject([{ credentials: null }]);
    const [row] = await api.deps.db.select().from(connectSessions).where(eq(connectSessions.id, session.id));
    expect(row).toMatchObject({ stateHash: null, authorizeUrl: null, codeVerifier: null, carried: null });
  });

  it('imports only the selected accounts, and refuses others afterwards', async () => {
    const pages = ['p1', 'p2', 'p3'].map((id) => candidate({ externalAccountId: id, handle: id }));
    x.finishes.push(grantOf(pages));
    const session = await granted(api, tenant, input());
    const ids = session.candidates.map(({ id }) => id);
    const path = `/connect-sessions/${session.id}/import`;
    const unknown = await api.as(tenant).post(path, { candidateIds: [ids[0], 'cand_unknown'] });
    expect(refusedPath(unknown)).toBe('candidateIds.1');
    const picked = await api.as(tenant).post(path, { candidateIds: [ids[2], ids[0]] });
    expect(accountsIn(picked).map(({ handle }) => handle)).toEqual(['p1', 'p3']);
    const others = await api.as(tenant).post(path, { candidateIds: [ids[1]] });
    expect(others.body).toMatchObject({ code: 'INVALID_STATE', status: 'COMPLETED', allowed: [] });
    expect(codeOf(await api.as(tenant).post(path, {}))).toBe('INVALID_STATE');
  });

  it('refuses accounts that were not granted or cannot be imported', async () => {
    const { session } = await begin(api, tenant, input());
    const early = await api.as(tenant).post(`/connect-sessions/${session.id}/import`, {});
    expect(early.body).toMatchObject({ code: 'INVALID_STATE', status: 'PENDING', allowed: [] });
    const typing = await api.as(tenant).post(`/connect-sessions/${session.id}/credentials`, {});
    expect(typing.body).toMatchObject({ code: 'INVALID_STATE', allowed: [] });
    expect(field(typing, 'message')).toContain('open authorizeUrl');
    const [short, typed] = [
      candidate({ scopes: ['read'] }),
      candidate({ externalAccountId: 'b', reason: 'WRONG_ACCOUNT_TYPE' }),
    ];
    x.finishes.push(grantOf([short, typed]));
    const half = await granted(api, tenant, input());
    expect(half.candidates.map(({ reason }) => reason)).toEqual(['PERMISSION_MISSING', 'WRONG_ACCOUNT_TYPE']);
    expect(half.candidates.map(({ missingScopes }) => missingScopes)).toEqual([['write', 'comments'], []]);
    const path = `/connect-sessions/${half.id}/import`;
    expect(codeOf(await api.as(tenant).post(path, {}))).toBe('INVALID_STATE');
    const named = await api.as(tenant).post(path, { candidateIds: [half.candidates[0]?.id] });
    expect(refusedPath(named)).toBe('candidateIds.0');
    expect(field<{ message: string }[]>(named, 'details')[0]?.message).toContain('not granted: write');
    const again = await api.as(tenant).post(`/connect-sessions/${half.id}/credentials`, {});
    expect(again.body).toMatchObject({ status: 'AWAITING_IMPORT', allowed: ['import'] });
  });

  it('imports nothing if a selected account is already connected', async () => {
    const first = await granted(api, tenant, input());
    const imported = await api.as(tenant).post(`/connect-sessions/${first.id}/import`, {});
    const accountId = accountsIn(imported)[0]?.id;
    x.finishes.push(grantOf([candidate({ externalAccountId: 'new' }), candidate()]));
    const second = await granted(api, tenant, input());
    expect(second.candidates.map(({ connectedAccountId }) => connectedAccountId)).toEqual([null, accountId]);
    const everything = { candidateIds: second.candidates.map(({ id }) => id) };
    const refused = await api.as(tenant).post(`/connect-sessions/${second.id}/import`, everything);
    expect(refused.status).toBe(409);
    expect(refused.body).toMatchObject({ code: 'PLATFORM_ALREADY_CONNECTED', accountId });
    const rows = await api.deps.db
      .select()
      .from(socialAccounts)
      .where(eq(socialAccounts.workspaceId, tenant.workspaceId));
    expect(rows.filter(({ externalAccountId }) => externalAccountId === 'new')).toEqual([]);
    // The session continues: the other one can still be selected.
    const candidateIds = [second.candidates[0]?.id];
    const other = await api.as(tenant).post(`/connect-sessions/${second.id}/import`, { candidateIds });
    expect(accountsIn(other)).toMatchObject([{ outcome: 'CONNECTED' }]);
  });

  it('imports all unconnected accounts if none is selected, and is refused if none is left', async () => {
    const first = await granted(api, tenant, input());
    await api.as(tenant).post(`/connect-sessions/${first.id}/import`, {});
    const again = await granted(api, tenant, input());
    const nothingNew = await api.as(tenant).post(`/connect-sessions/${again.id}/import`, {});
    expect(codeOf(nothingNew)).toBe('PLATFORM_ALREADY_CONNECTED');
    x.finishes.push(grantOf([candidate({ externalAccountId: 'new' }), candidate()]));
    const second = await granted(api, tenant, input());
    const imported = await api.as(tenant).post(`/connect-sessions/${second.id}/import`, {});
    expect(accountsIn(imported)).toMatchObject([{ externalAccountId: 'new', outcome: 'CONNECTED' }]);
    const repeated = await api.as(tenant).post(`/connect-sessions/${second.id}/import`, {});
    expect(repeated).toMatchObject({ status: 200, body: imported.body });
  });

  it.each(['ACTIVE', 'TOKEN_EXPIRED', 'gone'])(
    'reconnects an account that is %s, and keeps its id',
    async (status) => {
      const first = await granted(api, tenant, input());
      const imported = await api.as(tenant).post(`/connect-sessions/${first.id}/import`, {});
      const id = accountsIn(imported)[0]?.id ?? '';
      const isGone = status === 'gone';
      if (isGone) await api.as(tenant).delete(`/social-accounts/${id}`);
      else if (status === 'TOKEN_EXPIRED') {
        await api.deps.db.update(socialAccounts).set({ status }).where(eq(socialAccounts.id, id));
      }
      x.finishes.push(grantOf([candidate({ externalAccountId: 'else' }), candidate({ handle: 'renamed' })]));
      const meant = isGone ? {} : { socialAccountId: id };
      const second = await granted(api, tenant, input(meant));
      const candidates = second.candidates.filter(
        ({ externalAccountId }) => externalAccountId === 'external-1',
      );
      if (!isGone) expect(second.candidates).toEqual(candidates);
      const answer = await api
        .as(tenant)
        .post(`/connect-sessions/${second.id}/import`, { candidateIds: candidates.map((each) => each.id) });
      expect(accountsIn(answer)).toMatchObject([
        { id, outcome: 'RECONNECTED', handle: 'renamed', status: 'ACTIVE' },
      ]);
    },
  );

  it('is impossible with the grant of another account than the one to reconnect', async () => {
    const first = await granted(api, tenant, input());
    const imported = await api.as(tenant).post(`/connect-sessions/${first.id}/import`, {});
    x.finishes.push(grantOf([candidate({ externalAccountId: 'somebody-else' })]));
    const second = await granted(api, tenant, input({ socialAccountId: accountsIn(imported)[0]?.id }));
    expect(second).toMatchObject({ status: 'FAILED', errorCode: 'WRONG_ACCOUNT', candidates: [] });
  });

  it('is refused to editors, and without a credential with the bare 401', async () => {
    const admin = await api.mintMember(tenant.workspaceId, 'ADMIN');
    const editor = await api.mintMember(tenant.workspaceId, 'EDITOR');
    const session = await granted(api, { key: admin.key }, input());
    const path = `/connect-sessions/${session.id}/import`;
    expect(codeOf(await api.as({ key: editor.key }).post(path, {}))).toBe('INSUFFICIENT_ROLE');
    expect((await api.as({ key: admin.key }).post(path, {})).status).toBe(200);
    const anonymous = await api.as({}).post(path, {});
    expect(Object.keys(anonymous.body as object).sort()).toEqual(['message', 'requestId', 'statusCode']);
  });
});

describe('the end of a session', () => {
  it('comes after 30 minutes without a grant or 60 without an import, and deletes the tokens', async () => {
    const { session: waiting } = await begin(api, tenant, input());
    const session = await granted(api, tenant, input());
    const credentialsOf = async () => {
      const [row] = await api.deps.db
        .select({ credentials: connectCandidates.credentials })
        .from(connectCandidates)
        .where(eq(connectCandidates.sessionId, session.id));
      return row?.credentials;
    };
    expect(await credentialsOf()).toEqual(expect.any(String));
    api.clock.shiftMs += 31 * minuteMs;
    const statusOf = async (id: string) =>
      sessionIn(await api.as(tenant).get(`/connect-sessions/${id}`)).status;
    expect(await statusOf(waiting.id)).toBe('EXPIRED');
    expect(await statusOf(session.id)).toBe('AWAITING_IMPORT');
    api.clock.shiftMs += 30 * minuteMs;
    const late = await api.as(tenant).post(`/connect-sessions/${session.id}/import`, {});
    expect(codeOf(late)).toBe('INVALID_STATE');
    expect(await statusOf(session.id)).toBe('EXPIRED');
    expect(await credentialsOf()).toBeNull();
  });
});
