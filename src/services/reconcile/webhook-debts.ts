import { and, asc, eq, exists, inArray, isNotNull, isNull, lt, not, sql } from 'drizzle-orm';
import { webhookDeliveries, webhookEvents } from '../../db/schema/index.js';
import { webhookRetentionMs } from '../../domain/webhooks.js';
import type { ReconcileResult } from '../../domain/workflow-contract.js';
import type { DeliverWebhookStart } from '../../temporal/workflow-starter.js';
import type { ServiceDeps } from '../context.js';
import { stageAgain, startDeliveries, startOf } from '../webhooks/stage.js';

/** What one sweep may take on; the rest waits for the next one. */
const sweepRowsMax = 500;
/** How long past its time an attempt may be before its run is looked at: longer than an attempt and its repeat. */
const overdueMsMin = 120_000;

/** Starts the deliveries that are owed, replaces runs that are gone, and forgets what is older than we keep. */
export async function sweepWebhooks(
  deps: ServiceDeps,
  ageMsMin: number,
): Promise<Pick<ReconcileResult, 'deliveriesStarted' | 'deliveriesRevived'>> {
  const deliveriesStarted = await startOwed(deps, ageMsMin);
  const deliveriesRevived = await reviveOverdue(deps);
  await forgetOld(deps);
  return { deliveriesStarted, deliveriesRevived };
}

function ago(deps: ServiceDeps, ms: number): Date {
  return new Date(deps.clock.now().getTime() - ms);
}

const eventColumns = { type: webhookEvents.type, workspaceId: webhookEvents.workspaceId };

async function startOwed(deps: ServiceDeps, ageMsMin: number): Promise<number> {
  const rows = await deps.db
    .select({ delivery: webhookDeliveries, event: eventColumns })
    .from(webhookDeliveries)
    .innerJoin(webhookEvents, eq(webhookEvents.id, webhookDeliveries.eventId))
    .where(
      and(
        isNotNull(webhookDeliveries.pendingWorkflowId),
        lt(webhookDeliveries.pendingSince, ago(deps, ageMsMin)),
      ),
    )
    .orderBy(asc(webhookDeliveries.pendingSince))
    .limit(sweepRowsMax);
  return startDeliveries(
    deps,
    rows.flatMap(({ delivery, event }) => startOf(delivery, event)),
  );
}

/** A run that was terminated by hand, or lost with Temporal's database, is replaced; its position is kept. */
async function reviveOverdue(deps: ServiceDeps): Promise<number> {
  const rows = await deps.db
    .select({ id: webhookDeliveries.id, workflowId: webhookDeliveries.workflowId })
    .from(webhookDeliveries)
    .where(
      and(
        eq(webhookDeliveries.status, 'PENDING'),
        lt(webhookDeliveries.nextAttemptAt, ago(deps, overdueMsMin)),
        isNull(webhookDeliveries.pendingWorkflowId),
      ),
    )
    .orderBy(asc(webhookDeliveries.nextAttemptAt))
    .limit(sweepRowsMax);
  let revived = 0;
  for (const { id, workflowId } of rows) {
    if (workflowId === null || (await deps.starter.isRunning(workflowId))) continue;
    const starts = await replaceRun(deps, id, workflowId);
    revived += starts.length;
    await startDeliveries(deps, starts);
  }
  return revived;
}

async function replaceRun(
  deps: ServiceDeps,
  deliveryId: string,
  goneWorkflowId: string,
): Promise<DeliverWebhookStart[]> {
  const starts = await deps.db.transaction(async (tx) => {
    const [row] = await tx
      .select({ delivery: webhookDeliveries, event: eventColumns })
      .from(webhookDeliveries)
      .innerJoin(webhookEvents, eq(webhookEvents.id, webhookDeliveries.eventId))
      .where(and(eq(webhookDeliveries.id, deliveryId), eq(webhookDeliveries.workflowId, goneWorkflowId)))
      .for('update', { of: webhookDeliveries });
    if (row?.delivery.status !== 'PENDING') return [];
    return stageAgain(tx, deps, row.delivery, row.event, { fromStart: false });
  });
  for (const { workflowId } of starts) {
    deps.log.warn({ deliveryId, goneWorkflowId, workflowId }, 'a delivery run was gone and is replaced');
  }
  return starts;
}

/** Deliveries and attempts go with their event. What still waits keeps it. */
async function forgetOld(deps: ServiceDeps): Promise<void> {
  const waiting = deps.db
    .select({ one: sql`1` })
    .from(webhookDeliveries)
    .where(and(eq(webhookDeliveries.eventId, webhookEvents.id), eq(webhookDeliveries.status, 'PENDING')));
  const old = deps.db
    .select({ id: webhookEvents.id })
    .from(webhookEvents)
    .where(and(lt(webhookEvents.createdAt, ago(deps, webhookRetentionMs)), not(exists(waiting))))
    .orderBy(asc(webhookEvents.createdAt))
    .limit(sweepRowsMax);
  await deps.db.delete(webhookEvents).where(inArray(webhookEvents.id, old));
}
