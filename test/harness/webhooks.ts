import { requireMember } from '../../src/services/shared/rights/access.js';
import { asc, eq } from 'drizzle-orm';
import { beforeAll, expect, vi } from 'vitest';
import { webhookAttempts, webhookDeliveries, webhookEvents } from '../../src/db/schema/index.js';
import type { WebhookEventType } from '../../src/domain/webhooks.js';
import type { ServiceDeps } from '../../src/services/shared/context.js';
import type { RequestContext } from '../../src/services/shared/context.js';
import { createEndpoint } from '../../src/services/webhooks/create.js';
import type { AttemptRow, DeliveryRow, EndpointView } from '../../src/services/webhooks/records.js';
import { stageEvent, startDeliveries } from '../../src/services/webhooks/stage.js';
import { createHeld } from './held.js';
import { createScriptedPlatform, type ScriptedPlatform } from './scripted-platform.js';
import { mintWorkspace, type Stack, type TestWorkspace } from './stack.js';
import { useStack, type UseStackOptions } from './use-stack.js';
import { askAgainMs, waitMsMax } from './patience.js';

/** Adds an endpoint with this URL, and returns it with its secret. */
export function addReceiver(
  { ctx, workspaceId }: TestWorkspace,
  url: string,
  events: WebhookEventType[] | null = null,
): Promise<{ endpoint: EndpointView; secret: string }> {
  return createEndpoint(asPerson(ctx), { workspaceId, url, events, description: null });
}

/** Writes a new event for the given endpoints, as a change would. Returns the ids of its deliveries. */
export async function emit(
  { ctx, workspaceId }: TestWorkspace,
  endpointIds: string[],
  { start = true }: { start?: boolean } = {},
): Promise<string[]> {
  const receivers = endpointIds.map((id) => ({ id, status: 'ENABLED' as const }));
  const event = { workspaceId, type: 'post.published' as const, data: { note: 'ünïcode ✓' } };
  const starts = await ctx.db.transaction((tx) => stageEvent(tx, ctx, event, receivers));
  if (start) await startDeliveries(ctx, starts);
  return starts.map(({ deliveryId }) => deliveryId);
}

export async function deliveriesOf({ db }: ServiceDeps, endpointId: string): Promise<DeliveryRow[]> {
  return db
    .select()
    .from(webhookDeliveries)
    .where(eq(webhookDeliveries.endpointId, endpointId))
    .orderBy(asc(webhookDeliveries.createdAt), asc(webhookDeliveries.id));
}

export async function deliveryOf({ db }: ServiceDeps, deliveryId: string | undefined): Promise<DeliveryRow> {
  const [row] = await db
    .select()
    .from(webhookDeliveries)
    .where(eq(webhookDeliveries.id, deliveryId ?? ''));
  if (row === undefined) throw new Error(`there is no delivery ${deliveryId ?? ''}`);
  return row;
}

export async function attemptsOf({ db }: ServiceDeps, deliveryId: string | undefined): Promise<AttemptRow[]> {
  return db
    .select()
    .from(webhookAttempts)
    .where(eq(webhookAttempts.deliveryId, deliveryId ?? ''))
    .orderBy(asc(webhookAttempts.number));
}

export async function eventsOf({ db }: ServiceDeps, workspaceId: string) {
  return db
    .select()
    .from(webhookEvents)
    .where(eq(webhookEvents.workspaceId, workspaceId))
    .orderBy(asc(webhookEvents.createdAt));
}

export async function untilDelivery(
  deps: ServiceDeps,
  deliveryId: string | undefined,
  status: DeliveryRow['status'],
): Promise<DeliveryRow> {
  await vi.waitFor(async () => expect((await deliveryOf(deps, deliveryId)).status).toBe(status), {
    timeout: waitMsMax,
    interval: askAgainMs,
  });
  return deliveryOf(deps, deliveryId);
}

export interface WebhookStack extends Stack {
  workspace: TestWorkspace;
  platform: ScriptedPlatform;
}

/**
 * Starts a stack for the tests of a file, with a workspace that has one account, on a platform that accepts every post.
 */
export function useWebhookStack(options: UseStackOptions = {}): WebhookStack {
  const platform = createScriptedPlatform('BLUESKY', 'keyed');
  const stack = useStack({ platforms: [platform], ...options });
  const held = createHeld<WebhookStack>('The stack');
  beforeAll(async () => {
    held.put({ ...stack, platform, workspace: await mintWorkspace(stack.deps, ['BLUESKY']) });
  });
  return held.value;
}

/** Returns a context of the same member in the dashboard, because a key cannot manage endpoints. */
export function asPerson<C extends RequestContext>(ctx: C): C {
  return { ...ctx, actor: { kind: 'session', sessionId: 'ses_test', userId: requireMember(ctx).userId } };
}
