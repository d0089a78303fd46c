import { ScheduleAlreadyRunning, ScheduleOverlapPolicy, type Client } from '@temporalio/client';
import {
  reconcileIntervalMs,
  reconcileScheduleId,
  taskQueue,
  workflowTypes,
} from '../domain/workflow-contract.js';

/** Creates the schedules of a namespace where they are missing. Safe beside other workers that do the same. */
export async function ensureSchedules(client: Client, queue: string = taskQueue): Promise<void> {
  try {
    await client.schedule.create({
      scheduleId: reconcileScheduleId,
      spec: { intervals: [{ every: reconcileIntervalMs }] },
      action: {
        type: 'startWorkflow',
        workflowType: workflowTypes.reconcile,
        workflowId: 'reconcile',
        taskQueue: queue,
        workflowExecutionTimeout: '5 minutes',
        staticSummary: 'Start and cancel what is owed',
      },
      // A sweep that was missed is not made up for: the next one sees the same debts.
      policies: { overlap: ScheduleOverlapPolicy.SKIP, catchupWindow: '1 minute' },
    });
  } catch (error) {
    if (!(error instanceof ScheduleAlreadyRunning)) throw error;
  }
}
