import {
  ScheduleAlreadyRunning,
  ScheduleNotFoundError,
  ScheduleOverlapPolicy,
  type Client,
  type ScheduleDescription,
} from '@temporalio/client';
import {
  pollCommentsIntervalMs,
  pollCommentsScheduleId,
  reconcileIntervalMs,
  reconcileScheduleId,
  refreshAheadIntervalMs,
  refreshAheadScheduleId,
  sweepMediaIntervalMs,
  sweepMediaScheduleId,
  taskQueue,
  workflowTypes,
} from '../domain/workflow-contract.js';
import type { TemporalHealth } from '../services/shared/workflow-starter.js';

const minuteMs = 60_000;

interface Sweep {
  scheduleId: string;
  everyMs: number;
  workflowType: string;
  workflowId: string;
  timeoutMs: number;
  summary: string;
}

const sweeps: readonly Sweep[] = [
  {
    scheduleId: reconcileScheduleId,
    everyMs: reconcileIntervalMs,
    workflowType: workflowTypes.reconcile,
    workflowId: 'reconcile',
    timeoutMs: 5 * minuteMs,
    summary: 'Start and cancel what is owed',
  },
  {
    scheduleId: sweepMediaScheduleId,
    everyMs: sweepMediaIntervalMs,
    workflowType: workflowTypes.sweepMedia,
    workflowId: 'sweep-media',
    timeoutMs: 60 * minuteMs,
    summary: 'Remove uploads that were never completed',
  },
  {
    scheduleId: refreshAheadScheduleId,
    everyMs: refreshAheadIntervalMs,
    workflowType: workflowTypes.refreshAhead,
    workflowId: 'refresh-ahead',
    timeoutMs: 10 * minuteMs,
    summary: 'Refresh grants before they die unused',
  },
  {
    scheduleId: pollCommentsScheduleId,
    everyMs: pollCommentsIntervalMs,
    workflowType: workflowTypes.pollComments,
    workflowId: 'poll-comments',
    timeoutMs: 10 * minuteMs,
    summary: 'Read the comments that are due',
  },
];

/** The change to a schedule, or `unchanged`. */
export interface EnsuredSchedule {
  id: string;
  done: 'created' | 'changed' | 'unchanged';
}

/**
 * Creates or corrects the schedules of a namespace: present, running, and with this build's intervals. Other workers
 * may do so at the same time. A manual pause is undone, because without the schedules no sweep pays debts.
 */
export async function ensureSchedules(client: Client, queue: string = taskQueue): Promise<EnsuredSchedule[]> {
  const ensured = [];
  for (const sweep of sweeps)
    ensured.push({ id: sweep.scheduleId, done: await ensureSchedule(client, queue, sweep) });
  return ensured;
}

async function ensureSchedule(client: Client, queue: string, sweep: Sweep): Promise<EnsuredSchedule['done']> {
  const handle = client.schedule.getHandle(sweep.scheduleId);
  try {
    const found = await handle.describe();
    if (isAsWanted(found, queue, sweep)) return 'unchanged';
    await handle.update(() => ({ ...optionsOf(queue, sweep), state: { paused: false } }));
    return 'changed';
  } catch (error) {
    if (!(error instanceof ScheduleNotFoundError)) throw error;
  }
  try {
    await client.schedule.create({ scheduleId: sweep.scheduleId, ...optionsOf(queue, sweep) });
    return 'created';
  } catch (error) {
    if (!(error instanceof ScheduleAlreadyRunning)) throw error;
    return 'unchanged';
  }
}

function optionsOf(queue: string, sweep: Sweep) {
  return {
    spec: { intervals: [{ every: sweep.everyMs }] },
    action: {
      type: 'startWorkflow' as const,
      workflowType: sweep.workflowType,
      workflowId: sweep.workflowId,
      taskQueue: queue,
      workflowExecutionTimeout: sweep.timeoutMs,
      staticSummary: sweep.summary,
    },
    // Missed sweeps are not repeated, because the next one finds the same rows.
    policies: { overlap: ScheduleOverlapPolicy.SKIP, catchupWindow: minuteMs },
  };
}

function isAsWanted(found: ScheduleDescription, queue: string, sweep: Sweep): boolean {
  const { spec, action, policies, state } = found;
  const [interval, ...others] = spec.intervals ?? [];
  return (
    !state.paused &&
    interval?.every === sweep.everyMs &&
    others.length === 0 &&
    policies.overlap === ScheduleOverlapPolicy.SKIP &&
    policies.catchupWindow === minuteMs &&
    action.workflowType === sweep.workflowType &&
    action.workflowId === sweep.workflowId &&
    action.taskQueue === queue &&
    action.workflowExecutionTimeout === sweep.timeoutMs
  );
}

/** Returns the schedules that are missing or paused. */
export async function readTroubledSchedules(client: Client): Promise<TemporalHealth['troubledSchedules']> {
  const states = await Promise.all(
    sweeps.map(async ({ scheduleId }) => ({ id: scheduleId, state: await readState(client, scheduleId) })),
  );
  return states.flatMap(({ id, state }) => (state === 'running' ? [] : [{ id, state }]));
}

async function readState(client: Client, scheduleId: string): Promise<'running' | 'missing' | 'paused'> {
  try {
    const { state } = await client.schedule.getHandle(scheduleId).describe();
    return state.paused ? 'paused' : 'running';
  } catch (error) {
    if (error instanceof ScheduleNotFoundError) return 'missing';
    throw error;
  }
}

/**
 * How far Temporal's clock is ahead of ours, estimated from the next run of a schedule: that run is at most one
 * interval after the server's time. Null if there is no schedule.
 */
export async function readScheduleSkew(
  client: Client,
  nowMs: () => number,
): Promise<{ aheadMsMin: number; aheadMsMax: number } | null> {
  const { info } = await client.schedule.getHandle(reconcileScheduleId).describe();
  const [next] = info.nextActionTimes;
  if (next === undefined) return null;
  const aheadMsMax = next.getTime() - nowMs();
  return { aheadMsMin: aheadMsMax - reconcileIntervalMs, aheadMsMax };
}
