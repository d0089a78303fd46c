import { and, eq, isNull } from 'drizzle-orm';
import type { Queryable } from '../../../db/client.js';
import { webhookDeliveries, webhookEvents } from '../../../db/schema/index.js';
import { promoteDeliveries, stageAgain, startDeliveries, startOf } from '../../webhooks/stage.js';
import type { DeliveryRow } from '../../webhooks/records.js';
import type { ServiceDeps } from '../../shared/context.js';
import type { RunState } from '../../shared/workflow-starter.js';
import { sweepRows, type SweepRun } from './sweep-rows.js';
import { oweTermination, sweepRuns } from './sweep-runs.js';

/** How long an attempt may be overdue before its run is checked. This is longer than an attempt and its repeat take. */
const overdueMsMin = 120_000;

/** Starts deliveries whose start has not reached Temporal. */
export function startPendingDeliveries(run: SweepRun): Promise<number> {
  const { deps } = run;
  return sweepRows<DeliveryRow>(run, {
    kind: 'START',
    table: webhookDeliveries,
    since: webhookDeliveries.pendingSince,
    ageMsMin: run.pendingAgeMsMin,
    id: webhookDeliveries.pendingWorkflowId,
    look: async (delivery) => {
      const starts = startOf(delivery, await eventOf(deps.db, delivery));
      for (const start of starts) await deps.starter.startDeliverWebhook(start);
      await promoteDeliveries(deps, starts);
      return true;
    },
  });
}

/** Checks the runs of overdue attempts. Another run continues at the same retry. */
export function reviveDeliveries(run: SweepRun): Promise<number> {
  const { status, pendingWorkflowId, nextAttemptAt, workflowId } = webhookDeliveries;
  return sweepRuns<DeliveryRow>(run, {
    table: webhookDeliveries,
    since: nextAttemptAt,
    ageMsMin: overdueMsMin,
    where: and(eq(status, 'PENDING'), isNull(pendingWorkflowId)),
    id: workflowId,
    replace: (delivery, state) => replaceRun(run.deps, delivery, state),
  });
}

async function replaceRun(
  deps: ServiceDeps,
  { id, workflowId }: DeliveryRow,
  state: RunState,
): Promise<string | undefined> {
  const starts = await deps.db.transaction(async (tx) => {
    const [delivery] = await tx
      .select()
      .from(webhookDeliveries)
      .where(eq(webhookDeliveries.id, id))
      .for('update');
    if (delivery?.status !== 'PENDING' || delivery.workflowId !== workflowId) return [];
    if (state === 'stuck') await oweTermination(tx, deps, [workflowId]);
    return stageAgain(tx, deps, delivery, await eventOf(tx, delivery), { fromStart: false });
  });
  await startDeliveries(deps, starts);
  return starts[0]?.workflowId;
}

async function eventOf(q: Queryable, { eventId }: DeliveryRow) {
  const { type, workspaceId, id } = webhookEvents;
  const [event] = await q.select({ type, workspaceId }).from(webhookEvents).where(eq(id, eventId));
  if (event === undefined) throw new Error('The event of a delivery is gone.');
  return event;
}
