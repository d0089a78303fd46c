import { eq } from 'drizzle-orm';
import { monthlyUsage, users, workspaces } from '../../../src/db/schema/index.js';
import type { PlanName } from '../../../src/domain/plans.js';
import { createSafeFetch } from '../../../src/egress/create-safe-fetch.js';
import { noMetrics } from '../../../src/observability/metrics.js';
import { createRateLimiter } from '../../../src/services/rate-limits/limiter.js';
import { call, startTestApi, type Answer, type TestApi, type TestSession } from '../../harness/api.js';
import { startFakeStripe, type FakeStripe } from '../../harness/fake-stripe.js';
import { stripeBillingAt } from '../../harness/stripe-billing.js';
import { mintSession } from '../../harness/tenants.js';
import { flatPost, newWorld, send, type Producer, type World } from './producer.js';

async function setPlan({ api, tenant }: World, plan: PlanName, used: { posts: number; apiPosts: number }) {
  const { workspaceId } = tenant;
  await api.deps.db.update(workspaces).set({ plan }).where(eq(workspaces.id, workspaceId));
  const month = api.clock.now().toISOString().slice(0, 7);
  await api.deps.db.insert(monthlyUsage).values({ workspaceId, month, ...used });
}

async function mintPayer(api: TestApi): Promise<TestSession> {
  const { db, newId, clock } = api.deps;
  const [now, id] = [clock.now(), newId('user')];
  const email = `${id}@example.test`;
  await db.insert(users).values({ id, email, name: 'Payer', createdAt: now, updatedAt: now });
  return mintSession(api, id);
}

const addWorkspace = (api: TestApi, session: TestSession, more: object = {}): Promise<Answer> =>
  call(api, 'POST', '/workspaces', { session, body: { name: `A workspace ${Math.random()}`, ...more } });

/** Creates a second workspace on a plan that includes only one, with Stripe as the payment provider. */
async function secondWorkspace(more: object, prepare: (stripe: FakeStripe) => void = () => undefined) {
  const stripe = await startFakeStripe();
  const safeFetch = createSafeFetch();
  const billing = stripeBillingAt(stripe.url, safeFetch);
  const api = await startTestApi({ billing, signUp: { policy: 'open', defaultPlan: 'STARTER' } });
  try {
    const session = await mintPayer(api);
    await addWorkspace(api, session);
    prepare(stripe);
    await api.deps.db.update(workspaces).set({ plan: 'TEAM' });
    for (let count = 0; count < 10; count += 1) {
      const answer = await addWorkspace(api, session, more);
      if (answer.status !== 201) return answer;
    }
    throw new Error('Every workspace was included.');
  } finally {
    await api.close();
    await stripe.close();
    await safeFetch[Symbol.asyncDispose]();
  }
}

const limited: Producer = async () => {
  const limits = { burst: 1, sustained: null };
  const log = { error: () => undefined } as never;
  const api = await startTestApi({ limiter: createRateLimiter({ limits, metrics: noMetrics, log }) });
  try {
    const world = await newWorld(api);
    await send(world, 'GET', '/posts');
    return await send(world, 'GET', '/posts');
  } finally {
    await api.close();
  }
};

const tooManyWorkspaces: Producer = async () => {
  const api = await startTestApi({ signUp: { policy: 'open', defaultPlan: 'STARTER' } });
  try {
    const session = await mintPayer(api);
    await addWorkspace(api, session);
    return await addWorkspace(api, session);
  } finally {
    await api.close();
  }
};

export const limitProducers = {
  RATE_LIMITED: limited,
  PLAN_LIMIT_POSTS: async (world) => {
    await setPlan(world, 'STARTER', { posts: 300, apiPosts: 0 });
    return send(world, 'POST', '/posts', flatPost(world));
  },
  PLAN_LIMIT_API_POSTS: async (world) => {
    await setPlan(world, 'STARTER', { posts: 100, apiPosts: 100 });
    return send(world, 'POST', '/posts', flatPost(world));
  },
  PLAN_LIMIT_WORKSPACES: tooManyWorkspaces,
  FEATURE_NOT_AVAILABLE: async (world) => {
    await setPlan(world, 'STARTER', { posts: 0, apiPosts: 0 });
    const session = await mintSession(world.api, world.tenant.userId);
    const path = `/workspaces/${world.tenant.workspaceId}`;
    return call(world.api, 'PATCH', path, { session, body: { requireApproval: true } });
  },
  WORKSPACE_REQUIRES_PAID_ADD_ON: () => secondWorkspace({}),
  WORKSPACE_BILLING_FAILED: () =>
    secondWorkspace({ acceptPaidAddOn: true }, (stripe) => {
      stripe.declineMessage = 'Your card was declined.';
    }),
} satisfies Record<string, Producer>;
