import type { PlatformName } from '../../domain/platforms.js';
import type { PlannedTarget } from '../../domain/workflow-contract.js';

export interface PublishPostStart {
  workflowId: string;
  postId: string;
  targets: PlannedTarget[];
  workspaceId: string;
  socialAccountIds: string[];
  platforms: PlatformName[];
  scheduledAt: Date;
  /** The time at which the run begins, which is some time before the post is due, for preparation. */
  startAt: Date;
  /** The request that caused the run, for the memo. Null if the reconciler starts it. */
  requestId: string | null;
}

export interface RetryFirstCommentStart {
  workflowId: string;
  postId: string;
  targetId: string;
  workspaceId: string;
  requestId: string | null;
}

export interface ChangePublicationStart {
  workflowId: string;
  changeId: string;
  postId: string;
  workspaceId: string;
  requestId: string | null;
}

export interface DeliverWebhookStart {
  workflowId: string;
  deliveryId: string;
  endpointId: string;
  eventId: string;
  eventType: string;
  workspaceId: string;
}

/**
 * The state of a run. `paused`: alive, but continues only on an operator's command. `stuck`: alive, but every worker
 * fails to continue it. `failed`: ended because a worker of another version could not replay it. `closed`: ended in any
 * other way than by returning. `missing`: unknown to Temporal.
 */
export type RunState = 'running' | 'paused' | 'stuck' | 'completed' | 'failed' | 'closed' | 'missing';

/** Whether the run will continue, so that it must not be replaced. */
export function goesOn(state: RunState): state is 'running' | 'paused' {
  return state === 'running' || state === 'paused';
}

export interface TemporalHealth {
  reachable: boolean;
  /** The reason why Temporal cannot be reached, if it is known. */
  fault?: string;
  /** The name of our namespace, if Temporal does not have it. Nothing else is known then. */
  missingNamespace?: string;
  /** Whether a worker polls our task queues: posts and webhooks. Null if their names are not known yet. */
  workerPolling: boolean | null;
  webhooksPolling: boolean | null;
  /** The names of missing attributes. Null if we may not read them. */
  missingSearchAttributes: readonly string[] | null;
  /** The Schedules that do not run for us. Null if we may not read them. */
  troubledSchedules: readonly TroubledSchedule[] | null;
}

/** A Schedule that does not run for this installation. `taken`: it runs for another one in the same namespace. */
export interface TroubledSchedule {
  id: string;
  state: 'missing' | 'paused' | 'taken';
}

/**
 * The operations of Temporal that the services use. Every call has a timeout of a few seconds and throws on timeout.
 */
export interface WorkflowStarter {
  /**
   * Starts the run, delayed until it is due. Safe to repeat: an existing run with this id, running or finished, counts
   * as success.
   */
  startPublishPost(start: PublishPostStart): Promise<void>;
  /** Like `startPublishPost`, for another try at a first comment. */
  startRetryFirstComment(start: RetryFirstCommentStart): Promise<void>;
  /** Like `startPublishPost`, for removing or editing something public. */
  startChangePublication(start: ChangePublicationStart): Promise<void>;
  /** Like `startPublishPost`, for delivering an event to an endpoint. */
  startDeliverWebhook(start: DeliverWebhookStart): Promise<void>;
  /** Starts reading an account's due comments, in one run at a time. A run that is already reading reads again. */
  startCommentRead(socialAccountId: string): Promise<void>;
  /** Starts reading the metrics of an account's posts in the same way. */
  startMeasuring(socialAccountId: string): Promise<void>;
  /** Asks a run to cancel itself. `gone`: there is no such run, or it has ended. */
  cancel(workflowId: string): Promise<'requested' | 'gone'>;
  /** The state of the run with this id. */
  describe(workflowId: string): Promise<RunState>;
  /**
   * The progress of a run with this id, as long as Temporal keeps ended runs. `waiting`: it was still delayed at this
   * moment, or when it was canceled. `begun`: it may have done anything.
   */
  progressOf(workflowId: string): Promise<'none' | 'waiting' | 'begun'>;
  /** Ends a run immediately, even a stuck one, without running any more of its code. `gone`: as in `cancel`. */
  terminate(workflowId: string, reason: string): Promise<'requested' | 'gone'>;
  /** Runs or joins the account's single refresh and waits for its end. */
  refreshAccount(
    socialAccountId: string,
    seenCredentialsVersion: number,
  ): Promise<'refreshed' | 'revoked' | 'unavailable'>;
  /** Whether Temporal responds and has everything that posts need. */
  health(): Promise<TemporalHealth>;
}
