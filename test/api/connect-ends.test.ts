import { beforeEach, describe, expect, it } from 'vitest';
import type { ConnectAnswer } from '../../src/platforms/kit/connect.js';
import { reconcile } from '../../src/services/reconcile/reconcile.js';
import {
  candidate,
  codeCanary,
  createScriptedConnect,
  grantOf,
  registryOf,
} from '../harness/scripted-connect.js';
import { useTenant, useTestApi } from '../harness/use-test-api.js';
import { begin, callback, sessionIn } from './connect-support.js';

const x = createScriptedConnect('X');
const minuteMs = 60_000;

const api = useTestApi({ platforms: registryOf(x) });
const tenant = useTenant(api, { each: true });

beforeEach(() => {
  x.finished.length = x.finishes.length = x.revoked.length = 0;
});

const input = (more: object = {}) => ({ workspaceId: tenant.workspaceId, platform: 'X' as const, ...more });
const read = async (id: string) => sessionIn(await api.as(tenant).get(`/connect-sessions/${id}`));

describe('a session whose time ends while its code is exchanged', () => {
  it('is granted all the same', async () => {
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

/** Lets the exchange that comes next wait, until it is told what the platform says. */
function answerLater(): (answer: ConnectAnswer) => void {
  let resolve: (answer: ConnectAnswer) => void = () => undefined;
  const promise = new Promise<ConnectAnswer>((done) => (resolve = done));
  x.finishes.push(() => promise);
  return (answer) => resolve(answer);
}
