import type {
  ChangePublicationStart,
  PublishPostStart,
  RetryFirstCommentStart,
  TroubledSchedule,
  WorkflowStarter,
} from '../../src/services/shared/workflow-starter.js';

/** A starter that only records its calls. `failing` makes every call fail as if Temporal were unreachable. */
export interface RecordingStarter extends WorkflowStarter {
  failing: boolean;
  workerPolling: boolean;
  webhooksPolling: boolean;
  missingSearchAttributes: string[];
  troubledSchedules: TroubledSchedule[];
  starts: PublishPostStart[];
  commentStarts: RetryFirstCommentStart[];
  changeStarts: ChangePublicationStart[];
  /** Accounts for which a read of comments was started. */
  commentReads: string[];
  measurings: string[];
  cancellations: string[];
  terminations: string[];
}

export function createRecordingStarter(): RecordingStarter {
  const guard = (): void => {
    if (starter.failing) throw new Error('Temporal is unreachable');
  };
  const starter: RecordingStarter = {
    failing: false,
    workerPolling: true,
    webhooksPolling: true,
    missingSearchAttributes: [],
    troubledSchedules: [],
    starts: [],
    commentStarts: [],
    changeStarts: [],
    commentReads: [],
    measurings: [],
    cancellations: [],
    terminations: [],
    startPublishPost: async (start) => {
      await Promise.resolve();
      guard();
      starter.starts.push(start);
    },
    startRetryFirstComment: async (start) => {
      await Promise.resolve();
      guard();
      starter.commentStarts.push(start);
    },
    startChangePublication: async (start) => {
      await Promise.resolve();
      guard();
      starter.changeStarts.push(start);
    },
    startDeliverWebhook: async () => {
      await Promise.resolve();
      guard();
    },
    startCommentRead: async (socialAccountId) => {
      await Promise.resolve();
      guard();
      starter.commentReads.push(socialAccountId);
    },
    startMeasuring: async (socialAccountId) => {
      await Promise.resolve();
      guard();
      starter.measurings.push(socialAccountId);
    },
    cancel: async (workflowId) => {
      await Promise.resolve();
      guard();
      starter.cancellations.push(workflowId);
      return 'requested';
    },
    describe: (workflowId) =>
      Promise.resolve(
        starter.starts.some((start) => start.workflowId === workflowId) ? 'running' : 'missing',
      ),
    terminate: async (workflowId) => {
      await Promise.resolve();
      guard();
      starter.terminations.push(workflowId);
      return 'requested';
    },
    progressOf: () => Promise.resolve('none'),
    refreshAccount: () => Promise.resolve('refreshed'),
    health: () => {
      const { workerPolling, webhooksPolling, missingSearchAttributes, troubledSchedules } = starter;
      return Promise.resolve({
        reachable: !starter.failing,
        workerPolling,
        webhooksPolling,
        missingSearchAttributes,
        troubledSchedules,
      });
    },
  };
  return starter;
}
