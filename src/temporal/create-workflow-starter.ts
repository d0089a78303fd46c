import {
  WorkflowExecutionAlreadyStartedError,
  WorkflowNotFoundError,
  type Client,
  type WorkflowClient,
} from '@temporalio/client';
import { TypedSearchAttributes } from '@temporalio/common';
import {
  refreshAccountWorkflowId,
  taskQueue,
  workflowTypes,
  type DeliverWebhookInput,
  type PublishPostInput,
  type RetryFirstCommentInput,
  type RefreshResult,
} from '../domain/workflow-contract.js';
import type { Clock } from '../clock.js';
import { searchAttributes } from './search-attributes.js';
import type {
  DeliverWebhookStart,
  PublishPostStart,
  RetryFirstCommentStart,
  WorkflowStarter,
} from './workflow-starter.js';

const callTimeoutMs = 2_500;
const refreshTimeoutMs = 90_000;
/** A poller is known for five minutes after its last poll; a living worker polls at least once a minute. */
const pollerAgeMsMax = 90_000;

export interface WorkflowStarterOptions {
  client: Client;
  clock: Clock;
  queue?: string;
  /** Tests pass a client whose starts skip time. */
  workflowClient?: WorkflowClient;
}

export function createWorkflowStarter(options: WorkflowStarterOptions): WorkflowStarter {
  const { client, clock } = options;
  const queue = options.queue ?? taskQueue;
  const workflows = options.workflowClient ?? client.workflow;
  const bounded = <T>(call: () => Promise<T>, timeoutMs = callTimeoutMs): Promise<T> =>
    client.connection.withDeadline(Date.now() + timeoutMs, call);

  return {
    startPublishPost: (start) => bounded(() => startPublishPost(workflows, clock, queue, start)),

    startRetryFirstComment: (start) =>
      bounded(() => orAlreadyStarted(startRetryFirstComment(workflows, queue, start))),

    startDeliverWebhook: (start) =>
      bounded(() => orAlreadyStarted(startDeliverWebhook(workflows, queue, start))),

    async cancel(workflowId) {
      try {
        await bounded(() => workflows.getHandle(workflowId).cancel());
        return 'requested';
      } catch (error) {
        if (error instanceof WorkflowNotFoundError) return 'gone';
        throw error;
      }
    },

    async isRunning(workflowId) {
      try {
        const { status } = await bounded(() => workflows.getHandle(workflowId).describe());
        return status.name === 'RUNNING' || status.name === 'PAUSED';
      } catch (error) {
        if (error instanceof WorkflowNotFoundError) return false;
        throw error;
      }
    },

    refreshAccount: (socialAccountId, seenVersion) =>
      bounded(
        () =>
          workflows.execute<(input: object) => Promise<RefreshResult>>(workflowTypes.refreshAccount, {
            workflowId: refreshAccountWorkflowId(socialAccountId),
            taskQueue: queue,
            args: [{ socialAccountId, seenVersion }],
            workflowIdConflictPolicy: 'USE_EXISTING',
            workflowExecutionTimeout: '5 minutes',
            staticSummary: 'Refresh the token of an account',
            typedSearchAttributes: new TypedSearchAttributes([
              { key: searchAttributes.socialAccountId, value: [socialAccountId] },
            ]),
          }),
        refreshTimeoutMs,
      ),

    async health() {
      try {
        return { reachable: true, workerPolling: await bounded(() => hasPoller(client, queue, clock)) };
      } catch {
        return { reachable: false, workerPolling: false };
      }
    },
  };
}

async function startPublishPost(
  workflows: WorkflowClient,
  clock: Clock,
  queue: string,
  start: PublishPostStart,
): Promise<void> {
  const input: PublishPostInput = { postId: start.postId };
  const startDelayMs = Math.max(0, start.scheduledAt.getTime() - clock.now().getTime());
  await orAlreadyStarted(
    workflows.start(workflowTypes.publishPost, {
      workflowId: start.workflowId,
      taskQueue: queue,
      args: [input],
      workflowIdReusePolicy: 'REJECT_DUPLICATE',
      workflowIdConflictPolicy: 'USE_EXISTING',
      ...(startDelayMs > 0 ? { startDelay: startDelayMs } : {}),
      staticSummary: `Publish ${start.postId} to ${start.platforms.join(', ')}`,
      staticDetails: `Due ${start.scheduledAt.toISOString()}, ${start.socialAccountIds.length} target(s), workspace ${start.workspaceId}.`,
      memo: start.requestId === null ? {} : { requestId: start.requestId },
      typedSearchAttributes: new TypedSearchAttributes([
        { key: searchAttributes.workspaceId, value: start.workspaceId },
        { key: searchAttributes.postId, value: start.postId },
        { key: searchAttributes.publishState, value: 'SCHEDULED' },
        { key: searchAttributes.socialAccountId, value: start.socialAccountIds },
        { key: searchAttributes.platform, value: start.platforms },
        { key: searchAttributes.scheduledAt, value: start.scheduledAt },
      ]),
    }),
  );
}

function startRetryFirstComment(
  workflows: WorkflowClient,
  queue: string,
  start: RetryFirstCommentStart,
): Promise<unknown> {
  return workflows.start(workflowTypes.retryFirstComment, {
    workflowId: start.workflowId,
    taskQueue: queue,
    args: [{ postId: start.postId, targetId: start.targetId } satisfies RetryFirstCommentInput],
    workflowIdReusePolicy: 'REJECT_DUPLICATE',
    workflowIdConflictPolicy: 'USE_EXISTING',
    staticSummary: `First comment of ${start.targetId}, again`,
    memo: start.requestId === null ? {} : { requestId: start.requestId },
    typedSearchAttributes: new TypedSearchAttributes([
      { key: searchAttributes.workspaceId, value: start.workspaceId },
      { key: searchAttributes.postId, value: start.postId },
    ]),
  });
}

function startDeliverWebhook(
  workflows: WorkflowClient,
  queue: string,
  start: DeliverWebhookStart,
): Promise<unknown> {
  const { deliveryId, endpointId, eventId, eventType, workspaceId } = start;
  return workflows.start(workflowTypes.deliverWebhook, {
    workflowId: start.workflowId,
    taskQueue: queue,
    args: [{ deliveryId, endpointId } satisfies DeliverWebhookInput],
    workflowIdReusePolicy: 'REJECT_DUPLICATE',
    workflowIdConflictPolicy: 'USE_EXISTING',
    staticSummary: `Deliver ${eventType} ${eventId} to ${endpointId}`,
    typedSearchAttributes: new TypedSearchAttributes([
      { key: searchAttributes.workspaceId, value: workspaceId },
    ]),
  });
}

/** The id is ours alone: that a run of it has ended already means that an earlier start arrived. */
async function orAlreadyStarted(started: Promise<unknown>): Promise<void> {
  try {
    await started;
  } catch (error) {
    if (!(error instanceof WorkflowExecutionAlreadyStartedError)) throw error;
  }
}

async function hasPoller(client: Client, queue: string, clock: Clock): Promise<boolean> {
  const { pollers } = await client.workflowService.describeTaskQueue({
    namespace: client.options.namespace,
    taskQueue: { name: queue },
    taskQueueType: 1,
  });
  const oldestMs = clock.now().getTime() - pollerAgeMsMax;
  return pollers.some(({ lastAccessTime }) => Number(lastAccessTime?.seconds ?? 0) * 1000 > oldestMs);
}
