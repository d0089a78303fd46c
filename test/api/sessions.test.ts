import { eq } from 'drizzle-orm';
import { beforeEach, describe, expect, it } from 'vitest';
import { sessionCookieName } from '../../src/api/http/session-cookie.js';
import {
  memberships,
  oneTimeSignIns,
  sessions,
  signInThrottles,
  userPasswords,
  users,
} from '../../src/db/schema/index.js';
import { sessionAbsoluteMsMax, sessionIdleMsMax } from '../../src/domain/sessions.js';
import { createOneTimeSignIn } from '../../src/services/sessions/one-time-sign-in.js';
import { hashPassword } from '../../src/services/sessions/internal/passwords.js';
import {
  call,
  codeOf,
  field,
  passwordCostOfTests,
  startTestApi,
  type Answer,
  type TestApi,
  type TestSession,
} from '../harness/api.js';
import { useTestApi } from '../harness/use-test-api.js';
import { mintSession, mintTenant, sessionOf, type Tenant } from '../harness/tenants.js';

const password = 'correct horse battery staple';
const api = useTestApi();

// All attempts come from one client address, so each test starts with a counter of zero.
beforeEach(() => api.deps.db.delete(signInThrottles));

/** A tenant whose owner can sign in. */
async function mintPerson(): Promise<Tenant & { email: string }> {
  const tenant = await mintTenant(api);
  await api.deps.db.insert(userPasswords).values({
    userId: tenant.userId,
    hash: await hashPassword(password, { owner: 'a test', cost: passwordCostOfTests }),
    changedAt: api.clock.now(),
  });
  return { ...tenant, email: `${tenant.userId}@example.test` };
}

function tokenIn(answer: Answer): string {
  const cookie = answer.headers.get('set-cookie') ?? '';
  const token = new RegExp(`${sessionCookieName}=([^;]*)`).exec(cookie)?.[1];
  if (token === undefined) throw new Error(`No session cookie in "${cookie}"`);
  return token;
}

function sessionIn(answer: Answer): TestSession {
  return sessionOf(api, field<{ id: string }>(answer, 'session').id, tokenIn(answer));
}

const signIn = (body: object, headers: Record<string, string> = {}): Promise<Answer> =>
  call(api, 'POST', '/auth/sign-in', { body, headers });

const me = (session: TestSession): Promise<Answer> => call(api, 'GET', '/me', { session });

describe('signing in', () => {
  it('sets a host-only cookie that scripts cannot read, and returns the user', async () => {
    const person = await mintPerson();
    const answer = await signIn({ email: person.email.toUpperCase(), password });
    expect(answer.status).toBe(200);
    const cookie = answer.headers.get('set-cookie') ?? '';
    expect(cookie).toMatch(/^__Host-punctual_session=[A-Za-z0-9_-]{43}; /);
    for (const part of ['Path=/', 'HttpOnly', 'Secure', 'SameSite=Lax']) expect(cookie).toContain(part);
    expect(cookie).not.toMatch(/Domain/i);
    expect(answer.text).not.toContain(tokenIn(answer));
    const current = await me(sessionIn(answer));
    expect(current.status).toBe(200);
    expect(current.body).toMatchObject({
      user: { id: person.userId, hasPassword: true, mayCreateWorkspaces: true },
    });
  });

  it('stores the session only as a hash, and logs neither it nor the password', async () => {
    const person = await mintPerson();
    const token = tokenIn(await signIn({ email: person.email, password }));
    const rows = await api.deps.db.select().from(sessions).where(eq(sessions.userId, person.userId));
    expect(rows).toHaveLength(1);
    expect(JSON.stringify(rows)).not.toContain(token);
    expect(rows[0]?.tokenHash).toHaveLength(32);
    const logged = api.logLines.join('\n');
    expect(logged).not.toContain(token);
    expect(logged).not.toContain(password);
  });

  it('gets the same response for an unknown email address, an account without a password and a wrong password', async () => {
    const person = await mintPerson();
    const without = await mintTenant(api);
    const answers = [
      await signIn({ email: 'nobody@example.test', password }),
      await signIn({ email: `${without.userId}@example.test`, password }),
      await signIn({ email: person.email, password: `${password}!` }),
    ];
    const seen = answers.map(({ status, text, headers }) => ({
      status,
      text: text.replace(headers.get('x-request-id') ?? '?', 'ID'),
      cookie: headers.get('set-cookie'),
    }));
    expect(new Set(seen.map((one) => JSON.stringify(one))).size).toBe(1);
    expect([answers[0]?.status, codeOf(answers[0] as Answer)]).toEqual([401, 'INVALID_CREDENTIALS']);
  });

  it('never reuses the session that the browser sends, but ends it', async () => {
    const person = await mintPerson();
    const fixed = await mintSession(api, person.userId);
    const planted = 'A'.repeat(43);
    for (const token of [fixed.token, planted]) {
      const { headers } = sessionOf(api, '', token);
      const answer = await signIn({ email: person.email, password }, headers);
      expect(answer.status).toBe(200);
      expect(tokenIn(answer)).not.toBe(token);
    }
    expect((await me(fixed)).status).toBe(401);
    expect((await me(sessionOf(api, '', planted))).status).toBe(401);
  });

  it('keeps a limited number of sessions for a user by ending the oldest ones', async () => {
    const { userId } = await mintPerson();
    const first = await mintSession(api, userId);
    for (let count = 0; count < 20; count += 1) await mintSession(api, userId);
    expect((await me(first)).status).toBe(401);
    expect(await api.deps.db.$count(sessions, eq(sessions.userId, userId))).toBe(20);
  });
});

describe('guessing passwords', () => {
  const guess = (email: string, headers: Record<string, string> = {}): Promise<Answer> =>
    signIn({ email, password: 'not the password at all' }, headers);

  it('is slowed down for each email address, known or not, over all clients', async () => {
    const person = await mintPerson();
    for (const email of [person.email, 'unknown@example.test']) {
      for (let count = 0; count < 5; count += 1)
        expect(codeOf(await guess(email))).toBe('INVALID_CREDENTIALS');
      const refused = await guess(email, { 'x-forwarded-for': '203.0.113.9' });
      expect([refused.status, codeOf(refused)]).toEqual([429, 'RATE_LIMITED']);
      expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0);
      expect(Number(refused.headers.get('retry-after'))).toBeLessThanOrEqual(30);
    }
    // The right password has to wait as well, or the wait would tell which one it is.
    expect((await signIn({ email: person.email, password })).status).toBe(429);
    api.clock.shiftMs += 31_000;
    expect((await signIn({ email: person.email, password })).status).toBe(200);
    expect(codeOf(await guess(person.email))).toBe('INVALID_CREDENTIALS');
  });

  it('requires a wait that doubles each time', async () => {
    const email = 'doubling@example.test';
    for (let count = 0; count < 5; count += 1) await guess(email);
    const waits: number[] = [];
    for (let count = 0; count < 3; count += 1) {
      const refused = await guess(email);
      const waitSeconds = Number(refused.headers.get('retry-after'));
      waits.push(waitSeconds);
      api.clock.shiftMs += waitSeconds * 1000 + 1;
      expect(codeOf(await guess(email))).toBe('INVALID_CREDENTIALS');
    }
    expect(waits[1]).toBeGreaterThan((waits[0] ?? 0) * 1.5);
    expect(waits[2]).toBeGreaterThan((waits[1] ?? 0) * 1.5);
  });

  it('is counted correctly for parallel guesses', async () => {
    const answers = await Promise.all(Array.from({ length: 20 }, () => guess('parallel@example.test')));
    expect(answers.filter(({ status }) => status === 401)).toHaveLength(5);
    expect(answers.filter(({ status }) => status === 429)).toHaveLength(15);
  });

  it('is slowed down for a client IP that tries many accounts', async () => {
    const answers: number[] = [];
    for (let count = 0; count < 22; count += 1) {
      answers.push((await guess(`walk-${count}@example.test`)).status);
    }
    expect(answers.filter((status) => status === 401)).toHaveLength(20);
    expect(answers.slice(20)).toEqual([429, 429]);
  });

  it('is counted in the database, for all API processes together', async () => {
    const email = 'counted@example.test';
    for (let count = 0; count < 5; count += 1) await guess(email);
    expect(await api.deps.db.$count(signInThrottles)).toBe(2);
    const rows = await api.deps.db.select().from(signInThrottles);
    expect(JSON.stringify(rows)).not.toContain('counted');
  });
});

describe('a session', () => {
  it('ends when the user signs out, from the next request on, and the cookie is deleted', async () => {
    const person = await mintPerson();
    const session = sessionIn(await signIn({ email: person.email, password }));
    const answer = await call(api, 'POST', '/auth/sign-out', { session });
    expect(answer.status).toBe(204);
    expect(answer.headers.get('set-cookie')).toMatch(/^__Host-punctual_session=; Max-Age=0; .*Secure/);
    const after = await me(session);
    expect([after.status, codeOf(after)]).toEqual([401, 'UNAUTHORIZED']);
    const again = await call(api, 'POST', '/auth/sign-out', { session });
    expect([again.status, again.headers.get('set-cookie')]).toEqual([
      401,
      expect.stringMatching(/Max-Age=0/),
    ]);
  });

  it('does not delete the cookie with a late 401, because the browser may hold a new session', async () => {
    const person = await mintPerson();
    const old = await mintSession(api, person.userId);
    await api.deps.db.delete(sessions).where(eq(sessions.userId, person.userId));
    const { headers } = old;
    const signedIn = await signIn({ email: person.email, password }, headers);
    const late = [
      await me(old),
      await call(api, 'POST', '/posts', { session: old, body: {} }),
      await me(sessionOf(api, '', 'no token')),
    ];
    expect(late.map(({ status }) => status)).toEqual([401, 401, 401]);
    expect(late.map((answer) => answer.headers.get('set-cookie'))).toEqual([null, null, null]);
    expect((await me(sessionIn(signedIn))).status).toBe(200);
  });

  it('ends on all devices at once on request', async () => {
    const { userId } = await mintPerson();
    const [here, there] = [await mintSession(api, userId), await mintSession(api, userId)];
    const other = await mintSession(api, (await mintPerson()).userId);
    await call(api, 'POST', '/auth/sign-out', { session: here, body: { everywhere: true } });
    expect([(await me(here)).status, (await me(there)).status, (await me(other)).status]).toEqual([
      401, 401, 200,
    ]);
  });

  it('ends after a day without use, and after seven days at the latest', async () => {
    const { userId } = await mintPerson();
    const idle = await mintSession(api, userId);
    const used = await mintSession(api, userId);
    const before = api.clock.shiftMs;
    try {
      const stepMs = sessionIdleMsMax - 60_000;
      const steps = Math.floor(sessionAbsoluteMsMax / stepMs);
      for (let step = 0; step < steps; step += 1) {
        api.clock.shiftMs += stepMs;
        expect((await me(used)).status).toBe(200);
      }
      expect((await me(idle)).status).toBe(401);
      api.clock.shiftMs = before + sessionAbsoluteMsMax + 1000;
      expect((await me(used)).status).toBe(401);
    } finally {
      api.clock.shiftMs = before;
    }
  });

  it('has no access to the workspace once the member was removed, from the next request on', async () => {
    const person = await mintPerson();
    const session = await mintSession(api, person.userId);
    const path = `/workspaces/${person.workspaceId}`;
    expect((await call(api, 'GET', path, { session })).status).toBe(200);
    await api.deps.db.delete(memberships).where(eq(memberships.userId, person.userId));
    expect(codeOf(await call(api, 'GET', path, { session }))).toBe('FORBIDDEN_WORKSPACE');
    expect(field(await call(api, 'GET', '/posts', { session }), 'data')).toEqual([]);
  });

  it('creates posts that do not count as created via the API, with the user in the timeline', async () => {
    const person = await mintPerson();
    const session = await mintSession(api, person.userId);
    const body = { content: 'By hand', platforms: [{ accountId: person.accountIds[0] }] };
    const created = await call(api, 'POST', '/posts', { session, body });
    expect(created.body).toMatchObject({ createdViaApi: false, createdByUserId: person.userId });
    const timeline = await call(api, 'GET', `/posts/${field<string>(created, 'id')}/timeline`, { session });
    expect(field<object[]>(timeline, 'data')[0]).toMatchObject({
      actor: { kind: 'session', userId: person.userId, apiKeyId: null },
    });
    const byKey = await call(api, 'POST', '/posts', { key: person.key, body });
    expect(field(byKey, 'createdViaApi')).toBe(true);
  });
});

describe('changing the password', () => {
  const change = (session: TestSession, body: object): Promise<Answer> =>
    call(api, 'POST', '/auth/change-password', { session, body });
  const next = 'another long enough one';

  it('ends every session and one-time sign-in of the user, and returns a new session', async () => {
    const person = await mintPerson();
    const [here, there] = [await mintSession(api, person.userId), await mintSession(api, person.userId)];
    await createOneTimeSignIn(api.deps, person.userId);
    const answer = await change(here, { currentPassword: password, newPassword: next });
    expect(answer.status).toBe(200);
    const renewed = sessionIn(answer);
    expect([(await me(here)).status, (await me(there)).status, (await me(renewed)).status]).toEqual([
      401, 401, 200,
    ]);
    expect(await api.deps.db.$count(oneTimeSignIns, eq(oneTimeSignIns.userId, person.userId))).toBe(0);
    expect((await signIn({ email: person.email, password })).status).toBe(401);
    expect((await signIn({ email: person.email, password: next })).status).toBe(200);
  });

  it('requires the current password, and cannot be used to guess it', async () => {
    const person = await mintPerson();
    const session = await mintSession(api, person.userId);
    for (const body of [{ newPassword: next }, { currentPassword: 'x', newPassword: next }]) {
      const answer = await change(session, body);
      expect([answer.status, codeOf(answer)]).toEqual([400, 'VALIDATION_FAILED']);
    }
    for (let count = 0; count < 3; count += 1)
      await change(session, { currentPassword: 'x', newPassword: next });
    expect(codeOf(await change(session, { currentPassword: password, newPassword: next }))).toBe(
      'RATE_LIMITED',
    );
    expect((await me(session)).status).toBe(200);
  });

  it.each(['eleven char', 'x'.repeat(129)])('refuses %s', async (newPassword) => {
    const person = await mintPerson();
    const session = await mintSession(api, person.userId);
    const answer = await change(session, { currentPassword: password, newPassword });
    expect(codeOf(answer)).toBe('VALIDATION_FAILED');
    expect(answer.text).not.toContain(newPassword);
  });

  it('leaves no session of the old password, even if a sign-in happens at the same time', async () => {
    for (let round = 0; round < 5; round += 1) {
      const person = await mintPerson();
      const session = await mintSession(api, person.userId);
      const [changed, signedIn] = await Promise.all([
        change(session, { currentPassword: password, newPassword: next }),
        signIn({ email: person.email, password }),
      ]);
      expect(changed.status).toBe(200);
      if (signedIn.status === 200) expect((await me(sessionIn(signedIn))).status).toBe(401);
      expect(await api.deps.db.$count(sessions, eq(sessions.userId, person.userId))).toBe(1);
    }
  });
});

describe('a one-time sign-in', () => {
  const redeem = (token: string): Promise<Answer> =>
    call(api, 'POST', '/auth/one-time-sign-in', { body: { token } });

  it('works only once, even with concurrent requests', async () => {
    const { userId } = await mintTenant(api);
    const { token } = await createOneTimeSignIn(api.deps, userId);
    const answers = await Promise.all(Array.from({ length: 8 }, () => redeem(token)));
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 401, 401, 401, 401, 401, 401, 401]);
    expect(codeOf(await redeem(token))).toBe('INVALID_CREDENTIALS');
  });

  it('expires, and is stored as a hash', async () => {
    const { userId } = await mintTenant(api);
    const { token, expiresAt } = await createOneTimeSignIn(api.deps, userId);
    const rows = await api.deps.db.select().from(oneTimeSignIns).where(eq(oneTimeSignIns.userId, userId));
    expect(JSON.stringify(rows)).not.toContain(token);
    const before = api.clock.shiftMs;
    api.clock.shiftMs += expiresAt.getTime() - api.clock.now().getTime();
    expect(codeOf(await redeem(token))).toBe('INVALID_CREDENTIALS');
    api.clock.shiftMs = before;
  });

  it.each(['', 'x', 'A'.repeat(43), `${'A'.repeat(42)}'`])('refuses %j', async (token) => {
    const answer = await redeem(token);
    expect([400, 401]).toContain(answer.status);
  });

  it('allows setting a password without the old one for an hour', async () => {
    const person = await mintPerson();
    const set = (session: TestSession): Promise<Answer> =>
      call(api, 'POST', '/auth/change-password', { session, body: { newPassword: 'a brand new password' } });
    const early = sessionIn(await redeem((await createOneTimeSignIn(api.deps, person.userId)).token));
    expect((await set(early)).status).toBe(200);
    const late = sessionIn(await redeem((await createOneTimeSignIn(api.deps, person.userId)).token));
    const before = api.clock.shiftMs;
    api.clock.shiftMs += 3_600_001;
    expect(codeOf(await set(late))).toBe('VALIDATION_FAILED');
    api.clock.shiftMs = before;
  });
});

describe('signing up', () => {
  const signUp = (on: TestApi, email: string): Promise<Answer> =>
    call(on, 'POST', '/auth/sign-up', { body: { email, name: 'New', password } });

  it('requires an invitation by default', async () => {
    await mintTenant(api);
    const answer = await signUp(api, 'stranger@example.test');
    expect([answer.status, codeOf(answer)]).toEqual([403, 'SIGN_UP_CLOSED']);
    expect(await api.deps.db.$count(users, eq(users.email, 'stranger@example.test'))).toBe(0);
  });

  it('is possible without an invitation for exactly one user, the first one', async () => {
    const fresh = await startTestApi();
    try {
      const answers = await Promise.all(
        Array.from({ length: 5 }, (_, index) => signUp(fresh, `first-${index}@example.test`)),
      );
      expect(answers.map(({ status }) => status).sort()).toEqual([201, 403, 403, 403, 403]);
      expect(await fresh.deps.db.$count(users)).toBe(1);
    } finally {
      await fresh.close();
    }
  });

  it.each(['invited', 'open'] as const)(
    'requires the setup token for the first account of a reachable installation (%s)',
    async (signUpPolicy) => {
      const fresh = await startTestApi({
        signUp: { policy: signUpPolicy, setUpToken: 'the-token-that-the-start-prints' },
      });
      const withToken = (setUpToken: string): Promise<Answer> => {
        const body = { email: 'first@example.test', name: 'First', password, setUpToken };
        return call(fresh, 'POST', '/auth/sign-up', { body });
      };
      try {
        const refused = [await signUp(fresh, 'first@example.test'), await withToken('another')];
        expect(refused.map(codeOf)).toEqual(['SIGN_UP_CLOSED', 'SIGN_UP_CLOSED']);
        expect(await fresh.deps.db.$count(users)).toBe(0);
        expect((await withToken('the-token-that-the-start-prints')).status).toBe(201);
        const next = await signUp(fresh, 'second@example.test');
        expect(next.status).toBe(signUpPolicy === 'open' ? 201 : 403);
      } finally {
        await fresh.close();
      }
    },
  );

  it('is open if configured, and an email address can be used once, ignoring case', async () => {
    const open = await startTestApi({ signUp: { policy: 'open' } });
    try {
      expect((await signUp(open, 'Ada@example.test')).status).toBe(201);
      const answers = await Promise.all([
        signUp(open, 'ada@EXAMPLE.test'),
        signUp(open, 'grace@example.test'),
        signUp(open, 'GRACE@example.test'),
      ]);
      expect(answers.map(({ status }) => status).sort()).toEqual([201, 409, 409]);
    } finally {
      await open.close();
    }
  });

  it.each([
    { email: 'no-address' },
    { email: 'a@b.co\r\nX: y' },
    { name: '   ' },
    { password: 'too short' },
    { password: '👋'.repeat(11) },
    { role: 'OWNER' },
    { id: 'usr_mine' },
  ])('refuses %j', async (fields) => {
    const body = { email: 'ok@example.test', name: 'Ok', password, ...fields };
    const answer = await call(api, 'POST', '/auth/sign-up', { body });
    expect([answer.status, codeOf(answer)]).toEqual([400, 'VALIDATION_FAILED']);
  });
});
