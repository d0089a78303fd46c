import { eq } from 'drizzle-orm';
import { workspaces } from '../../../src/db/schema/index.js';
import type { PlanName } from '../../../src/domain/plans.js';
import type { PlatformName } from '../../../src/domain/platforms.js';
import { createSafeFetch } from '../../../src/egress/create-safe-fetch.js';
import { x as xDefinition } from '../../../src/platforms/x/definition.js';
import { field, startTestApi, type Answer } from '../../harness/api.js';
import { startFakeStripe } from '../../harness/fake-stripe.js';
import { stripeBillingAt } from '../../harness/stripe-billing.js';
import {
  candidate,
  createScriptedConnect,
  grantOf,
  registryOf,
  type ScriptedConnect,
} from '../../harness/scripted-connect.js';
import type { DepsOverrides } from '../../../src/services/shared/override-deps.js';
import { newWorld, send, type Producer, type World } from './producer.js';

interface ConnectWorld extends World {
  x: ScriptedConnect;
  bluesky: ScriptedConnect;
}

/** Starts an API with platforms that can be connected. */
async function connecting(
  overrides: DepsOverrides,
  act: (world: ConnectWorld) => Promise<Answer>,
): Promise<Answer> {
  const x = createScriptedConnect('X');
  Object.assign(x.platform, { cardRefusal: xDefinition.cardRefusal });
  const bluesky = createScriptedConnect('BLUESKY', { by: 'credentials' });
  const api = await startTestApi({ platforms: registryOf(x, bluesky), ...overrides });
  try {
    return await act({ ...(await newWorld(api)), x, bluesky });
  } finally {
    await api.close();
  }
}

const begin = (world: World, platform: PlatformName): Promise<Answer> =>
  send(world, 'POST', '/connect-sessions', { workspaceId: world.tenant.workspaceId, platform });

/** Begins a session, grants access, and imports a Bluesky account. */
async function connect(world: ConnectWorld, externalAccountId: string): Promise<Answer> {
  const begun = await begin(world, 'BLUESKY');
  if (begun.status !== 201) return begun;
  const path = `/connect-sessions/${field<string>(begun, 'id')}`;
  world.bluesky.connects.push(grantOf([candidate({ externalAccountId })]));
  await send(world, 'POST', `${path}/credentials`, { handle: 'acme', password: 'x' });
  return send(world, 'POST', `${path}/import`, {});
}

/** Acts in an installation with billing, where no user has a card on file. */
async function sold(plan: PlanName, act: (world: ConnectWorld) => Promise<Answer>): Promise<Answer> {
  const stripe = await startFakeStripe();
  const safeFetch = createSafeFetch();
  const billing = stripeBillingAt(stripe.url, safeFetch);
  try {
    return await connecting({ billing }, async (world) => {
      const { api, tenant } = world;
      await api.deps.db.update(workspaces).set({ plan }).where(eq(workspaces.id, tenant.workspaceId));
      return act(world);
    });
  } finally {
    await stripe.close();
    await safeFetch[Symbol.asyncDispose]();
  }
}

export const connectProducers = {
  PLATFORM_NOT_CONFIGURED: () =>
    connecting({}, (world) => {
      world.x.missingVariables.push('X_CLIENT_ID');
      return begin(world, 'X');
    }),
  CREDENTIALS_REFUSED: () =>
    connecting({}, async (world) => {
      const id = field<string>(await begin(world, 'BLUESKY'), 'id');
      world.bluesky.connects.push({ kind: 'denied', code: 'INVALID_CREDENTIALS', message: 'Not this one.' });
      return send(world, 'POST', `/connect-sessions/${id}/credentials`, { handle: 'acme', password: 'x' });
    }),
  PLATFORM_ALREADY_CONNECTED: () =>
    connecting({}, async (world) => {
      await connect(world, 'the-same');
      return connect(world, 'the-same');
    }),
  X_PAYMENT_METHOD_REQUIRED: () => sold('TEAM', (world) => begin(world, 'X')),
  DEVELOPER_PAYMENT_METHOD_REQUIRED: () =>
    sold('DEVELOPER', async (world) => {
      for (let count = 0; count < 20; count += 1) {
        const answer = await connect(world, `account-${count}`);
        if (answer.status !== 200) return answer;
      }
      throw new Error('Every connection was free.');
    }),
} satisfies Record<string, Producer>;
