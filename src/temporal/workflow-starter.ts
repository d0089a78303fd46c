import type { PlatformName } from '../domain/platforms.js';

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
  /** Asks a run to cancel itself. `gone`: no such run, or it has ended already. */
  cancel(workflowId: string): Promise<'requested' | 'gone'>;
  /** Whether a run of this id is there and open. */
  isRunning(workflowId: string): Promise<boolean>;
  /**
   * How far a run of this id has come, as far back as Temporal keeps those that have ended. `waiting`: it was still
   * delayed when it was asked for, or cancelled. `begun`: it may have done anything since.
   */
  progressOf(workflowId: string): Promise<'none' | 'waiting' | 'begun'>;
  /** Runs the account's single refresh, or joins the one under way, and waits for its end. */
  refreshAccount(
    socialAccountId: string,
    seenCredentialsVersion: number,
  ): Promise<'refreshed' | 'revoked' | 'unavailable'>;
  /** Whether Temporal answers, and whether a worker polls our task queues: the posts', and the webhooks'. */
  health(): Promise<{ reachable: boolean; workerPolling: boolean; webhooksPolling: boolean }>;
}
