import type { PlatformName } from '../../domain/platforms.js';

export interface PublishPostStart {
  workflowId: string;
  postId: string;
  workspaceId: string;
  socialAccountIds: string[];
  platforms: PlatformName[];
  scheduledAt: Date;
  /** The request that asked for it, for the memo; null when the reconciler starts it. */
  requestId: string | null;
}

export interface RetryFirstCommentStart {
  workflowId: string;
  postId: string;
  targetId: string;
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
 * How a run stands. `paused` lives, and goes on only when somebody says so; `closed` has ended by anything but its own
 * return; `missing` is not known to Temporal.
 */
export type RunState = 'running' | 'paused' | 'completed' | 'closed' | 'missing';

export interface TemporalHealth {
  reachable: boolean;
  /** Whether a worker polls our task queues: the posts', and the webhooks'. */
  workerPolling: boolean;
  webhooksPolling: boolean;
  /** Names; null where we may not ask. */
  missingSearchAttributes: readonly string[] | null;
  /** Those that are not as they should be. */
  troubledSchedules: readonly { id: string; state: 'missing' | 'paused' }[];
}

/** What the services may ask of Temporal. Every call has a deadline of a few seconds and throws when it passes. */
export interface WorkflowStarter {
  /**
   * Starts the run, delayed until it is due. Repeating it is harmless: a run of this id that is there already,
   * running or finished, counts as success.
   */
  startPublishPost(start: PublishPostStart): Promise<void>;
  /** As `startPublishPost`, for one more try at a first comment. */
  startRetryFirstComment(start: RetryFirstCommentStart): Promise<void>;
  /** As `startPublishPost`, for an event on its way to an endpoint. */
  startDeliverWebhook(start: DeliverWebhookStart): Promise<void>;
  /** Has the comments of an account read that are due, by one run at a time: one that goes on reads again. */
  startCommentRead(socialAccountId: string): Promise<void>;
  /** Asks a run to cancel itself. `gone`: no such run, or it has ended already. */
  cancel(workflowId: string): Promise<'requested' | 'gone'>;
  /** How the run of this id stands. */
  describe(workflowId: string): Promise<RunState>;
  /**
   * How far a run of this id has come, as far back as Temporal keeps those that have ended. `waiting`: it was still
   * delayed when it was asked for, or cancelled. `begun`: it may have done anything since.
   */
  progressOf(workflowId: string): Promise<'none' | 'waiting' | 'begun'>;
  /** Ends a run at once, stuck or not; none of its code runs any more. `gone`: as in `cancel`. */
  terminate(workflowId: string, reason: string): Promise<'requested' | 'gone'>;
  /** Runs the account's single refresh, or joins the one under way, and waits for its end. */
  refreshAccount(
    socialAccountId: string,
    seenCredentialsVersion: number,
  ): Promise<'refreshed' | 'revoked' | 'unavailable'>;
  /** Whether Temporal answers, and has what posts need there. */
  health(): Promise<TemporalHealth>;
}
