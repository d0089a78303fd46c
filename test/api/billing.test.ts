import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { Billing } from '../../src/billing/billing.js';
import type { StripeFault } from '../../src/billing/stripe.js';
import { billingAccounts, users, workspaces } from '../../src/db/schema/index.js';
import { isAppError, type ErrorCode } from '../../src/domain/errors.js';
import type { PlatformName } from '../../src/domain/platforms.js';
import type { PlanName } from '../../src/domain/plans.js';
import { createSafeFetch } from '../../src/egress/create-safe-fetch.js';
import { checkWorkspaceLimit, claimWorkspace } from '../../src/services/plan-limits/workspace-limit.js';
import { connectAccount } from '../harness/connect-account.js';
import { call, field, startTestApi, type Answer, type TestApi, type TestSession } from '../harness/api.js';
import { useTestApi } from '../harness/use-test-api.js';
import { startFakeStripe, type FakeStripe } from '../harness/fake-stripe.js';
import { stripeBillingAt } from '../harness/stripe-billing.js';
import { findStripeMock, startStripeMock, type StripeMock } from '../harness/stripe-mock.js';
import { mintSession } from '../harness/tenants.js';

const safeFetch = createSafeFetch();
afterAll(() => safeFetch[Symbol.asyncDispose]());

const faults: StripeFault[] = [];
const stripeAt = (apiUrl: string): Billing =>
  stripeBillingAt(apiUrl, safeFetch, (fault) => faults.push(fault));

interface Owner {
  userId: string;
  session: TestSession;
}

async function mintUser({ deps }: TestApi): Promise<string> {
  const [now, userId] = [deps.clock.now(), deps.newId('user')];
  await deps.db
    .insert(users)
    .values({ id: userId, email: `${userId}@example.test`, name: 'Payer', createdAt: now, updatedAt: now });
  return userId;
}

/** Creates a user without a workspace, who gets the installation's plan with the first one. */
async function mintOwner(api: TestApi): Promise<Owner> {
  const userId = await mintUser(api);
  return { userId, session: await mintSession(api, userId) };
}

let names = 0;
const createWorkspace = (api: TestApi, { session }: Owner, more: object = {}): Promise<Answer> =>
  call(api, 'POST', '/workspaces', { session, body: { name: `Workspace ${(names += 1)}`, ...more } });

const accept = { acceptPaidAddOn: true };

async function connect(api: TestApi, workspaceId: string, platform: PlatformName, sandbox = false) {
  return connectAccount(api.deps, {
    workspaceId,
    platform,
    externalAccountId: api.deps.newId('socialAccount'),
    handle: 'tester',
    displayName: null,
    serviceUrl: null,
    sandbox,
    credentials: { accessToken: 'secret' },
    allowReplace: false,
  });
}

async function refusalOf(promise: Promise<unknown>): Promise<ErrorCode | 'none'> {
  try {
    await promise;
    return 'none';
  } catch (error) {
    if (!isAppError(error)) throw error;
    return error.code;
  }
}

describe('an installation without a payment processor', () => {
  const api = useTestApi({ signUp: { policy: 'open', defaultPlan: 'STARTER' } });

  it('limits the number of workspaces by the plan, even for concurrent requests', async () => {
    const owner = await mintOwner(api);
    const answers = await Promise.all(Array.from({ length: 10 }, () => createWorkspace(api, owner, accept)));
    expect(answers.filter(({ status }) => status === 201)).toHaveLength(1);
    const refused = answers.filter(({ status }) => status === 403);
    expect(refused).toHaveLength(9);
    expect(refused[0]?.body).toMatchObject({ code: 'PLAN_LIMIT_WORKSPACES', limit: 1, current: 1 });
  });

  it('asks for no payment or card on any plan', async () => {
    for (const plan of ['SELF_HOSTED', 'FREE', 'DEVELOPER', 'STARTER', 'TEAM', 'AGENCY'] as const) {
      const own = await startTestApi({ signUp: { policy: 'open', defaultPlan: plan } });
      try {
        const owner = await mintOwner(own);
        const statuses: number[] = [];
        for (let index = 0; index < 3; index += 1) statuses.push((await createWorkspace(own, owner)).status);
        expect(statuses.every((status) => status === 201 || status === 403)).toBe(true);
        expect(statuses[0]).toBe(201);
        const [row] = await own.deps.db.select().from(workspaces);
        for (let index = 0; index < 5; index += 1) await connect(own, row?.id ?? '', 'X');
      } finally {
        await own.close();
      }
    }
  });

  it('allows an unlimited number of workspaces when self-hosted', async () => {
    const own = await startTestApi({ signUp: { policy: 'open' } });
    try {
      const owner = await mintOwner(own);
      await createWorkspace(own, owner);
      const answers = await Promise.all(Array.from({ length: 10 }, () => createWorkspace(own, owner)));
      expect(answers.every(({ status }) => status === 201)).toBe(true);
    } finally {
      await own.close();
    }
  });
});

describe('an installation with Stripe', () => {
  let stripe: FakeStripe;
  let api: TestApi;
  const onPlan = async (plan: PlanName): Promise<void> => {
    await api.deps.db.update(workspaces).set({ plan });
  };
  beforeEach(async () => {
    stripe = await startFakeStripe();
    api = await startTestApi({
      billing: stripeAt(stripe.url),
      signUp: { policy: 'open', defaultPlan: 'STARTER' },
    });
    return async () => {
      await api.close();
      await stripe.close();
    };
  });

  const accountOf = async ({ userId }: Owner) =>
    (await api.deps.db.select().from(billingAccounts).where(eq(billingAccounts.userId, userId)))[0];

  it('requires the add-on for a workspace beyond the plan, and charges for it after the user agrees', async () => {
    const owner = await mintOwner(api);
    expect((await createWorkspace(api, owner)).status).toBe(201);
    expect(stripe.requests).toEqual([]);
    const asked = await createWorkspace(api, owner);
    expect([asked.status, field(asked, 'code')]).toEqual([402, 'WORKSPACE_REQUIRES_PAID_ADD_ON']);
    expect(stripe.requests).toEqual([]);
    expect((await createWorkspace(api, owner, accept)).status).toBe(201);
    expect((await createWorkspace(api, owner, accept)).status).toBe(201);
    expect([...stripe.quantities.values()]).toEqual([2]);
    expect([stripe.charges, stripe.subscriptions]).toEqual([2, 1]);
    expect(await accountOf(owner)).toMatchObject({ workspaceAddOns: 2, subscriptionId: 'sub_1' });
  });

  it('creates nothing after a refused card, returns Stripe’s message, and accepts another card', async () => {
    const owner = await mintOwner(api);
    await createWorkspace(api, owner);
    stripe.declineMessage = 'Your card was declined.';
    const refused = await createWorkspace(api, owner, accept);
    expect(refused.status).toBe(402);
    expect(refused.body).toMatchObject({
      code: 'WORKSPACE_BILLING_FAILED',
      stripeMessage: 'Your card was declined.',
    });
    expect(await api.deps.db.$count(workspaces)).toBe(1);
    // Stripe stores the answer for an idempotency key, so the next attempt must use another key.
    stripe.declineMessage = undefined;
    expect((await createWorkspace(api, owner, accept)).status).toBe(201);
    expect(stripe.charges).toBe(1);
  });

  it('uses a paid add-on for the next workspace if the first creation failed after the payment', async () => {
    const owner = await mintOwner(api);
    await createWorkspace(api, owner, { slug: 'taken' });
    // The charge succeeds, and then the slug is refused, which is like a crash before the creation.
    expect((await createWorkspace(api, owner, { ...accept, slug: 'taken' })).status).toBe(409);
    expect(stripe.charges).toBe(1);
    expect((await createWorkspace(api, owner)).status).toBe(201);
    expect((await createWorkspace(api, owner)).status).toBe(402);
    expect(stripe.charges).toBe(1);
  });

  it('charges once if the response is lost, even if the record of the payment is lost as well', async () => {
    const owner = await mintOwner(api);
    await createWorkspace(api, owner);
    stripe.dropAnswers = true;
    const lost = await createWorkspace(api, owner, accept);
    expect([lost.status, field(lost, 'code')]).toEqual([503, 'RETRY']);
    stripe.dropAnswers = false;
    expect((await createWorkspace(api, owner, accept)).status).toBe(201);
    expect([stripe.charges, stripe.subscriptions]).toEqual([1, 1]);
    // Punctual's record of the purchase is lost, and Stripe has forgotten the key. The subscription is still found.
    await api.deps.db.update(billingAccounts).set({ workspaceAddOns: 0, subscriptionId: null, revision: 70 });
    await checkWorkspaceLimit(api.deps, { userId: owner.userId, acceptPaidAddOn: true });
    expect(stripe.subscriptions).toBe(1);
  });

  it('charges for as many workspaces as concurrent requests create', async () => {
    const owner = await mintOwner(api);
    await createWorkspace(api, owner);
    const answers = await Promise.all(Array.from({ length: 8 }, () => createWorkspace(api, owner, accept)));
    const created = answers.filter(({ status }) => status === 201).length;
    expect(created).toBeGreaterThanOrEqual(1);
    expect(answers.every(({ status }) => [201, 402, 403, 503].includes(status))).toBe(true);
    const account = await accountOf(owner);
    expect(await api.deps.db.$count(workspaces)).toBe(1 + created);
    expect(account?.workspaceAddOns).toBeGreaterThanOrEqual(created);
    expect([...stripe.quantities.values()]).toEqual([account?.workspaceAddOns]);
    expect(stripe.charges).toBe(account?.workspaceAddOns);
  });

  it('enforces the plan’s maximum even if the user agrees to pay', async () => {
    const owner = await mintOwner(api);
    await createWorkspace(api, owner);
    await onPlan('FREE');
    const answer = await createWorkspace(api, owner, accept);
    expect(answer.body).toMatchObject({ code: 'PLAN_LIMIT_WORKSPACES', limit: 1, current: 1 });
    expect(stripe.requests).toEqual([]);
  });

  it('never calls Stripe in a transaction, and returns RETRY if a workspace still has to be paid for', async () => {
    const owner = await mintOwner(api);
    await createWorkspace(api, owner);
    const claimed = api.deps.db.transaction((tx) => claimWorkspace(tx, api.deps, owner.userId));
    expect(await refusalOf(claimed)).toBe('RETRY');
    expect(stripe.requests).toEqual([]);
  });

  it('requires a card on file for an X account, but not in the sandbox', async () => {
    const owner = await mintOwner(api);
    const workspaceId = field<string>(await createWorkspace(api, owner), 'id');
    expect(await refusalOf(connect(api, workspaceId, 'X', true))).toBe('none');
    expect(await refusalOf(connect(api, workspaceId, 'BLUESKY'))).toBe('none');
    expect(await refusalOf(connect(api, workspaceId, 'X'))).toBe('X_PAYMENT_METHOD_REQUIRED');
    await createWorkspace(api, owner, accept);
    stripe.hasCard = false;
    expect(await refusalOf(connect(api, workspaceId, 'X'))).toBe('X_PAYMENT_METHOD_REQUIRED');
    stripe.hasCard = true;
    expect(await refusalOf(connect(api, workspaceId, 'X'))).toBe('none');
    await onPlan('SELF_HOSTED');
    stripe.hasCard = false;
    expect(await refusalOf(connect(api, workspaceId, 'X'))).toBe('none');
  });

  it('requires a card on file for a developer’s accounts beyond the free ones', async () => {
    const owner = await mintOwner(api);
    const workspaceId = field<string>(await createWorkspace(api, owner), 'id');
    await onPlan('DEVELOPER');
    for (let index = 0; index < 3; index += 1) await connect(api, workspaceId, 'BLUESKY');
    expect(await refusalOf(connect(api, workspaceId, 'THREADS'))).toBe('DEVELOPER_PAYMENT_METHOD_REQUIRED');
    expect(await refusalOf(connect(api, workspaceId, 'THREADS', true))).toBe('none');
    await createWorkspace(api, owner, accept);
    expect(await refusalOf(connect(api, workspaceId, 'THREADS'))).toBe('none');
  });
});

const mock = findStripeMock();
const reason = 'missing' in mock ? ` (skipped: ${mock.missing})` : '';

describe.skipIf('missing' in mock)(`the contract with Stripe, as its own mock checks it${reason}`, () => {
  let server: StripeMock;
  let billing: Billing;
  const payer = { userId: 'usr_1', email: 'payer@example.test', formerId: null };
  beforeAll(async () => {
    if ('missing' in mock) return;
    server = await startStripeMock(mock.command);
    billing = stripeAt(server.url);
  });
  afterAll(() => server.close());

  it('lets us create a customer, and find a payment method', async () => {
    const customerId = await billing.createCustomer(payer);
    expect(customerId).toMatch(/^cus_/);
    expect(await billing.hasPaymentMethod(customerId ?? '')).toBe(true);
  });

  it('lets us open the payment page, under a configuration of our own', async () => {
    const order = { customerId: 'cus_123', returnUrl: 'https://punctual.example/w' };
    expect(await billing.openPage(order)).toMatchObject({
      kind: 'OPEN',
      url: expect.stringMatching(/^https:\/\//) as unknown,
    });
  });

  it('lets us buy the first add-on and further ones', async () => {
    const order = { customerId: 'cus_123', quantity: 1, idempotencyKey: 'first' };
    const first = await billing.setWorkspaceAddOns({ ...order, subscriptionId: null });
    expect(first).toEqual({ kind: 'DONE', subscriptionId: expect.stringMatching(/^sub_/) as unknown });
    const more = { ...order, quantity: 2, subscriptionId: 'sub_123', idempotencyKey: 'second' };
    expect(await billing.setWorkspaceAddOns(more)).toMatchObject({ kind: 'DONE' });
  });

  it('treats a request that Stripe does not understand as refused', async () => {
    const wrong = {
      customerId: 'cus_123',
      quantity: Number.NaN,
      subscriptionId: 'sub_123',
      idempotencyKey: 'x',
    };
    expect(await billing.setWorkspaceAddOns(wrong)).toMatchObject({
      kind: 'REFUSED',
      message: expect.any(String) as unknown,
    });
  });

  it('leaves the outcome unclear if Stripe cannot be reached', async () => {
    const unreachable = stripeAt('http://127.0.0.1:9');
    const order = { customerId: 'cus_1', quantity: 1, subscriptionId: null, idempotencyKey: 'x' };
    expect(await unreachable.setWorkspaceAddOns(order)).toEqual({ kind: 'UNCLEAR' });
    expect(await unreachable.createCustomer(payer)).toBeNull();
    expect(await unreachable.hasPaymentMethod('cus_1')).toBeNull();
    const visit = { customerId: 'cus_1', returnUrl: 'https://punctual.example/w' };
    expect(await unreachable.openPage(visit)).toEqual({ kind: 'UNCLEAR' });
    expect(faults.slice(-4).map(({ type }) => type)).toEqual(Array(4).fill('StripeConnectionError'));
  });
});
