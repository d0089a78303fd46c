import { afterAll, expect, it } from 'vitest';
import { createSafeFetch } from '../../src/egress/create-safe-fetch.js';
import { platformDefinitions } from '../../src/platforms/index.js';
import { createPlatforms } from '../../src/platforms/kit/create-platforms.js';
import { accountsIn, begin, sessionIn, type Session } from './connect-support.js';
import { codeOf } from '../harness/api.js';
import { createShiftedClock } from '../harness/clock.js';
import { comeBack, consent, platformPageOf, type Decision } from '../harness/consent.js';
import { startTestSandbox } from '../harness/sandbox.js';
import { useTenant, useTestApi } from '../harness/use-test-api.js';

const clock = createShiftedClock();
const sandbox = await startTestSandbox({ clock });
const safeFetch = createSafeFetch();
afterAll(async () => {
  await sandbox.close();
  await safeFetch[Symbol.asyncDispose]();
});
const platforms = createPlatforms({ definitions: platformDefinitions, fetchFor: () => safeFetch, clock });
const subjects = platformDefinitions.filter(({ name }) => {
  const redirect = platforms.get(name)?.connect?.redirect ?? null;
  return redirect !== null && redirect.inSandbox !== false;
});
const pathOf = new Map(platformDefinitions.map(({ name, path }) => [name, path]));

const api = useTestApi({
  clock,
  platforms,
  publishing: { platformBaseUrl: (name) => `${sandbox.url}/${pathOf.get(name) ?? ''}` },
  connect: { hasSandbox: () => true },
});
const tenant = useTenant(api, { each: true });

const importableOf = ({ candidates }: Session): string[] =>
  candidates.filter(({ importable }) => importable).map(({ id }) => id);

type Name = (typeof subjects)[number]['name'];

async function begun(platform: Name): Promise<{ session: Session; page: string }> {
  const { workspaceId } = tenant;
  const { session } = await begin(api, tenant, { workspaceId, platform, sandbox: true });
  return { session, page: await (await fetch(await platformPageOf(session.authorizeUrl ?? ''))).text() };
}

/** Decides on the consent page like a person in a browser, up to the page that says that it may be closed. */
async function decide({ id, authorizeUrl }: Session, decision: Decision): Promise<Session> {
  const back = await consent(authorizeUrl ?? '', decision);
  expect(back.origin).toBe(api.url);
  const page = await comeBack(back);
  expect(page.status, await page.text()).toBe(200);
  return sessionIn(await api.as(tenant).get(`/connect-sessions/${id}`));
}

const decided = async (platform: Name, decision: Decision = {}): Promise<Session> =>
  decide((await begun(platform)).session, decision);

it.each(subjects)(
  '$name: connects an account on its consent page, checks it, and disconnects it',
  async ({ name }) => {
    const session = await decided(name);
    expect(session).toMatchObject({ status: 'AWAITING_IMPORT', errorCode: null });
    const imported = await api
      .as(tenant)
      .post(`/connect-sessions/${session.id}/import`, { candidateIds: importableOf(session).slice(0, 1) });
    expect(imported.status, imported.text).toBe(200);
    const [account] = accountsIn(imported);
    expect(account).toMatchObject({
      outcome: 'CONNECTED',
      sandbox: true,
      status: 'ACTIVE',
      missingScopes: [],
    });
    const checked = await api.as(tenant).post(`/social-accounts/${account?.id ?? ''}/check`);
    expect(checked.body).toMatchObject({ status: 'ACTIVE', handle: account?.handle, lastError: null });
    const again = await decided(name);
    expect(again.candidates.map(({ connectedAccountId }) => connectedAccountId)).toContain(account?.id);
    expect((await api.as(tenant).delete(`/social-accounts/${account?.id ?? ''}`)).status).toBe(204);
  },
);

it.each(subjects)(
  '$name: fails the session after a denial, and after a response with HTML in it',
  async ({ name }) => {
    expect(await decided(name, { decision: 'deny' })).toMatchObject({
      status: 'FAILED',
      errorCode: 'ACCESS_DENIED',
    });
    const odd = await decided(name, { outcome: 'error-with-html' });
    expect(odd).toMatchObject({ status: 'FAILED', errorCode: 'PLATFORM_REJECTED' });
    expect(odd.errorMessage).not.toMatch(/[<>]/);
    expect(await decided(name, { outcome: 'expired-code' })).toMatchObject({ status: 'FAILED' });
  },
);

it.each(subjects)('$name: does not connect an account without a required permission', async ({ name }) => {
  const all = platforms.get(name)?.connect?.redirect?.scopes ?? [];
  const left = all.find(({ required }) => required)?.name;
  // Optional scopes are not granted either, because one may include the missing scope, as YouTube's widest does.
  const scopes = all
    .filter(({ name: each, required }) => required && each !== left)
    .map((scope) => scope.name);
  const { session, page } = await begun(name);
  const canBeUnticked = !/name="scope"[^>]*\sdisabled/.test(page);
  const after = await decide(session, { scopes });
  if (!canBeUnticked) {
    expect(importableOf(after)).not.toEqual([]);
    return;
  }
  if (after.status === 'FAILED') expect(after.errorCode).toBe('PERMISSION_MISSING');
  else {
    expect(importableOf(after)).toEqual([]);
    expect(after.candidates.map(({ reason }) => reason)).toContain('PERMISSION_MISSING');
  }
  const answer = await api.as(tenant).post(`/connect-sessions/${session.id}/import`, {});
  expect(codeOf(answer)).toBe('INVALID_STATE');
});
