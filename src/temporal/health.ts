import type { Client } from '@temporalio/client';
import type { Clock } from '../clock.js';
import { uploadTaskQueueOf, webhookTaskQueueOf, type Installation } from '../domain/workflow-contract.js';
import { readTroubledSchedules } from './schedules.js';
import { readMissingSearchAttributes } from './search-attributes.js';
import type { TemporalHealth } from '../services/shared/workflow-starter.js';

/**
 * The age at which a poller counts as gone. Temporal lists a poller for five minutes after its last poll; a living
 * worker polls at least once a minute.
 */
const pollerAgeMsMax = 90_000;
/** Temporal's numbers for the two kinds of work that a queue holds (`TaskQueueType`). */
const workflowTasks = 1;
const activityTasks = 2;

export const unreachable: TemporalHealth = {
  reachable: false,
  workerPolling: null,
  webhooksPolling: null,
  missingSearchAttributes: null,
  troubledSchedules: null,
};

/** The queues that must be polled, with the kind of work in each. */
export function pollsOf(queue: string): readonly Poll[] {
  const [uploads, webhooks] = [uploadTaskQueueOf(queue), webhookTaskQueueOf(queue)];
  return [
    { work: 'posts', queue, kind: 'workflows' },
    { work: 'posts', queue, kind: 'activities' },
    // The upload queue has no workflows.
    { work: 'uploads', queue: uploads, kind: 'activities' },
    { work: 'webhooks', queue: webhooks, kind: 'workflows' },
    { work: 'webhooks', queue: webhooks, kind: 'activities' },
  ];
}

export interface Poll {
  work: 'posts' | 'uploads' | 'webhooks';
  queue: string;
  kind: 'workflows' | 'activities';
}

/** Returns the queues that no worker polls. */
export async function readUnpolled(client: Client, queue: string, clock: Clock): Promise<Poll[]> {
  const polls = await Promise.all(
    pollsOf(queue).map(async (poll) => {
      const type = poll.kind === 'workflows' ? workflowTasks : activityTasks;
      return { poll, isPolled: await hasPoller(client, poll.queue, type, clock) };
    }),
  );
  return polls.flatMap(({ poll, isPolled }) => (isPolled ? [] : [poll]));
}

/**
 * Reads the health of Temporal. Posts need two queues: one for publishing, and one for uploading their media. Without an
 * installation, because the database is away, only the server and the search attributes can be checked.
 */
export async function readHealth(
  client: Client,
  installation: Installation | null,
  clock: Clock,
): Promise<TemporalHealth> {
  // A role that may publish but not read search attributes or schedules is not an error.
  const attributes = readMissingSearchAttributes(client).catch(() => null);
  if (installation === null) {
    await client.workflowService.getSystemInfo({});
    return { ...unreachable, reachable: true, missingSearchAttributes: await attributes };
  }
  const { taskQueue: queue } = installation;
  const [posts, uploads, webhooks, missingSearchAttributes, troubledSchedules] = await Promise.all([
    hasPoller(client, queue, workflowTasks, clock),
    hasPoller(client, uploadTaskQueueOf(queue), activityTasks, clock),
    hasPoller(client, webhookTaskQueueOf(queue), workflowTasks, clock),
    attributes,
    readTroubledSchedules(client, installation).catch(() => null),
  ]);
  return {
    reachable: true,
    workerPolling: posts && uploads,
    webhooksPolling: webhooks,
    missingSearchAttributes,
    troubledSchedules,
  };
}

async function hasPoller(
  client: Client,
  name: string,
  taskQueueType: number,
  clock: Clock,
): Promise<boolean> {
  const { pollers } = await client.workflowService.describeTaskQueue({
    namespace: client.options.namespace,
    taskQueue: { name },
    taskQueueType,
  });
  const oldestMs = clock.now().getTime() - pollerAgeMsMax;
  return pollers.some(({ lastAccessTime }) => Number(lastAccessTime?.seconds ?? 0) * 1000 > oldestMs);
}
