import type { Client } from '@temporalio/client';
import type { Clock } from '../clock.js';
import { uploadTaskQueueOf, webhookTaskQueueOf, type Installation } from '../domain/workflow-contract.js';
import { isNotFound } from './namespace.js';
import { readTroubledSchedules } from './schedules.js';
import { readMissingSearchAttributes } from './search-attributes.js';
import { versionOfIdentity } from './worker-version.js';
import type { TemporalHealth } from '../services/shared/workflow-starter.js';

/**
 * The age at which a poller counts as gone. Temporal lists a poller for five minutes after its last poll; a living
 * worker polls at least once a minute.
 */
const pollerAgeMsMax = 90_000;
/** Temporal's numbers for the two kinds of work that a queue holds (`TaskQueueType`). */
const workflowTasks = 1;
const activityTasks = 2;

const nothingKnown: Omit<TemporalHealth, 'reachable'> = {
  workerPolling: null,
  webhooksPolling: null,
  missingSearchAttributes: null,
  troubledSchedules: null,
};

/** Returns the health that follows from the failure of `readHealth`. */
export function healthAfter(client: Client, error: unknown): TemporalHealth {
  if (isNotFound(error)) {
    return { ...nothingKnown, reachable: true, missingNamespace: client.options.namespace };
  }
  return { ...nothingKnown, reachable: false, fault: textOf(error) };
}

/** Returns the reason why Temporal does not answer. Null if it answers. */
export async function readOutage(client: Client, timeoutMs: number): Promise<string | null> {
  try {
    await client.connection.withDeadline(Date.now() + timeoutMs, () =>
      client.workflowService.getSystemInfo({}),
    );
    return null;
  } catch (error) {
    return textOf(error);
  }
}

/** The text of the innermost cause: the outer errors say only which call failed. */
function textOf(error: unknown): string {
  const inner = error instanceof Error && error.cause !== undefined ? error.cause : error;
  return inner instanceof Error ? inner.message : String(inner);
}

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
    return { ...nothingKnown, reachable: true, missingSearchAttributes: await attributes };
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

/** Returns the versions of the workers that poll for posts. Null stands for one from before 0.1.0. */
export async function readWorkerVersions(
  client: Client,
  queue: string,
  clock: Clock,
): Promise<(string | null)[]> {
  const identities = await readPollers(client, queue, workflowTasks, clock);
  return [...new Set(identities.map(versionOfIdentity))];
}

async function hasPoller(
  client: Client,
  name: string,
  taskQueueType: number,
  clock: Clock,
): Promise<boolean> {
  return (await readPollers(client, name, taskQueueType, clock)).length > 0;
}

/** Returns the identities of the workers that have polled recently. */
async function readPollers(
  client: Client,
  name: string,
  taskQueueType: number,
  clock: Clock,
): Promise<string[]> {
  const { pollers } = await client.workflowService.describeTaskQueue({
    namespace: client.options.namespace,
    taskQueue: { name },
    taskQueueType,
  });
  const oldestMs = clock.now().getTime() - pollerAgeMsMax;
  return pollers
    .filter(({ lastAccessTime }) => Number(lastAccessTime?.seconds ?? 0) * 1000 > oldestMs)
    .map(({ identity }) => identity ?? '');
}
