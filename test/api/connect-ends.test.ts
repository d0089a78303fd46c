import { eq } from 'drizzle-orm';
import { beforeEach, describe, expect, it } from 'vitest';
import { noBilling } from '../../src/billing/billing.js';
import { workspaces } from '../../src/db/schema/index.js';
import { AppError, isAppError } from '../../src/domain/errors.js';
import type { ConnectAnswer } from '../../src/platforms/kit/connect.js';
import { reconcile } from '../../src/services/reconcile/reconcile.js';
import {
  candidate,
  codeCanary,
  createScriptedConnect,
  grantOf,
  registryOf,
} from '../harness/scripted-connect.js';
import { connectAccount } from '../harness/connect-account.js';
import { codeOf } from '../harness/api.js';
import { mintSession } from '../harness/tenants.js';
import { useTenant, useTestApi } from '../harness/use-test-api.js';
import { accountsIn, begin, callback, granted, sessionIn } from './connect-support.js';

const x = createScriptedConnect('X');
const threads = createScriptedConnect('THREADS');
const minuteMs = 60_000;

const api = useTestApi({ platforms: registryOf(x, threads) });
const tenant = useTenant(api, { each: true });

beforeEach(() => {
  x.finished.length = x.finishes.length = x.revoked.length = x.revokes.length = 0;
});

const input = (more: object = {}) => ({ workspaceId: tenant.workspaceId, platform: 'X' as const, ...more });
const read = async (id: string) => sessionIn(await api.as(tenant).get(`/connect-sessions/${id}`));

describe('a session that expires while its code is exchanged', () => {
  it('still receives its grant', async () => {
    const { session, state } = await begin(api, tenant, input());
    const answer = answerLater();
    api.clock.shiftMs += 30 * minuteMs - 5_000;
    const answered = callback(api, 'x', { state, code: codeCanary });
    await expect.poll(() => x.finished.length).toBe(1);
    api.clock.shiftMs += 10_000;
    await reconcile(api.deps, { includeYoung: false });
    expect(await read(session.id)).toMatchObject({ status: 'PENDING' });
    answer(grantOf([candidate()]));
    await answered;
    expect(await read(session.id)).toMatchObject({ status: 'AWAITING_IMPORT' });
  });
});

/** Holds the next exchange until it gets the platform's response. */
function answerLater(): (answer: ConnectAnswer) => void {
  let resolve: (answer: ConnectAnswer) => void = () => undefined;
  const promise = new Promise<ConnectAnswer>((done) => (resolve = done));
  x.finishes.push(() => promise);
  return (answer) => resolve(answer);
}

const importOf = (id: string, body: object = {}) =>
  api.as(tenant).post(`/connect-sessions/${id}/import`, body);
const tokensRevoked = () => x.revoked.map(({ credentials }) => credentials['accessToken']);
const own = (externalAccountId: string) =>
  candidate({
    externalAccountId,
    handle: externalAccountId,
    credentials: { accessToken: externalAccountId },
  });

describe('an abandoned grant', () => {
  it('is revoked once at the platform when its session has expired, even if it covers several accounts', async () => {
    x.finishes.push(grantOf([own('page-1'), own('page-2')]));
    await granted(api, tenant, input());
    api.clock.shiftMs += 61 * minuteMs;
    await reconcile(api.deps, { includeYoung: false });
    await reconcile(api.deps, { includeYoung: false });
    const ended = x.revoked.filter(({ externalAccountId }) => externalAccountId.startsWith('page-'));
    expect(ended).toMatchObject([
      {
        externalAccountId: 'page-1',
        baseUrl: 'http://platform.invalid',
        credentials: { accessToken: 'page-1' },
      },
    ]);
  });

  it('is revoked without delaying requests for the session, and without showing errors of the platform', async () => {
    const session = await granted(api, tenant, input());
    x.revokes.push(() => new Promise(() => undefined));
    api.clock.shiftMs += 61 * minuteMs;
    expect(codeOf(await importOf(session.id))).toBe('INVALID_STATE');
    await expect.poll(tokensRevoked).toHaveLength(1);
    const other = await granted(api, tenant, input());
    x.revokes.push(() => Promise.reject(new Error('broke')));
    api.clock.shiftMs += 61 * minuteMs;
    expect(await read(other.id)).toMatchObject({ status: 'EXPIRED' });
    await expect.poll(tokensRevoked).toHaveLength(2);
  });

  it('is revoked if it belongs to another account than the one to reconnect', async () => {
    const first = await granted(api, tenant, input());
    const [account] = accountsIn(await importOf(first.id));
    x.finishes.push(grantOf([own('somebody-else')]));
    const wrong = await granted(api, tenant, input({ socialAccountId: account?.id }));
    expect(wrong).toMatchObject({ status: 'FAILED', errorCode: 'WRONG_ACCOUNT' });
    await expect.poll(tokensRevoked).toEqual(['somebody-else']);
  });

  it('is revoked if it arrives after the end of its session', async () => {
    const { state, session } = await begin(api, tenant, input());
    const answer = answerLater();
    const answered = callback(api, 'x', { state, code: codeCanary });
    await expect.poll(() => x.finished.length).toBe(1);
    api.clock.shiftMs += 2 * minuteMs;
    expect(await read(session.id)).toMatchObject({ status: 'FAILED' });
    answer(grantOf([own('late')]));
    await answered;
    await expect.poll(tokensRevoked).toEqual(['late']);
  });

  it('is revoked when its workspace is deleted', async () => {
    x.finishes.push(grantOf([own('of-the-workspace')]));
    await granted(api, tenant, input());
    const session = await mintSession(api, tenant.userId);
    const deleted = await api.as({ session }).delete(`/workspaces/${tenant.workspaceId}`);
    expect(deleted.status, deleted.text).toBe(204);
    expect(tokensRevoked()).toContain('of-the-workspace');
  });

  it('is kept if one of its accounts is connected or waits to be imported', async () => {
    x.finishes.push(grantOf([own('kept'), own('left')]));
    const imported = await granted(api, tenant, input());
    const [keptId] = imported.candidates.map(({ id }) => id);
    expect((await importOf(imported.id, { candidateIds: [keptId] })).status).toBe(200);
    x.finishes.push(grantOf([own('left'), own('kept')]));
    const again = await granted(api, tenant, input());
    api.clock.shiftMs += 40 * minuteMs;
    x.finishes.push(grantOf([own('waits')]), grantOf([own('waits')]));
    const older = await granted(api, tenant, input());
    api.clock.shiftMs += 30 * minuteMs;
    const younger = await granted(api, tenant, input());
    api.clock.shiftMs += 35 * minuteMs;
    await reconcile(api.deps, { includeYoung: false });
    expect([await read(again.id), await read(older.id)]).toMatchObject([
      { status: 'EXPIRED' },
      { status: 'EXPIRED' },
    ]);
    expect(await read(younger.id)).toMatchObject({ status: 'AWAITING_IMPORT' });
    expect(x.revoked).toEqual([]);
  });
});

describe('a repeated import', () => {
  it('omits accounts that were disconnected meanwhile, and is refused if none is left', async () => {
    x.finishes.push(grantOf([own('one'), own('two')]));
    const session = await granted(api, tenant, input());
    const [one, two] = accountsIn(await importOf(session.id));
    await api.as(tenant).delete(`/social-accounts/${one?.id ?? ''}`);
    const again = await importOf(session.id);
    expect(again.status, again.text).toBe(200);
    expect(accountsIn(again).map(({ id }) => id)).toEqual([two?.id]);
    await api.as(tenant).delete(`/social-accounts/${two?.id ?? ''}`);
    expect(codeOf(await importOf(session.id))).toBe('INVALID_STATE');
  });
});

describe('accounts that need no card', () => {
  const asked: string[] = [];
  const selling = useTestApi({
    platforms: registryOf(threads),
    billing: {
      ...noBilling,
      enabled: true,
      hasPaymentMethod: (id) => Promise.resolve(asked.push(id) < 0),
    },
  });
  const payer = useTenant(selling, { each: true });
  const freeMax = 3;

  beforeEach(async () => {
    const { db } = selling.deps;
    await db.update(workspaces).set({ plan: 'DEVELOPER' }).where(eq(workspaces.id, payer.workspaceId));
  });

  it('never exceed the free number, even with concurrent imports', async () => {
    const ids: string[] = [];
    for (let index = 0; index < 2 * freeMax; index += 1) {
      threads.finishes.push(grantOf([own(`import-${index}`)]));
      const begun = { workspaceId: payer.workspaceId, platform: 'THREADS' as const };
      ids.push((await granted(selling, payer, begun)).id);
    }
    const path = (id: string) => `/connect-sessions/${id}/import`;
    const answers = await Promise.all(ids.map((id) => selling.as(payer).post(path(id), {})));
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(freeMax);
    const refused = answers.filter(({ status }) => status !== 200);
    for (const answer of refused) {
      expect(['RETRY', 'DEVELOPER_PAYMENT_METHOD_REQUIRED']).toContain(codeOf(answer));
    }
    expect(asked).toEqual([]);
  });

  it('never exceed the free number when they are connected by a command', async () => {
    const connect = (index: number) =>
      connectAccount(selling.deps, {
        workspaceId: payer.workspaceId,
        platform: 'THREADS',
        externalAccountId: `command-${index}`,
        handle: 'tester',
        displayName: null,
        serviceUrl: null,
        sandbox: false,
        credentials: { accessToken: 'secret' },
        allowReplace: false,
      }).catch((error: unknown) => error);
    const answers = await Promise.all(Array.from({ length: 2 * freeMax }, (_, index) => connect(index)));
    const refused = answers.filter((answer) => answer instanceof AppError);
    expect(refused).toHaveLength(freeMax);
    expect(refused.every(isAppError)).toBe(true);
  });
});
