import { beforeEach, describe, expect, it } from 'vitest';
import { codeOf, field } from '../harness/api.js';
import {
  createScriptedConnect,
  defaultService,
  passwordCanary,
  registryOf,
} from '../harness/scripted-connect.js';
import { useTenant, useTestApi } from '../harness/use-test-api.js';
import { accountsIn, begin, sessionIn, type Session } from './connect-support.js';

const bluesky = createScriptedConnect('BLUESKY', { by: 'credentials' });
const api = useTestApi({ platforms: registryOf(bluesky), connect: { hasSandbox: () => true } });
const tenant = useTenant(api, { each: true });

beforeEach(() => {
  bluesky.typed.length = bluesky.connects.length = 0;
});

const typed = { handle: 'acme', password: passwordCanary };
const refusal = { kind: 'denied', code: 'INVALID_CREDENTIALS', message: 'Not this one.' } as const;

const pathsOf = (answer: Parameters<typeof field>[0]): string[] =>
  field<{ path: string }[]>(answer, 'details').map(({ path }) => path);

async function start(): Promise<Session> {
  const { workspaceId } = tenant;
  return (await begin(api, tenant, { workspaceId, platform: 'BLUESKY', sandbox: false })).session;
}

const send = (id: string, values: object) =>
  api.as(tenant).post(`/connect-sessions/${id}/credentials`, values);

it('credentials are requested if the platform has no consent page, and are exchanged at once', async () => {
  const session = await start();
  expect(session.authorizeUrl).toBeNull();
  const early = await api.as(tenant).post(`/connect-sessions/${session.id}/import`, {});
  expect(early.body).toMatchObject({ status: 'PENDING', allowed: ['credentials'] });
  expect(session.credentialFields).toMatchObject([
    { name: 'handle', required: true, default: null },
    { name: 'service', required: false, default: defaultService },
    { name: 'password', kind: 'secret', required: true, default: null },
  ]);
  const answer = await send(session.id, typed);
  expect(sessionIn(answer)).toMatchObject({ status: 'AWAITING_IMPORT', candidates: [{ importable: true }] });
  expect(sessionIn(answer).credentialFields).toBeNull();
  expect(bluesky.typed).toMatchObject([{ values: { ...typed, service: defaultService } }]);
  expect(codeOf(await send(session.id, typed))).toBe('INVALID_STATE');
  const imported = await api.as(tenant).post(`/connect-sessions/${session.id}/import`, {});
  expect(accountsIn(imported)).toMatchObject([
    { outcome: 'CONNECTED', scopes: ['read', 'write', 'comments'] },
  ]);
});

it('credentials are refused with the paths of missing, unknown and invalid fields, but without their values', async () => {
  const session = await start();
  const answer = await send(session.id, {
    service: 'http://evil.example',
    other: 'x',
    password: passwordCanary,
  });
  expect(pathsOf(answer).sort()).toEqual(['handle', 'other', 'service']);
  expect(answer.text).not.toContain(passwordCanary);
  expect(bluesky.typed).toEqual([]);
  for (const service of ['https://user@evil.example', 'bsky.social', 'https://a.example/?q']) {
    expect(pathsOf(await send(session.id, { ...typed, service }))).toEqual(['service']);
  }
});

it('credentials are sent to the sandbox if it exists and no app is configured', async () => {
  const { workspaceId } = tenant;
  const { session } = await begin(api, tenant, { workspaceId, platform: 'BLUESKY' });
  expect(session.sandbox).toBe(true);
  const elsewhere = await send(session.id, { ...typed, service: 'https://bsky.social' });
  expect(pathsOf(elsewhere)).toEqual(['service']);
  await send(session.id, typed);
  expect(bluesky.typed).toMatchObject([{ values: { service: 'http://platform.invalid' } }]);
});

it('credentials can be corrected four times, and the fifth refusal fails the session', async () => {
  const session = await start();
  for (const triesLeft of [4, 3, 2, 1, 0]) {
    bluesky.connects.push(refusal);
    const answer = await send(session.id, typed);
    expect(answer.status).toBe(422);
    expect(answer.body).toMatchObject({ code: 'CREDENTIALS_REFUSED', message: 'Not this one.', triesLeft });
  }
  const sixth = await send(session.id, typed);
  expect(sixth.body).toMatchObject({ code: 'INVALID_STATE', status: 'FAILED', allowed: [] });
  expect(JSON.stringify(sixth.body)).toMatch(/INVALID_CREDENTIALS.*start a new one/);
  expect(sessionIn(await api.as(tenant).get(`/connect-sessions/${session.id}`))).toMatchObject({
    status: 'FAILED',
    errorCode: 'INVALID_CREDENTIALS',
  });
});

it('credentials are tried at most five times, even concurrently', async () => {
  const session = await start();
  bluesky.connects.push(...Array.from({ length: 12 }, () => refusal));
  await Promise.all(Array.from({ length: 12 }, () => send(session.id, typed)));
  expect(bluesky.typed).toHaveLength(5);
});

it('tries of credentials are counted for each user, over all sessions', async () => {
  let limited = 0;
  for (let count = 0; count < 24 && limited === 0; count += 1) {
    const session = await start();
    bluesky.connects.push(refusal);
    const answer = await send(session.id, typed);
    if (codeOf(answer) === 'RATE_LIMITED') limited = count;
  }
  expect(limited).toBeGreaterThanOrEqual(20);
});

it('credentials that could not be sent to the platform do not count as a try', async () => {
  const session = await start();
  for (let count = 0; count < 7; count += 1) {
    bluesky.connects.push({ kind: 'not-sent', message: 'no route' });
    expect(codeOf(await send(session.id, typed))).toBe('RETRY');
  }
  expect((await send(session.id, typed)).status).toBe(200);
});

it('credentials do not count as a try if the connector reports that the server is down', async () => {
  const session = await start();
  const away = {
    kind: 'denied',
    code: 'PLATFORM_UNAVAILABLE',
    message: 'The server did not answer.',
  } as const;
  for (let count = 0; count < 7; count += 1) {
    bluesky.connects.push(away);
    expect(codeOf(await send(session.id, typed))).toBe('RETRY');
  }
  expect((await send(session.id, typed)).status).toBe(200);
});

describe('a platform with both ways to connect', () => {
  const both = createScriptedConnect('BLUESKY', { by: 'both' });
  const other = useTestApi({ platforms: registryOf(both), connect: { hasSandbox: () => true } });
  const owner = useTenant(other, { each: true });

  it.each([
    { kind: 'denied', code: 'PLATFORM_REJECTED', message: 'There is no such handle.' } as const,
    { kind: 'not-sent', message: 'no route' } as const,
  ])('accepts credentials even if it returns no consent page: %o', async (answer) => {
    both.begins.push(answer);
    const { workspaceId } = owner;
    const { session } = await begin(other, owner, { workspaceId, platform: 'BLUESKY', sandbox: false });
    expect(session).toMatchObject({ status: 'PENDING', authorizeUrl: null });
    const granted = await other.as(owner).post(`/connect-sessions/${session.id}/credentials`, typed);
    expect(granted).toMatchObject({ status: 200, body: { status: 'AWAITING_IMPORT' } });
  });
});

it('credentials of one user are tried one after the other, without delaying those of other users', async () => {
  const [person, other] = [await api.mintPerson(), await api.mintPerson()];
  const startFor = async ({ tenant: { key, workspaceId } }: typeof person) => {
    const { session } = await begin(api, { key }, { workspaceId, platform: 'BLUESKY', sandbox: false });
    return () => api.as({ key }).post(`/connect-sessions/${session.id}/credentials`, typed);
  };
  const [mine, theirs] = [await startFor(person), await startFor(other)];
  let release = (): void => undefined;
  const held = new Promise<void>((resolve) => (release = resolve));
  bluesky.connects.push(() => held.then(() => refusal));
  const first = mine();
  await expect.poll(() => bluesky.typed.length).toBe(1);
  // At most fifteen requests may wait.
  const answers = Array.from({ length: 17 }, mine);
  const refused = await Promise.race(answers);
  expect(refused).toMatchObject({
    status: 429,
    body: { code: 'RATE_LIMITED', policy: 'account-calls', limit: 16, remaining: 0, windowMs: null },
  });
  expect(refused.headers.get('retry-after')).toBe('2');
  expect(refused.headers.get('x-ratelimit-limit')).toBe('16');
  expect((await theirs()).status).toBe(200);
  expect(bluesky.typed).toHaveLength(2);
  release();
  expect((await first).status).toBe(422);
  const statuses = (await Promise.all(answers)).map(({ status }) => status);
  expect(statuses.filter((status) => status === 429)).toHaveLength(2);
  expect(statuses).toContain(200);
});
