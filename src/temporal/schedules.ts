import {
  ScheduleAlreadyRunning,
  ScheduleNotFoundError,
  ScheduleOverlapPolicy,
  type Client,
  type ScheduleDescription,
} from '@temporalio/client';
import {
  pollCommentsIntervalMs,
  pollMetricsIntervalMs,
  reconcileIntervalMs,
  refreshAheadIntervalMs,
  scheduleIdOf,
  sweepMediaIntervalMs,
  sweepNames,
  workflowTypes,
  type Installation,
} from '../domain/workflow-contract.js';
import type { TroubledSchedule } from '../services/shared/workflow-starter.js';

const minuteMs = 60_000;
const callTimeoutMs = 10_000;

interface Sweep {
  name: string;
  everyMs: number;
  workflowType: string;
  timeoutMs: number;
  summary: string;
}

const sweeps: readonly Sweep[] = [
  {
    name: sweepNames.reconcile,
    everyMs: reconcileIntervalMs,
    workflowType: workflowTypes.reconcile,
    timeoutMs: 5 * minuteMs,
    summary: 'Start and cancel what is owed',
  },
  {
    name: sweepNames.sweepMedia,
    everyMs: sweepMediaIntervalMs,
    workflowType: workflowTypes.sweepMedia,
    timeoutMs: 60 * minuteMs,
    summary: 'Remove uploads that were never completed',
  },
  {
    name: sweepNames.refreshAhead,
    everyMs: refreshAheadIntervalMs,
    workflowType: workflowTypes.refreshAhead,
    timeoutMs: 10 * minuteMs,
    summary: 'Refresh grants before they die unused',
  },
  {
    name: sweepNames.pollComments,
    everyMs: pollCommentsIntervalMs,
    workflowType: workflowTypes.pollComments,
    timeoutMs: 10 * minuteMs,
    summary: 'Read the comments that are due',
  },
  {
    name: sweepNames.pollMetrics,
    everyMs: pollMetricsIntervalMs,
    workflowType: workflowTypes.pollMetrics,
    timeoutMs: 10 * minuteMs,
    summary: 'Read the metrics of posts that are due',
  },
];

/** The change to a schedule, or `unchanged`. */
export interface EnsuredSchedule {
  id: string;
  done: 'created' | 'changed' | 'unchanged';
}

/** The Schedules have the names of this installation, but belong to another one. */
class NamesTakenError extends Error {
  override readonly name = 'NamesTakenError';
}

/**
 * Creates or corrects an installation's schedules: present, running, and with this build's intervals. Other workers may
 * do so at the same time. A manual pause is undone, because without the schedules no sweep pays debts.
 */
export async function ensureSchedules(
  client: Client,
  installation: Installation,
): Promise<EnsuredSchedule[]> {
  await requireOwnNames(client, installation);
  const ensured = [];
  for (const sweep of sweeps) ensured.push(await ensureSchedule(client, installation, sweep));
  return ensured;
}

/**
 * Throws if another installation in the namespace has the names of this one, which is possible for two databases from
 * before 0.1.0. The worker of the one would then take the runs of the other.
 */
async function requireOwnNames(client: Client, installation: Installation): Promise<void> {
  const id = scheduleIdOf(installation.taskQueue, sweepNames.reconcile);
  const owner = await readOwner(client, id);
  if (owner === null || owner === installation.id) return;
  throw new NamesTakenError(
    `Another installation (${owner}) uses the Temporal namespace ${client.options.namespace} with the same names. Set TEMPORAL_NAMESPACE to a namespace of its own, then run punctual setup.`,
  );
}

/** Like `requireOwnNames`, for a worker, whose role may not be allowed to read schedules. */
export async function refuseTakenNames(client: Client, installation: Installation): Promise<void> {
  const deadlineMs = Date.now() + callTimeoutMs;
  try {
    await client.connection.withDeadline(deadlineMs, () => requireOwnNames(client, installation));
  } catch (error) {
    if (error instanceof NamesTakenError) throw error;
  }
}

async function readOwner(client: Client, scheduleId: string): Promise<string | null> {
  try {
    return ownerOf(await client.schedule.getHandle(scheduleId).describe());
  } catch (error) {
    if (error instanceof ScheduleNotFoundError) return null;
    throw error;
  }
}

/** The id of the installation for which a schedule runs. Null if a release before 0.1.0 has made it. */
function ownerOf({ action }: ScheduleDescription): string | null {
  const owner: unknown = action.memo?.['installationId'];
  return typeof owner === 'string' ? owner : null;
}

async function ensureSchedule(
  client: Client,
  installation: Installation,
  sweep: Sweep,
): Promise<EnsuredSchedule> {
  const options = optionsOf(installation, sweep);
  const { scheduleId: id } = options;
  const handle = client.schedule.getHandle(id);
  try {
    const found = await handle.describe();
    if (isAsWanted(found, installation, sweep)) return { id, done: 'unchanged' };
    await handle.update(() => ({ ...options, state: { paused: false } }));
    return { id, done: 'changed' };
  } catch (error) {
    if (!(error instanceof ScheduleNotFoundError)) throw error;
  }
  try {
    await client.schedule.create(options);
    return { id, done: 'created' };
  } catch (error) {
    if (!(error instanceof ScheduleAlreadyRunning)) throw error;
    return { id, done: 'unchanged' };
  }
}

function optionsOf({ id, taskQueue }: Installation, sweep: Sweep) {
  const scheduleId = scheduleIdOf(taskQueue, sweep.name);
  return {
    scheduleId,
    spec: { intervals: [{ every: sweep.everyMs }] },
    action: {
      type: 'startWorkflow' as const,
      workflowType: sweep.workflowType,
      workflowId: scheduleId,
      taskQueue,
      workflowExecutionTimeout: sweep.timeoutMs,
      staticSummary: sweep.summary,
      // A schedule's own memo and note cannot be kept up to date: updates leave out the one, a pause replaces the other.
      memo: { installationId: id },
    },
    // Missed sweeps are not repeated, because the next one finds the same rows.
    policies: { overlap: ScheduleOverlapPolicy.SKIP, catchupWindow: minuteMs },
  };
}

function isAsWanted(found: ScheduleDescription, installation: Installation, sweep: Sweep): boolean {
  const { spec, action, policies, state } = found;
  const wanted = optionsOf(installation, sweep).action;
  const [interval, ...others] = spec.intervals ?? [];
  return (
    !state.paused &&
    interval?.every === sweep.everyMs &&
    others.length === 0 &&
    policies.overlap === ScheduleOverlapPolicy.SKIP &&
    policies.catchupWindow === minuteMs &&
    action.workflowType === wanted.workflowType &&
    action.workflowId === wanted.workflowId &&
    action.taskQueue === wanted.taskQueue &&
    action.workflowExecutionTimeout === wanted.workflowExecutionTimeout &&
    ownerOf(found) === installation.id
  );
}

/** Returns the schedules that do not run for the installation. */
export async function readTroubledSchedules(
  client: Client,
  { id: installationId, taskQueue }: Installation,
): Promise<TroubledSchedule[]> {
  const states = await Promise.all(
    sweeps.map(async ({ name }) => {
      const id = scheduleIdOf(taskQueue, name);
      return { id, state: await readState(client, id, installationId) };
    }),
  );
  return states.flatMap(({ id, state }) => (state === 'running' ? [] : [{ id, state }]));
}

async function readState(
  client: Client,
  id: string,
  installationId: string,
): Promise<TroubledSchedule['state'] | 'running'> {
  try {
    const found = await client.schedule.getHandle(id).describe();
    if ((ownerOf(found) ?? installationId) !== installationId) return 'taken';
    return found.state.paused ? 'paused' : 'running';
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
  { taskQueue }: Installation,
  nowMs: () => number,
): Promise<{ aheadMsMin: number; aheadMsMax: number } | null> {
  const id = scheduleIdOf(taskQueue, sweepNames.reconcile);
  const { info } = await client.schedule.getHandle(id).describe();
  const [next] = info.nextActionTimes;
  if (next === undefined) return null;
  const aheadMsMax = next.getTime() - nowMs();
  return { aheadMsMin: aheadMsMax - reconcileIntervalMs, aheadMsMax };
}
