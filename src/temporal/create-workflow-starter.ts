import {
  WorkflowExecutionAlreadyStartedError,
  WorkflowNotFoundError,
  type Client,
  type WorkflowClient,
  type WorkflowExecutionDescription,
  type WorkflowStartOptions,
} from '@temporalio/client';
import { TypedSearchAttributes } from '@temporalio/common';
import {
  pollCommentsWorkflowId,
  pollMetricsWorkflowId,
  readAgainSignalName,
  refreshAccountWorkflowId,
  webhookTaskQueueOf,
  workflowTypes,
  type ChangePublicationInput,
  type DeliverWebhookInput,
  type Installation,
  type PollCommentsInput,
  type PollMetricsInput,
  type PublishPostInput,
  type RetryFirstCommentInput,
  type RefreshResult,
} from '../domain/workflow-contract.js';
import type { Clock } from '../clock.js';
import { healthAfter, readHealth } from './health.js';
import { createStartSpacing } from './space-starts.js';
import { searchAttributes } from './search-attributes.js';
import type {
  ChangePublicationStart,
  DeliverWebhookStart,
  PublishPostStart,
  RetryFirstCommentStart,
  RunState,
  WorkflowStarter,
} from '../services/shared/workflow-starter.js';

const usualCallTimeoutMs = 2_500;
const refreshTimeoutMs = 90_000;

/** Maps Temporal's name of a run's status. Every other name means `closed`. */
const runStates: Readonly<Record<string, RunState>> = {
  RUNNING: 'running',
  // The next run of a continued run has the same id.
  CONTINUED_AS_NEW: 'running',
  PAUSED: 'paused',
  COMPLETED: 'completed',
  // Our workflows never fail by themselves. Only `workflowFailureErrorTypes` of the worker ends a run in this way.
  FAILED: 'failed',
};

/**
 * From this attempt on, a workflow task counts as one that no worker can do: the attempts before it took more than half
 * a minute. A lost worker or a busy one costs one attempt or two.
 */
const hopelessAttempt = 5;

export interface WorkflowStarterOptions {
  client: Client;
  clock: Clock;
  /** The installation whose runs are started. Read before each call, and repeatedly until it is known. */
  installation: () => Promise<Installation>;
  /** Tests pass a client that can skip time. */
  workflowClient?: WorkflowClient;
  /** Tests wait longer, because nothing repeats a call that a slow machine did not answer in time. */
  callTimeoutMs?: number;
  /** Whether runs start only when they are due, because nothing can be held while a test skips time. */
  startsWhenDue?: boolean;
}

export function createWorkflowStarter(options: WorkflowStarterOptions): WorkflowStarter {
  const { client, clock, callTimeoutMs = usualCallTimeoutMs } = options;
  const readQueue = async (): Promise<string> => (await options.installation()).taskQueue;
  const workflows = options.workflowClient ?? client.workflow;
  const spacing = createStartSpacing();
  const bounded = <T>(call: () => Promise<T>, timeoutMs = callTimeoutMs): Promise<T> =>
    client.connection.withDeadline(Date.now() + timeoutMs, call);
  /** Starts a run. Its id is derived from its row, so a second start changes nothing. */
  const startOnce = async (type: string, run: Run, queueOf = sameQueue): Promise<void> => {
    const taskQueue = queueOf(await readQueue());
    await bounded(() =>
      orAlreadyStarted(
        workflows.start(type, {
          taskQueue,
          ...run,
          workflowIdReusePolicy: 'REJECT_DUPLICATE',
          workflowIdConflictPolicy: 'USE_EXISTING',
        }),
      ),
    );
  };
  const startReadOf = async (accountId: string, kind: ReadKind): Promise<void> => {
    const queue = await readQueue();
    await bounded(() => startRead(workflows, queue, accountId, kind));
  };

  return {
    async startPublishPost(start) {
      const spaced = options.startsWhenDue === true ? whenDue(start) : spacing.space(start);
      await startOnce(workflowTypes.publishPost, publishPostRun(spaced, clock));
      spacing.started(start);
    },
    startRetryFirstComment: (start) => startOnce(workflowTypes.retryFirstComment, firstCommentRun(start)),
    startChangePublication: (start) => startOnce(workflowTypes.changePublication, changeRun(start)),
    startDeliverWebhook: (start) =>
      startOnce(workflowTypes.deliverWebhook, deliveryRun(start), webhookTaskQueueOf),

    startCommentRead: (accountId) => startReadOf(accountId, commentRead),
    startMeasuring: (accountId) => startReadOf(accountId, measuring),

    cancel: (workflowId) => {
      spacing.ended(workflowId);
      return orGone(() => bounded(() => workflows.getHandle(workflowId).cancel()));
    },
    terminate: (workflowId, reason) => {
      spacing.ended(workflowId);
      return orGone(() => bounded(() => workflows.getHandle(workflowId).terminate(reason)));
    },

    describe: (workflowId) => bounded(() => describeRun(workflows, workflowId)),
    progressOf: (workflowId) => bounded(() => progressOf(workflows, workflowId, clock)),

    async refreshAccount(socialAccountId, seenVersion) {
      const queue = await readQueue();
      return bounded(() => refreshAccount(workflows, queue, socialAccountId, seenVersion), refreshTimeoutMs);
    },

    async health() {
      const known = await options.installation().catch(() => null);
      return bounded(() => readHealth(client, known, clock)).catch((fault) => healthAfter(client, fault));
    },
  };
}

async function describeRun(workflows: WorkflowClient, workflowId: string): Promise<RunState> {
  try {
    return stateOf(await workflows.getHandle(workflowId).describe());
  } catch (error) {
    if (error instanceof WorkflowNotFoundError) return 'missing';
    throw error;
  }
}

function stateOf({ status, raw }: WorkflowExecutionDescription): RunState {
  const state = runStates[status.name] ?? 'closed';
  const attempt = raw.pendingWorkflowTask?.attempt ?? 0;
  return state === 'running' && attempt >= hopelessAttempt ? 'stuck' : state;
}

/** Returns a run's progress. Before its post's due time, a run has made no call, even if it has prepared one. */
async function progressOf(
  workflows: WorkflowClient,
  workflowId: string,
  clock: Clock,
): ReturnType<WorkflowStarter['progressOf']> {
  try {
    const run = await workflows.getHandle(workflowId).describe();
    const { closeTime, executionTime, startTime, typedSearchAttributes } = run;
    const dueAt = typedSearchAttributes.get(searchAttributes.scheduledAt) ?? executionTime ?? startTime;
    return dueAt > (closeTime ?? clock.now()) ? 'waiting' : 'begun';
  } catch (error) {
    if (error instanceof WorkflowNotFoundError) return 'none';
    throw error;
  }
}

/** A kind of workflow that reads for an account at its platform. */
interface ReadKind {
  type: string;
  idOf: (socialAccountId: string) => string;
  summary: string;
}

const commentRead: ReadKind = {
  type: workflowTypes.pollComments,
  idOf: pollCommentsWorkflowId,
  summary: 'Read the comments of an account',
};
const measuring: ReadKind = {
  type: workflowTypes.pollMetrics,
  idOf: pollMetricsWorkflowId,
  summary: 'Read the metrics of the posts of an account',
};

/** Starts reading for an account, or makes a running read start again, in case it missed rows. */
async function startRead(
  workflows: WorkflowClient,
  queue: string,
  socialAccountId: string,
  { type, idOf, summary }: ReadKind,
): Promise<void> {
  await workflows.signalWithStart(type, {
    workflowId: idOf(socialAccountId),
    taskQueue: queue,
    args: [{ socialAccountId } satisfies PollCommentsInput & PollMetricsInput],
    signal: readAgainSignalName,
    workflowExecutionTimeout: '10 minutes',
    staticSummary: summary,
    typedSearchAttributes: new TypedSearchAttributes([
      { key: searchAttributes.socialAccountId, value: [socialAccountId] },
    ]),
  });
}

/**
 * Runs or joins the refresh of an account. Unlike other runs, it may follow an earlier run with the same id, but two
 * never run at the same time.
 */
function refreshAccount(
  workflows: WorkflowClient,
  queue: string,
  socialAccountId: string,
  seenVersion: number,
): Promise<RefreshResult> {
  return workflows.execute<(input: object) => Promise<RefreshResult>>(workflowTypes.refreshAccount, {
    workflowId: refreshAccountWorkflowId(socialAccountId),
    taskQueue: queue,
    args: [{ socialAccountId, seenVersion }],
    workflowIdConflictPolicy: 'USE_EXISTING',
    // The timeout is longer than both tries, because a second refresh beside a running one would reuse a token.
    workflowExecutionTimeout: '30 minutes',
    staticSummary: 'Refresh the token of an account',
    typedSearchAttributes: new TypedSearchAttributes([
      { key: searchAttributes.socialAccountId, value: [socialAccountId] },
    ]),
  });
}

const sameQueue = (queue: string): string => queue;

const whenDue = (start: PublishPostStart): PublishPostStart => ({ ...start, startAt: start.scheduledAt });

/** The properties in which runs differ. */
type Run = Pick<
  WorkflowStartOptions,
  | 'args'
  | 'memo'
  | 'priority'
  | 'startDelay'
  | 'staticDetails'
  | 'staticSummary'
  | 'typedSearchAttributes'
  | 'workflowId'
>;

function publishPostRun(start: PublishPostStart, clock: Clock): Run {
  const startDelayMs = Math.max(0, start.startAt.getTime() - clock.now().getTime());
  return {
    workflowId: start.workflowId,
    args: [{ postId: start.postId, targets: start.targets } satisfies PublishPostInput],
    ...(startDelayMs > 0 ? { startDelay: startDelayMs } : {}),
    staticSummary: `Publish ${start.postId} to ${start.platforms.join(', ')}`,
    staticDetails: `Due ${start.scheduledAt.toISOString()}, ${start.socialAccountIds.length} target(s), workspace ${start.workspaceId}.`,
    memo: memoOf(start),
    // With fairness on the server, a workspace with thousands of posts at one time does not delay the others.
    priority: { fairnessKey: start.workspaceId },
    typedSearchAttributes: new TypedSearchAttributes([
      { key: searchAttributes.workspaceId, value: start.workspaceId },
      { key: searchAttributes.postId, value: start.postId },
      { key: searchAttributes.publishState, value: 'SCHEDULED' },
      { key: searchAttributes.socialAccountId, value: start.socialAccountIds },
      { key: searchAttributes.platform, value: start.platforms },
      { key: searchAttributes.scheduledAt, value: start.scheduledAt },
    ]),
  };
}

function firstCommentRun(start: RetryFirstCommentStart): Run {
  return {
    workflowId: start.workflowId,
    args: [{ postId: start.postId, targetId: start.targetId } satisfies RetryFirstCommentInput],
    staticSummary: `First comment of ${start.targetId}, again`,
    memo: memoOf(start),
    typedSearchAttributes: new TypedSearchAttributes([
      { key: searchAttributes.workspaceId, value: start.workspaceId },
      { key: searchAttributes.postId, value: start.postId },
    ]),
  };
}

function changeRun(start: ChangePublicationStart): Run {
  return {
    workflowId: start.workflowId,
    args: [{ changeId: start.changeId } satisfies ChangePublicationInput],
    staticSummary: `Change what is public of ${start.postId}`,
    memo: memoOf(start),
    typedSearchAttributes: new TypedSearchAttributes([
      { key: searchAttributes.workspaceId, value: start.workspaceId },
      { key: searchAttributes.postId, value: start.postId },
    ]),
  };
}

function deliveryRun(start: DeliverWebhookStart): Run {
  const { workflowId, deliveryId, endpointId, eventId, eventType, workspaceId } = start;
  return {
    workflowId,
    args: [{ deliveryId, endpointId } satisfies DeliverWebhookInput],
    staticSummary: `Deliver ${eventType} ${eventId} to ${endpointId}`,
    // With fairness on the server, a workspace whose receivers hang does not delay the others.
    priority: { fairnessKey: workspaceId },
    typedSearchAttributes: new TypedSearchAttributes([
      { key: searchAttributes.workspaceId, value: workspaceId },
    ]),
  };
}

function memoOf({ requestId }: { requestId: string | null }): Record<string, string> {
  return requestId === null ? {} : { requestId };
}

/** Treats an existing run as success: only this service uses the id, so an earlier start has succeeded. */
async function orAlreadyStarted(started: Promise<unknown>): Promise<void> {
  try {
    await started;
  } catch (error) {
    if (!(error instanceof WorkflowExecutionAlreadyStartedError)) throw error;
  }
}

/** Returns `gone` for a run that has ended or never existed. */
async function orGone(call: () => Promise<unknown>): Promise<'requested' | 'gone'> {
  try {
    await call();
    return 'requested';
  } catch (error) {
    if (error instanceof WorkflowNotFoundError) return 'gone';
    throw error;
  }
}
