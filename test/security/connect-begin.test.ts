import { createHash } from 'node:crypto';
import { expect, it } from 'vitest';
import { eq } from 'drizzle-orm';
import { connectSessions } from '../../src/db/schema/index.js';
import { begin, callback, sessionIn, type Session } from '../api/connect-support.js';
import { comeBack, cookieFor, platformPageOf } from '../harness/consent.js';
import { codeCanary, createScriptedConnect, registryOf } from '../harness/scripted-connect.js';
import { useTenant, useTestApi } from '../harness/use-test-api.js';

const x = createScriptedConnect('X');
const api = useTestApi({ platforms: registryOf(x) });
const tenant = useTenant(api);
const minuteMs = 60_000;

const input = () => ({ workspaceId: tenant.workspaceId, platform: 'X' as const });
const read = async (id: string) => sessionIn(await api.as(tenant).get(`/connect-sessions/${id}`));

async function start(): Promise<{ session: Session; address: string }> {
  const session = sessionIn(await api.as(tenant).post('/connect-sessions', input()));
  return { session, address: session.authorizeUrl ?? '' };
}

/** Browsers name the type of a form even if it has no fields. */
const formHeaders = { 'content-type': 'application/x-www-form-urlencoded' };
const press = (address: string, headers: Record<string, string> = { origin: api.url }) =>
  fetch(address, { method: 'POST', headers: { ...formHeaders, ...headers }, redirect: 'manual' });

const stateOf = async (address: string): Promise<string> =>
  new URL(await platformPageOf(address)).searchParams.get('state') ?? '';

it('the link of a session from a key opens our page, which names the workspace, the platform and the user', async () => {
  const { session, address } = await start();
  expect(address).toMatch(new RegExp(`^${api.url}/connect/x/begin\\?ticket=[\\w-]{43}$`));
  expect((await read(session.id)).authorizeUrl).toBe(address);
  const answer = await fetch(address);
  const page = await answer.text();
  expect(answer.status, page).toBe(200);
  const workspace = await api.deps.db.query.workspaces.findFirst({
    where: (table) => eq(table.id, tenant.workspaceId),
  });
  const key = await api.deps.db.query.apiKeys.findFirst({
    where: (table) => eq(table.userId, tenant.userId),
  });
  for (const name of [workspace?.name, key?.name, 'to the workspace', 'publish posts']) {
    expect(page).toContain(name);
  }
  expect(page).not.toContain('state=');
  expect(answer.headers.getSetCookie()).toEqual([]);
  const policy = answer.headers.get('content-security-policy') ?? '';
  expect(policy).toContain("form-action 'self' https: https://platform.invalid;");
  expect(policy).toContain("frame-ancestors 'none'");
  const style = /<style>([^]*?)<\/style>/.exec(page)?.[1] ?? '';
  expect(policy).toContain(`'sha256-${createHash('sha256').update(style).digest('base64')}'`);
  expect(x.finished).toEqual([]);
});

it('the button on the page leads to the platform, and sets a cookie that is useless elsewhere', async () => {
  const { session, address } = await start();
  const answer = await press(address);
  expect(answer.status).toBe(303);
  expect(answer.headers.get('location')).toMatch(/^https:\/\/platform\.invalid\/authorize\?state=/);
  expect(answer.headers.get('referrer-policy')).toBe('no-referrer');
  const [cookie = ''] = answer.headers.getSetCookie();
  expect(cookie).toMatch(
    /^__Host-punctual_connect=[\w-]{43}; Path=\/; Expires=[^;]+; HttpOnly; Secure; SameSite=Lax$/,
  );
  const [row] = await api.deps.db.select().from(connectSessions).where(eq(connectSessions.id, session.id));
  const token = /=([\w-]{43});/.exec(cookie)?.[1] ?? '';
  for (const secret of [token, new URL(address).searchParams.get('ticket') ?? '']) {
    expect(JSON.stringify(row)).not.toContain(secret);
    expect(api.logLines.join('\n')).not.toContain(secret);
  }
});

it('the link of the platform is refused in a browser that has not visited our page', async () => {
  for (const headers of [{}, { cookie: `__Host-punctual_connect=${'a'.repeat(43)}` }]) {
    const { session, state } = await begin(api, tenant, input());
    const answer = await callback(api, 'x', { state, code: codeCanary }, { headers });
    expect(answer.status).toBe(403);
    expect(await read(session.id)).toMatchObject({ status: 'FAILED', errorCode: 'STATE_MISMATCH' });
  }
  expect(x.finished).toEqual([]);
});

it('the cookie of one session is not valid for another, but one browser can have several', async () => {
  const [mine, theirs] = [await begin(api, tenant, input()), await begin(api, tenant, input())];
  const headers = cookieFor(mine.state);
  expect((await callback(api, 'x', { state: theirs.state, code: codeCanary }, { headers })).status).toBe(403);
  const next = await start();
  const { cookie = '' } = headers;
  const pressed = await press(next.address, { origin: api.url, cookie });
  const state = new URL(pressed.headers.get('location') ?? '').searchParams.get('state') ?? '';
  for (const each of [state, mine.state]) {
    expect((await callback(api, 'x', { state: each, code: codeCanary }, { headers })).status).toBe(200);
  }
});

it('only the last browser that visited the page is valid', async () => {
  const { session, address } = await start();
  const state = await stateOf(address);
  const first = cookieFor(state);
  await stateOf(address);
  expect(cookieFor(state)).not.toEqual(first);
  const answer = await comeBack(new URL(`${api.url}/connect/x/callback?state=${state}&code=${codeCanary}`));
  expect(await answer.text()).toContain('Access was granted');
  expect((await read(session.id)).status).toBe('AWAITING_IMPORT');
});

it('another site cannot press the button', async () => {
  const { session, address } = await start();
  for (const headers of [
    {},
    { origin: 'https://evil.example' },
    { origin: 'null' },
    { origin: api.url, 'sec-fetch-site': 'cross-site' },
  ]) {
    const answer = await press(address, headers);
    expect(answer.status).toBe(403);
    expect(answer.headers.getSetCookie()).toEqual([]);
  }
  expect((await read(session.id)).status).toBe('PENDING');
});

it('a ticket is valid only for its platform, until access is granted or the session ends', async () => {
  const { address } = await start();
  for (const wrong of [
    address.slice(0, -1),
    address.replace('ticket=', 'ticket=%00'),
    `${api.url}/connect/x/begin`,
    address.replace('/x/', '/pinterest/'),
    address.replace('/x/', '/nowhere/'),
  ]) {
    expect((await fetch(wrong)).status).toBe(400);
    expect((await press(wrong)).status).toBe(400);
  }
  const state = await stateOf(address);
  await callback(api, 'x', { state, code: codeCanary });
  expect((await fetch(address)).status).toBe(400);
  const late = await start();
  api.clock.shiftMs += 31 * minuteMs;
  expect((await press(late.address)).status).toBe(400);
  api.clock.shiftMs -= 31 * minuteMs;
});

it('a session from the dashboard has the platform’s own URL', async () => {
  const owner = await api.mintPerson();
  const { workspaceId } = owner.tenant;
  const { session } = await begin(api, { session: owner.session }, { ...input(), workspaceId });
  expect(session.authorizeUrl).toMatch(/^https:\/\/platform\.invalid\//);
});
