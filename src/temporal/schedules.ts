import { ScheduleAlreadyRunning, ScheduleOverlapPolicy, type Client } from '@temporalio/client';
import {
  reconcileIntervalMs,
  reconcileScheduleId,
  sweepMediaIntervalMs,
  sweepMediaScheduleId,
  taskQueue,
  workflowTypes,
} from '../domain/workflow-contract.js';

interface Sweep {
  scheduleId: string;
  everyMs: number;
  workflowType: string;
  workflowId: string;
  timeout: '5 minutes' | '1 hour';
  summary: string;
}

const sweeps: readonly Sweep[] = [
  {
    scheduleId: reconcileScheduleId,
    everyMs: reconcileIntervalMs,
    workflowType: workflowTypes.reconcile,
    workflowId: 'reconcile',
    timeout: '5 minutes',
    summary: 'Start and cancel what is owed',
  },
  {
    scheduleId: sweepMediaScheduleId,
    everyMs: sweepMediaIntervalMs,
    workflowType: workflowTypes.sweepMedia,
    workflowId: 'sweep-media',
    timeout: '1 hour',
    summary: 'Remove uploads that were never completed',
  },
];

/** Creates the schedules of a namespace where they are missing. Safe beside other workers that do the same. */
export async function ensureSchedules(client: Client, queue: string = taskQueue): Promise<void> {
  for (const sweep of sweeps) await ensureSchedule(client, queue, sweep);
}

async function ensureSchedule(client: Client, queue: string, sweep: Sweep): Promise<void> {
  try {
    await client.schedule.create({
      scheduleId: sweep.scheduleId,
      spec: { intervals: [{ every: sweep.everyMs }] },
      action: {
        type: 'startWorkflow',
        workflowType: sweep.workflowType,
        workflowId: sweep.workflowId,
        taskQueue: queue,
        workflowExecutionTimeout: sweep.timeout,
        staticSummary: sweep.summary,
      },
      // A sweep that was missed is not made up for: the next one sees the same debts.
      policies: { overlap: ScheduleOverlapPolicy.SKIP, catchupWindow: '1 minute' },
    });
  } catch (error) {
    if (!(error instanceof ScheduleAlreadyRunning)) throw error;
  }
}
