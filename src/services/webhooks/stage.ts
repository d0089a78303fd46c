import { randomBytes } from 'node:crypto';
import { and, eq, inArray, isNull, sql } from 'drizzle-orm';
import { builtQuery } from '../../db/built-query.js';
import type { Tx } from '../../db/client.js';
import { webhookDeliveries, webhookEndpoints, webhookEvents } from '../../db/schema/index.js';
import { encodeUlid, ulidRandomBytes } from '../../domain/ulid.js';
import { isSubscribed, type SentEventType, type WebhookPayload } from '../../domain/webhooks.js';
import { deliverWebhookWorkflowId } from '../../domain/workflow-contract.js';
import type { DeliverWebhookStart } from '../shared/workflow-starter.js';
import type { ServiceDeps } from '../shared/context.js';
import type { DeliveryRow, EndpointRow } from './records.js';

/** The number of starts that are sent to Temporal at once. It is low, to leave Temporal time for other work. */
const startsAtOnceMax = 5;

interface StagedEvent<D> {
  workspaceId: string;
  type: SentEventType;
  data: D;
  postId?: string;
  /** Set if the event contains other people's texts, so that it is deleted with the account that they wrote to. */
  socialAccountId?: string;
}

type Receiver = Pick<EndpointRow, 'id' | 'status'>;

/** The workspace's endpoints that receive events of this type, including disabled ones. */
export async function subscribers(tx: Tx, workspaceId: string, type: SentEventType): Promise<Receiver[]> {
  const rows = await readEndpoints(tx, { workspaceId });
  return rows.filter((row) => isSubscribed(row.events, type));
}

const readEndpoints = builtQuery((q) =>
  q
    .select({ id: webhookEndpoints.id, status: webhookEndpoints.status, events: webhookEndpoints.events })
    .from(webhookEndpoints)
    .where(
      and(
        eq(webhookEndpoints.workspaceId, sql.placeholder('workspaceId')),
        isNull(webhookEndpoints.deletedAt),
      ),
    ),
);

/**
 * Writes an event and its deliveries in the caller's transaction. The caller calls `startDeliveries` after the commit;
 * until then their starts are pending. A disabled endpoint gets a DEAD delivery, which can be replayed.
 */
export async function stageEvent<D>(
  tx: Tx,
  deps: ServiceDeps,
  event: { workspaceId: string; type: SentEventType; data: D; postId?: string },
  receivers: readonly Receiver[],
): Promise<DeliverWebhookStart[]> {
  return stageEvents(tx, deps, [event], receivers);
}

/** Writes several events and their deliveries in two statements. Returns the ids in the order of the events. */
export async function stageEvents<D>(
  tx: Tx,
  deps: ServiceDeps,
  events: readonly StagedEvent<D>[],
  receivers: readonly Receiver[],
): Promise<DeliverWebhookStart[]> {
  if (events.length === 0 || receivers.length === 0) return [];
  const now = deps.clock.now();
  const ids = events.map(() => encodeUlid(now.getTime(), randomBytes(ulidRandomBytes))).sort();
  const rows = events.map(({ workspaceId, type, data, postId = null, socialAccountId = null }, index) => {
    const id = ids[index] ?? '';
    const payload: WebhookPayload<D> = { id, type, createdAt: now, workspaceId, data };
    return {
      id,
      workspaceId,
      type,
      postId,
      socialAccountId,
      payload: JSON.stringify(payload),
      createdAt: now,
    };
  });
  const deliveries = rows.flatMap((event) =>
    receivers.map((receiver) => ({ event, row: newDelivery(deps, event.id, receiver, now) })),
  );
  await tx.insert(webhookEvents).values(rows);
  await tx.insert(webhookDeliveries).values(deliveries.map(({ row }) => row));
  return deliveries.flatMap(({ event, row }) => startOf(row, event));
}

function newDelivery(deps: ServiceDeps, eventId: string, { id, status }: Receiver, now: Date): DeliveryRow {
  const enabled = status === 'ENABLED';
  return {
    id: deps.newId('webhookDelivery'),
    eventId,
    endpointId: id,
    status: enabled ? 'PENDING' : 'DEAD',
    deadReason: enabled ? null : 'ENDPOINT_DISABLED',
    generation: 0,
    attemptCount: 0,
    failures: 0,
    workflowId: null,
    pendingWorkflowId: enabled ? deliverWebhookWorkflowId(eventId, id, 0) : null,
    pendingSince: enabled ? now : null,
    nextAttemptAt: enabled ? now : null,
    createdAt: now,
    updatedAt: now,
  };
}

/**
 * Stages another run for a delivery whose row the caller has locked. With `fromStart`, the run has all retries again.
 * Otherwise it continues where the lost run stopped.
 */
export async function stageAgain(
  tx: Tx,
  deps: ServiceDeps,
  row: DeliveryRow,
  event: { type: SentEventType; workspaceId: string },
  { fromStart }: { fromStart: boolean },
): Promise<DeliverWebhookStart[]> {
  const now = deps.clock.now();
  const generation = row.generation + 1;
  const staged: DeliveryRow = {
    ...row,
    status: 'PENDING',
    deadReason: null,
    generation,
    failures: fromStart ? 0 : row.failures,
    workflowId: null,
    pendingWorkflowId: deliverWebhookWorkflowId(row.eventId, row.endpointId, generation),
    pendingSince: now,
    nextAttemptAt: now,
    updatedAt: now,
  };
  await tx.update(webhookDeliveries).set(staged).where(eq(webhookDeliveries.id, row.id));
  return startOf(staged, event);
}

export function startOf(
  row: DeliveryRow,
  { type, workspaceId }: { type: SentEventType; workspaceId: string },
): DeliverWebhookStart[] {
  const { pendingWorkflowId: workflowId, id: deliveryId, endpointId, eventId } = row;
  if (workflowId === null) return [];
  return [{ workflowId, deliveryId, endpointId, eventId, eventType: type, workspaceId }];
}

/**
 * Starts deliveries after the commit, and returns how many runs Temporal has accepted. It never throws: a start that
 * fails stays pending, and the reconciler repeats it later.
 */
export async function startDeliveries(
  deps: ServiceDeps,
  starts: readonly DeliverWebhookStart[],
): Promise<number> {
  let count = 0;
  for (let from = 0; from < starts.length; from += startsAtOnceMax) {
    const batch = starts.slice(from, from + startsAtOnceMax);
    const results = await Promise.allSettled(batch.map((start) => deps.starter.startDeliverWebhook(start)));
    const started = batch.filter((_start, index) => results[index]?.status === 'fulfilled');
    const refusal = results.find((result) => result.status === 'rejected');
    if (refusal !== undefined) {
      const owed = batch.length - started.length;
      deps.log.warn({ err: refusal.reason as unknown, owed }, 'webhook deliveries are pending');
    }
    await promoteDeliveries(deps, started);
    count += started.length;
    // Temporal is unreachable, and each further batch would only wait for a timeout.
    if (started.length === 0) break;
  }
  return count;
}

/**
 * Records that Temporal has accepted these runs. If that fails, they stay pending, and starting them again does
 * nothing.
 */
export async function promoteDeliveries(
  deps: ServiceDeps,
  started: readonly DeliverWebhookStart[],
): Promise<void> {
  if (started.length === 0) return;
  const { id, pendingWorkflowId } = webhookDeliveries;
  try {
    await deps.db
      .update(webhookDeliveries)
      .set({ workflowId: sql`${pendingWorkflowId}`, pendingWorkflowId: null, pendingSince: null })
      .where(
        and(
          inArray(
            id,
            started.map((start) => start.deliveryId),
          ),
          // Another change may have staged a newer run in the meantime, which must stay pending.
          inArray(
            pendingWorkflowId,
            started.map((start) => start.workflowId),
          ),
        ),
      );
  } catch (error) {
    deps.log.warn({ err: error, count: started.length }, 'started webhook deliveries could not be recorded');
  }
}
