import { and, eq, exists, gt, isNull, lte, isNotNull, ne, type SQL } from 'drizzle-orm';
import type { Tx } from '../../db/client.js';
import {
  posts,
  webhookAttempts,
  webhookDeliveries,
  webhookEndpoints,
  webhookEvents,
} from '../../db/schema/index.js';
import {
  afterFailures,
  webhookFailingMsMax,
  webhookFailuresApartMsMin,
  type WebhookAttemptOutcome,
  type WebhookDeadReason,
  type WebhookDisabledReason,
  type WebhookNext,
} from '../../domain/webhooks.js';
import type { AttemptDeliveryInput, AttemptVerdict } from '../../domain/workflow-contract.js';
import { set } from '../audit/changes.js';
import { bySystem, recordAudit } from '../audit/record.js';
import type { ServiceDeps } from '../shared/context.js';
import { recordEvents, webhookSender } from '../timeline/record.js';
import type { AttemptRow, DeliveryRow, EndpointRow } from './records.js';
import { endpointSubject } from './internal/audit-facts.js';
import { openSecrets } from './internal/secrets.js';
import { sendWebhook, type SendResult } from './internal/send.js';

const httpGone = 410;

/**
 * Makes one attempt of a delivery for the run that owns it, and records it before the run receives the result. A
 * repeated call does not send a recorded step again. If the record was lost, it sends again, as at-least-once delivery
 * allows.
 */
export async function attemptDelivery(
  deps: ServiceDeps,
  input: AttemptDeliveryInput,
  signal?: AbortSignal,
): Promise<AttemptVerdict> {
  const loaded = await load(deps, input);
  if (loaded === undefined) return { kind: 'STOPPED' };
  const { delivery, endpoint, event, attempt } = loaded;
  if (attempt !== null) return verdictOf(attempt);
  if (!owns(delivery, input)) return { kind: 'STOPPED' };
  const secrets = openSecrets(deps, endpoint, deps.clock.now());
  if (endpoint.deletedAt !== null || secrets.length === 0) return bury(deps, input, 'ENDPOINT_REMOVED');
  if (endpoint.status === 'DISABLED') return bury(deps, input, 'ENDPOINT_DISABLED');
  const startedAt = new Date(Math.max(input.nowMs, deps.clock.now().getTime()));
  const message = { url: endpoint.url, eventId: event.id, body: event.payload, secrets };
  const sent = await sendWebhook(deps, message, signal);
  const verdict = await deps.db.transaction((tx) =>
    record(tx, deps, input, { startedAt, sent, endpointId: endpoint.id, event }),
  );
  deps.metrics.webhookAttempt(sent.outcome === 'DELIVERED' ? 'DELIVERED' : 'FAILED', sent.durationMs);
  if (verdict.kind === 'DEAD') deps.metrics.webhookDead();
  return verdict;
}

interface Loaded {
  delivery: DeliveryRow;
  endpoint: EndpointRow;
  event: typeof webhookEvents.$inferSelect;
  /** The attempt of this step, if it was already recorded. */
  attempt: AttemptRow | null;
}

async function load(
  deps: ServiceDeps,
  { deliveryId, workflowId, step }: AttemptDeliveryInput,
): Promise<Loaded | undefined> {
  const [row] = await deps.db
    .select({
      delivery: webhookDeliveries,
      endpoint: webhookEndpoints,
      event: webhookEvents,
      attempt: webhookAttempts,
    })
    .from(webhookDeliveries)
    .innerJoin(webhookEndpoints, eq(webhookEndpoints.id, webhookDeliveries.endpointId))
    .innerJoin(webhookEvents, eq(webhookEvents.id, webhookDeliveries.eventId))
    .leftJoin(
      webhookAttempts,
      and(
        eq(webhookAttempts.deliveryId, webhookDeliveries.id),
        eq(webhookAttempts.workflowId, workflowId),
        eq(webhookAttempts.step, step),
      ),
    )
    .where(eq(webhookDeliveries.id, deliveryId));
  return row;
}

/** The fence: only the run that the delivery names may act on it, and only while it is pending. */
function owns(delivery: DeliveryRow, { workflowId }: AttemptDeliveryInput): boolean {
  const named = delivery.workflowId === workflowId || delivery.pendingWorkflowId === workflowId;
  return named && delivery.status === 'PENDING';
}

function verdictOf({ outcome, waitMs }: AttemptRow): AttemptVerdict {
  if (outcome === 'DELIVERED') return { kind: 'DELIVERED' };
  return waitMs === null ? { kind: 'DEAD' } : { kind: 'RETRY', waitMs };
}

async function lockDelivery(tx: Tx, deliveryId: string): Promise<DeliveryRow | undefined> {
  const [row] = await tx
    .select()
    .from(webhookDeliveries)
    .where(eq(webhookDeliveries.id, deliveryId))
    .for('update');
  return row;
}

/** Ends a delivery whose endpoint was removed or disabled. */
async function bury(
  deps: ServiceDeps,
  input: AttemptDeliveryInput,
  deadReason: WebhookDeadReason,
): Promise<AttemptVerdict> {
  return deps.db.transaction(async (tx) => {
    const delivery = await lockDelivery(tx, input.deliveryId);
    if (delivery === undefined || !owns(delivery, input)) return { kind: 'STOPPED' };
    await tx
      .update(webhookDeliveries)
      .set({
        ...promoted(input),
        status: 'DEAD',
        deadReason,
        nextAttemptAt: null,
        updatedAt: deps.clock.now(),
      })
      .where(eq(webhookDeliveries.id, delivery.id));
    return { kind: 'DEAD' };
  });
}

/** The columns that promote the run's id, because the run may begin before its start was recorded. */
function promoted({ workflowId }: AttemptDeliveryInput) {
  return { workflowId, pendingWorkflowId: null, pendingSince: null };
}

interface Attempted {
  startedAt: Date;
  sent: SendResult;
  endpointId: string;
  event: typeof webhookEvents.$inferSelect;
}

async function record(
  tx: Tx,
  deps: ServiceDeps,
  input: AttemptDeliveryInput,
  { startedAt, sent, endpointId, event }: Attempted,
): Promise<AttemptVerdict> {
  // The endpoint is locked before the delivery, as in every transaction that locks both.
  const disabled = await noteAtEndpoint(tx, deps, endpointId, { at: startedAt, sent });
  const delivery = await lockDelivery(tx, input.deliveryId);
  if (delivery === undefined) return { kind: 'STOPPED' };
  const owned = owns(delivery, input);
  const failures = delivery.failures + 1;
  const next: WebhookNext = disabled ? { kind: 'DEAD' } : afterFailures(failures, sent.retryAfterMs);
  const verdict: AttemptVerdict = sent.outcome === 'DELIVERED' ? { kind: 'DELIVERED' } : next;
  const waitMs = owned && verdict.kind === 'RETRY' ? verdict.waitMs : null;
  const number = delivery.attemptCount + 1;
  const { outcome, durationMs, statusCode, error, responseText } = sent;
  await tx.insert(webhookAttempts).values({
    id: deps.newId('webhookAttempt'),
    deliveryId: delivery.id,
    number,
    workflowId: input.workflowId,
    step: input.step,
    startedAt,
    outcome,
    durationMs,
    statusCode,
    error,
    responseText,
    waitMs,
  });
  const updatedAt = deps.clock.now();
  const endedAtMs = startedAt.getTime() + sent.durationMs;
  const state = {
    ...promoted(input),
    status: verdict.kind === 'RETRY' ? ('PENDING' as const) : verdict.kind,
    deadReason: verdict.kind === 'DEAD' ? deadReasonOf(disabled) : null,
    failures: verdict.kind === 'DELIVERED' ? delivery.failures : failures,
    nextAttemptAt: waitMs === null ? null : new Date(endedAtMs + waitMs),
  };
  // If a redelivery has taken over in the meantime, it owns the delivery's state. The attempt is recorded anyway.
  await tx
    .update(webhookDeliveries)
    .set({ ...(owned ? state : {}), attemptCount: number, updatedAt })
    .where(eq(webhookDeliveries.id, delivery.id));
  await tell(tx, deps, event, { endpointId, attempt: number, delivery: outcome, until: state.nextAttemptAt });
  return owned ? verdict : { kind: 'STOPPED' };
}

/** Adds the attempt to the post's timeline, without the receiver's response, which is stored only with the attempt. */
async function tell(
  tx: Tx,
  deps: ServiceDeps,
  { id: eventId, postId }: typeof webhookEvents.$inferSelect,
  {
    until,
    ...detail
  }: { endpointId: string; attempt: number; delivery: WebhookAttemptOutcome; until: Date | null },
): Promise<void> {
  if (postId === null) return;
  const [post] = await tx.select({ id: posts.id }).from(posts).where(eq(posts.id, postId));
  if (post === undefined) return;
  await recordEvents(tx, deps, postId, webhookSender, [
    {
      kind: 'WEBHOOK_ATTEMPTED',
      detail: { eventId, ...detail, ...(until && { until: until.toISOString() }) },
    },
  ]);
}

function deadReasonOf(disabled: boolean): WebhookDeadReason {
  return disabled ? 'ENDPOINT_DISABLED' : 'ATTEMPTS_EXHAUSTED';
}

/**
 * Records success or failure at the endpoint, and disables it if it is gone (410) or has failed for days. Returns
 * whether it was disabled.
 */
async function noteAtEndpoint(
  tx: Tx,
  deps: ServiceDeps,
  endpointId: string,
  { at, sent }: { at: Date; sent: SendResult },
): Promise<boolean> {
  const { id, status, firstFailureAt } = webhookEndpoints;
  if (sent.outcome === 'DELIVERED') {
    await tx
      .update(webhookEndpoints)
      .set({ firstFailureAt: null })
      .where(and(eq(id, endpointId), isNotNull(firstFailureAt)));
    return false;
  }
  await tx
    .update(webhookEndpoints)
    .set({ firstFailureAt: at })
    .where(and(eq(id, endpointId), isNull(firstFailureAt)));
  const gone = sent.statusCode === httpGone;
  const since = new Date(at.getTime() - webhookFailingMsMax);
  const disabledReason: WebhookDisabledReason = gone ? 'GONE' : 'ONLY_FAILURES';
  const [disabled] = await tx
    .update(webhookEndpoints)
    .set({ status: 'DISABLED', disabledReason, disabledAt: at, updatedAt: at })
    .where(
      and(
        eq(id, endpointId),
        eq(status, 'ENABLED'),
        gone ? undefined : and(lte(firstFailureAt, since), hasFailedBefore(tx, endpointId, { since, at })),
      ),
    )
    .returning();
  if (disabled === undefined) return false;
  await recordAudit(tx, bySystem(deps), {
    workspaceId: disabled.workspaceId,
    action: 'webhook_endpoint.disabled',
    subject: endpointSubject(disabled),
    changes: [set('disabledReason', disabledReason)],
  });
  return true;
}

/** Whether another attempt failed well before this one. After a quiet time, one failure proves little. */
function hasFailedBefore(tx: Tx, endpointId: string, { since, at }: { since: Date; at: Date }): SQL {
  return exists(
    tx
      .select({ id: webhookAttempts.id })
      .from(webhookAttempts)
      .innerJoin(webhookDeliveries, eq(webhookDeliveries.id, webhookAttempts.deliveryId))
      .where(
        and(
          eq(webhookDeliveries.endpointId, endpointId),
          gt(webhookDeliveries.updatedAt, since),
          ne(webhookAttempts.outcome, 'DELIVERED'),
          gt(webhookAttempts.startedAt, since),
          lte(webhookAttempts.startedAt, new Date(at.getTime() - webhookFailuresApartMsMin)),
        ),
      ),
  );
}
