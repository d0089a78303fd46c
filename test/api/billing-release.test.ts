import { eq } from 'drizzle-orm';
import { afterAll, beforeEach, describe, expect, it } from 'vitest';
import type { Billing } from '../../src/billing/billing.js';
import { billingAccounts, memberships } from '../../src/db/schema/index.js';
import { createSafeFetch } from '../../src/egress/create-safe-fetch.js';
import { payForWorkspaces, readBillingAccount } from '../../src/services/billing/accounts.js';
import { sweepReleases } from '../../src/services/plan-limits/release-workspaces.js';
import { reconcile } from '../../src/services/reconcile/reconcile.js';
import { call, field, startTestApi, type Answer, type TestApi, type TestSession } from '../harness/api.js';
import { startFakeStripe, type FakeStripe } from '../harness/fake-stripe.js';
import { stripeBillingAt } from '../harness/stripe-billing.js';
import { findStripeMock, startStripeMock } from '../harness/stripe-mock.js';
import { mintSession, mintTenant } from '../harness/tenants.js';

const safeFetch = createSafeFetch();
afterAll(() => safeFetch[Symbol.asyncDispose]());

const stripeAt = (apiUrl: string): Billing => stripeBillingAt(apiUrl, safeFetch);

const minute = 60_000;

// The payer has one workspace that the plan includes, and two that are paid for.
describe('the paid add-ons of deleted workspaces', () => {
  let stripe: FakeStripe;
  let api: TestApi;
  let owner: { userId: string; session: TestSession };
  let ids: string[];
  beforeEach(async () => {
    stripe = await startFakeStripe();
    api = await startTestApi({
      billing: stripeAt(stripe.url),
      signUp: { policy: 'open', defaultPlan: 'STARTER' },
    });
    const { userId } = await mintTenant(api);
    await api.deps.db.delete(memberships).where(eq(memberships.userId, userId));
    owner = { userId, session: await mintSession(api, userId) };
    ids = [];
    for (let index = 0; index < 3; index += 1) ids.push(field<string>(await create(), 'id'));
    return async () => {
      await api.close();
      await stripe.close();
    };
  });

  let names = 0;
  const create = (): Promise<Answer> =>
    call(api, 'POST', '/workspaces', {
      session: owner.session,
      body: { name: `Workspace ${(names += 1)}`, acceptPaidAddOn: true },
    });
  const remove = async (id: string | undefined): Promise<number> =>
    (await call(api, 'DELETE', `/workspaces/${id}`, { session: owner.session })).status;
  const account = () => readBillingAccount(api.deps, owner.userId);
  const sold = (): number[] => [...stripe.quantities.values()];
  const later = (ms: number): void => {
    api.clock.shiftMs += ms;
  };

  it('are no longer paid for: the reconciler lowers the quantity, and the last release cancels the subscription', async () => {
    expect(await remove(ids[2])).toBe(204);
    const before = stripe.requests.length;
    await reconcile(api.deps, { includeYoung: false });
    expect(stripe.requests).toHaveLength(before);
    later(minute);
    await reconcile(api.deps, { includeYoung: false });
    expect(sold()).toEqual([1]);
    expect(await account()).toMatchObject({
      workspaceAddOns: 1,
      releaseDueAt: null,
      subscriptionId: 'sub_1',
    });
    expect(await remove(ids[1])).toBe(204);
    later(minute);
    await reconcile(api.deps, { includeYoung: false });
    expect([sold(), stripe.ended]).toEqual([[], ['cus_1']]);
    expect(await account()).toMatchObject({ workspaceAddOns: 0, releaseDueAt: null, subscriptionId: null });
    // The add-on can be bought again.
    expect((await create()).status).toBe(201);
    expect([sold(), stripe.subscriptions]).toEqual([[1], 2]);
    const asked = stripe.requests.length;
    later(60 * minute);
    await reconcile(api.deps, { includeYoung: false });
    expect(stripe.requests).toHaveLength(asked);
  });

  it('are released later if Stripe is down or refuses, which is logged', async () => {
    stripe.outage = 500;
    expect(await remove(ids[2])).toBe(204);
    later(minute);
    expect(await sweepReleases(api.deps)).toBe(0);
    expect(sold()).toEqual([2]);
    expect(api.logLines.some((line) => line.includes(owner.userId) && line.includes('UNCLEAR'))).toBe(true);
    later(4 * minute);
    const asked = stripe.requests.length;
    expect(await sweepReleases(api.deps)).toBe(0);
    expect(stripe.requests).toHaveLength(asked);
    stripe.outage = 400;
    later(minute);
    expect(await sweepReleases(api.deps)).toBe(0);
    expect(api.logLines.some((line) => line.includes(owner.userId) && line.includes('REFUSED'))).toBe(true);
    stripe.outage = undefined;
    later(60 * minute);
    expect(await sweepReleases(api.deps)).toBe(1);
    expect([sold(), await account()]).toMatchObject([[1], { workspaceAddOns: 1, releaseDueAt: null }]);
  });

  it('can be used by a workspace that is created at once', async () => {
    const charges = stripe.charges;
    expect(await remove(ids[2])).toBe(204);
    expect((await create()).status).toBe(201);
    later(minute);
    expect(await sweepReleases(api.deps)).toBe(1);
    expect([sold(), stripe.charges]).toEqual([[2], charges]);
  });

  it('are released once by many processes, and also after a process has crashed in the middle', async () => {
    expect(await remove(ids[2])).toBe(204);
    later(minute);
    const asked = stripe.requests.length;
    const settled = await Promise.all(Array.from({ length: 5 }, () => sweepReleases(api.deps)));
    expect(settled.reduce((sum, each) => sum + each)).toBe(1);
    expect(stripe.requests.slice(asked)).toEqual([
      'GET /v1/subscriptions/sub_1',
      'POST /v1/subscriptions/sub_1',
    ]);
    expect(await remove(ids[1])).toBe(204);
    later(minute);
    const dying = { ...api.deps.billing, lowerWorkspaceAddOns: () => Promise.reject(new Error('died')) };
    await expect(sweepReleases({ ...api.deps, billing: dying })).rejects.toThrow('died');
    // While an add-on is being released, it can be neither used nor bought.
    expect((await create()).body).toMatchObject({ statusCode: 503, code: 'RETRY' });
    later(3 * minute);
    expect(await sweepReleases(api.deps)).toBe(1);
    expect(sold()).toEqual([]);
  });

  it('are released even if another workspace is deleted during the call to Stripe', async () => {
    expect(await remove(ids[2])).toBe(204);
    later(minute);
    const slow: Billing = {
      ...api.deps.billing,
      lowerWorkspaceAddOns: async (order) => {
        expect(await remove(ids[1])).toBe(204);
        return api.deps.billing.lowerWorkspaceAddOns(order);
      },
    };
    expect(await sweepReleases({ ...api.deps, billing: slow })).toBe(1);
    expect(sold()).toEqual([1]);
    later(minute);
    expect(await sweepReleases(api.deps)).toBe(1);
    expect(sold()).toEqual([]);
  });

  it('are released without losing a concurrent purchase, after which Stripe is asked again', async () => {
    const known = await account();
    if (typeof known?.customerId !== 'string') throw new Error('Nothing was bought.');
    expect(await remove(ids[2])).toBe(204);
    later(minute);
    expect(await sweepReleases(api.deps)).toBe(1);
    // This payment read the account before the release, and reaches Stripe after it.
    await payForWorkspaces(api.deps, { ...known, customerId: known.customerId }, 3);
    expect(sold()).toEqual([3]);
    expect(await account()).toMatchObject({ workspaceAddOns: 1 });
    later(minute);
    expect(await sweepReleases(api.deps)).toBe(1);
    expect(sold()).toEqual([1]);
  });

  it('are never bought again by the sweep: a subscription that was canceled at Stripe stays canceled', async () => {
    await stripeAt(stripe.url).lowerWorkspaceAddOns({
      customerId: 'cus_1',
      subscriptionId: 'sub_1',
      quantity: 0,
      idempotencyKey: 'elsewhere',
    });
    const charges = stripe.charges;
    expect(await remove(ids[2])).toBe(204);
    later(minute);
    expect(await sweepReleases(api.deps)).toBe(1);
    expect([sold(), stripe.charges, stripe.subscriptions]).toEqual([[], charges, 1]);
  });

  it('are also released when an owner leaves a workspace to another owner', async () => {
    const { userId } = await mintTenant(api);
    const now = api.clock.now();
    const id = api.deps.newId('membership');
    const workspaceId = ids[2] ?? '';
    await api.deps.db
      .insert(memberships)
      .values({ id, workspaceId, userId, role: 'OWNER', createdAt: new Date(now.getTime() + 1) });
    const own = await api.deps.db.select().from(memberships).where(eq(memberships.userId, owner.userId));
    const mine = own.find((each) => each.workspaceId === workspaceId);
    const path = `/workspaces/${workspaceId}/members/${mine?.id}`;
    expect((await call(api, 'DELETE', path, { session: owner.session })).status).toBe(204);
    later(minute);
    expect(await sweepReleases(api.deps)).toBe(1);
    expect(sold()).toEqual([1]);
  });

  it('need no release if nothing was bought', async () => {
    const other = await mintTenant(api);
    const session = await mintSession(api, other.userId);
    expect((await call(api, 'DELETE', `/workspaces/${other.workspaceId}`, { session })).status).toBe(204);
    const [row] = await api.deps.db
      .select()
      .from(billingAccounts)
      .where(eq(billingAccounts.userId, other.userId));
    expect(row).toBeUndefined();
  });
});

const mock = findStripeMock();

it.skipIf('missing' in mock)(
  'the requests that lower and cancel a subscription are accepted by Stripe’s own mock',
  async () => {
    if ('missing' in mock) return;
    const server = await startStripeMock(mock.command);
    try {
      const order = { customerId: 'cus_123', subscriptionId: 'sub_123', idempotencyKey: 'x' };
      for (const quantity of [0, 1]) {
        const result = await stripeAt(server.url).lowerWorkspaceAddOns({ ...order, quantity });
        expect(result.kind).toBe('DONE');
      }
    } finally {
      await server.close();
    }
  },
);
