import { and, asc, eq, isNotNull, isNull, lt } from 'drizzle-orm';
import { webhookDeliveries, webhookEvents } from '../../../db/schema/index.js';
import { goesOn, type DeliverWebhookStart, type RunState } from '../../shared/workflow-starter.js';
import type { ServiceDeps } from '../../shared/context.js';
import { promoteDeliveries, stageAgain, startDeliveries, startOf } from '../../webhooks/stage.js';
import { oweTermination } from './end-overdue.js';
import { ago, isAfter, isDueForLook, pageRowsMax, sweepRows, type SweepRun } from './sweep-rows.js';

/** How long an attempt may be overdue before its run is checked. This is longer than an attempt and its repeat take. */
const overdueMsMin = 120_000;

const eventColumns = { type: webhookEvents.type, workspaceId: webhookEvents.workspaceId };

interface PendingDelivery {
  delivery: typeof webhookDeliveries.$inferSelect;
  event: Pick<typeof webhookEvents.$inferSelect, 'type' | 'workspaceId'>;
}

/** Starts deliveries whose start has not reached Temporal. */
export function startPendingDeliveries(run: SweepRun): Promise<number> {
  const { deps } = run;
  const { pendingSince, pendingWorkflowId, id } = webhookDeliveries;
  return sweepRows<PendingDelivery>(run, {
    kind: 'START',
    read: (after) =>
      deps.db
        .select({ delivery: webhookDeliveries, event: eventColumns })
        .from(webhookDeliveries)
        .innerJoin(webhookEvents, eq(webhookEvents.id, webhookDeliveries.eventId))
        .where(
          and(
            isNotNull(pendingWorkflowId),
            lt(pendingSince, ago(deps, run.pendingAgeMsMin)),
            isAfter(pendingSince, id, after),
            isDueForLook(deps, 'START', pendingWorkflowId),
          ),
        )
        .orderBy(asc(pendingSince), asc(id))
        .limit(pageRowsMax),
    cursorOf: ({ delivery }) => ({ at: delivery.pendingSince ?? new Date(0), id: delivery.id }),
    debtIdOf: ({ delivery }) => delivery.pendingWorkflowId ?? '',
    look: async ({ delivery, event }) => {
      const starts = startOf(delivery, event);
      for (const start of starts) await deps.starter.startDeliverWebhook(start);
      await promoteDeliveries(deps, starts);
      return 'DONE';
    },
  });
}

interface Overdue {
  id: string;
  workflowId: string | null;
  nextAttemptAt: Date | null;
}

/** Replaces delivery runs that are gone (`reviveOverdue`), at the same retry. */
export function reviveDeliveries(run: SweepRun): Promise<number> {
  const { deps } = run;
  const { nextAttemptAt, workflowId: runId, id } = webhookDeliveries;
  return sweepRows<Overdue>(run, {
    kind: 'RUN',
    read: (after) =>
      deps.db
        .select({ id, workflowId: runId, nextAttemptAt })
        .from(webhookDeliveries)
        .where(
          and(
            eq(webhookDeliveries.status, 'PENDING'),
            lt(nextAttemptAt, ago(deps, overdueMsMin)),
            isNull(webhookDeliveries.pendingWorkflowId),
            isNotNull(runId),
            isAfter(nextAttemptAt, id, after),
            isDueForLook(deps, 'RUN', runId),
          ),
        )
        .orderBy(asc(nextAttemptAt), asc(id))
        .limit(pageRowsMax),
    cursorOf: (row) => ({ at: row.nextAttemptAt ?? new Date(0), id: row.id }),
    debtIdOf: ({ workflowId }) => workflowId ?? '',
    look: async ({ id: deliveryId, workflowId }) => {
      if (workflowId === null) return 'GOES_ON';
      const state = await deps.starter.describe(workflowId);
      if (goesOn(state)) return 'GOES_ON';
      const starts = await replaceRun(deps, deliveryId, workflowId, state);
      await startDeliveries(deps, starts);
      return starts.length > 0 ? 'DONE' : 'GOES_ON';
    },
  });
}

async function replaceRun(
  deps: ServiceDeps,
  deliveryId: string,
  goneWorkflowId: string,
  state: RunState,
): Promise<DeliverWebhookStart[]> {
  const starts = await deps.db.transaction(async (tx) => {
    const [row] = await tx
      .select({ delivery: webhookDeliveries, event: eventColumns })
      .from(webhookDeliveries)
      .innerJoin(webhookEvents, eq(webhookEvents.id, webhookDeliveries.eventId))
      .where(and(eq(webhookDeliveries.id, deliveryId), eq(webhookDeliveries.workflowId, goneWorkflowId)))
      .for('update', { of: webhookDeliveries });
    if (row?.delivery.status !== 'PENDING') return [];
    if (state === 'stuck') await oweTermination(tx, deps, [goneWorkflowId]);
    return stageAgain(tx, deps, row.delivery, row.event, { fromStart: false });
  });
  for (const { workflowId } of starts) {
    deps.log.warn(
      { deliveryId, goneWorkflowId, state, workflowId },
      'a delivery run was gone and is replaced',
    );
  }
  return starts;
}
