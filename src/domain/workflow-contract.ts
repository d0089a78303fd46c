import type { PlatformName } from './platforms.js';
import type { PostStatus } from './post-status.js';

// The names, ids and argument types that the API, the workers and the tests share. Payloads contain only ids.

/** An installation, with the task queue from which its other names at Temporal are derived. */
export interface Installation {
  id: string;
  taskQueue: string;
}

/** The task queue of an installation from before 0.1.0, whose Schedules also have plain names. */
const plainTaskQueue = 'punctual';

export const workflowTypes = {
  publishPost: 'PublishPost',
  retryFirstComment: 'RetryFirstComment',
  changePublication: 'ChangePublication',
  refreshAccount: 'RefreshAccount',
  deliverWebhook: 'DeliverWebhook',
  reconcile: 'Reconcile',
  sweepMedia: 'SweepMedia',
  refreshAhead: 'RefreshAhead',
  pollComments: 'PollComments',
  pollMetrics: 'PollMetrics',
} as const;
/** The sweeps. Each has a Schedule, whose id its runs have, too (`scheduleIdOf`). */
export const sweepNames = {
  reconcile: 'reconcile',
  sweepMedia: 'sweep-media',
  refreshAhead: 'refresh-ahead',
  pollComments: 'poll-comments',
  pollMetrics: 'poll-metrics',
} as const;
export const reconcileIntervalMs = 20_000;
export const sweepMediaIntervalMs = 60 * 60 * 1000;
export const refreshAheadIntervalMs = 60_000;
export const pollCommentsIntervalMs = 60_000;
export const pollMetricsIntervalMs = 60_000;

/** How long a stopping worker waits for its running work. */
export const workerGraceMs = 20_000;

/**
 * Search attributes by type. With SQL visibility, a namespace can have 10 Keyword, 3 KeywordList and 3 Datetime
 * attributes.
 */
export const searchAttributeNames = {
  workspaceId: 'WorkspaceId',
  postId: 'PostId',
  publishState: 'PublishState',
  socialAccountId: 'SocialAccountId',
  platform: 'Platform',
  scheduledAt: 'ScheduledAt',
} as const;

export function publishPostWorkflowId(postId: string, generation: number): string {
  return `publish-post:${postId}:${generation}`;
}

/** Returns the id of the post to which a run belongs. Undefined if the id is not that of a publish run. */
export function postIdOfPublishRun(workflowId: string): string | undefined {
  const [kind, postId] = workflowId.split(':');
  return kind === 'publish-post' ? postId : undefined;
}

export function retryFirstCommentWorkflowId(targetId: string, attempt: number): string {
  return `retry-first-comment:${targetId}:${attempt}`;
}

export function changePublicationWorkflowId(changeId: string, run: number): string {
  return `change-publication:${changeId}:${run}`;
}

export function refreshAccountWorkflowId(socialAccountId: string): string {
  return `refresh-account:${socialAccountId}`;
}

export function pollCommentsWorkflowId(socialAccountId: string): string {
  return `poll-comments:${socialAccountId}`;
}

export function pollMetricsWorkflowId(socialAccountId: string): string {
  return `poll-metrics:${socialAccountId}`;
}

export interface PublishPostInput {
  postId: string;
  /**
   * The targets that the run publishes. If they change, another run is staged. A run that was started before 0.1.0
   * lacks them, and finds them only when it ends.
   */
  targets?: PlannedTarget[];
}

export interface PlannedTarget {
  id: string;
  platform: PlatformName;
}

export interface RetryFirstCommentInput {
  postId: string;
  targetId: string;
}

export interface ChangePublicationInput {
  changeId: string;
}

/** The argument of the activity that advances a change of a public target. */
export interface AdvanceChangeInput extends ChangePublicationInput {
  /** The calling run. Only the run that the change names may act. */
  workflowId: string;
  /** The workflow's clock, so that skipped time counts in tests. */
  nowMs: number;
  /** The number of attempts at the change that the run knows. A restored database may have fewer. */
  attempts?: number;
}

/** The next thing that the run of a change does. */
export type AdvanceChange =
  { kind: 'WAIT'; waitMs: number; text: string; attempts: number } | { kind: 'END'; text: string };

/** The number of tries of a step so far, by kind. They decide how long a run waits and when it gives up. */
export interface StepTries {
  unreachable: number;
  notReady: number;
  preparations: number;
  uploads: number;
  refreshes: number;
  /** The number of calls that look-ups have proven absent. */
  absences: number;
}

export interface PublishPostResult {
  /** SUPERSEDED: another run owns the post now, and this one did nothing. */
  outcome: 'SUPERSEDED' | PostStatus;
}

export interface FinishResult extends PublishPostResult {
  /** The open targets that are not in the run's input, if there are any. The run continues with them. */
  unplanned?: PlannedTarget[];
}

/**
 * The part of a target that a publication represents: the post itself, a further part (from `PART_2` on), or its first
 * comment.
 */
export type PublishStep = 'POST' | `PART_${number}` | 'FIRST_COMMENT';

/** The id of a publication. For the post itself, it is the id of its target. */
export function publicationIdOf({ targetId, step }: { targetId: string; step: PublishStep }): string {
  return step === 'POST' ? targetId : `${targetId}:${step}`;
}

/** The result of a step of a target. Final results (PUBLISHED, FAILED) are recorded before they are returned. */
export type StepResult =
  | { kind: 'PUBLISHED' }
  | { kind: 'FAILED' }
  /** The step no longer belongs to this run: canceled, superseded, or finished elsewhere. */
  | { kind: 'CLOSED' }
  | { kind: 'AUTH_EXPIRED'; credentialsVersion: number }
  /**
   * The platform requested a pause. `waitMs` is its length, clamped. `reason` is the error with which the step gives
   * up, if it is not RATE_LIMITED.
   */
  | { kind: 'RATE_LIMITED'; waitMs: number; reason?: GiveUpReason }
  /** The call certainly changed nothing at the platform, so it can be repeated. */
  | { kind: 'NOT_SENT' }
  | { kind: 'NOT_READY'; waitMs: number | null }
  /**
   * The target is prepared as far as is possible before the due time. The run continues at `untilMs`, or after `waitMs`
   * if the worker had no room to hold the target. No failure has been recorded.
   */
  | { kind: 'NOT_DUE'; untilMs: number; waitMs?: number }
  /** The prepared object is gone, so the run must prepare a new one. */
  | { kind: 'PREPARE_AGAIN' }
  /** The platform does not have the media, so the run must upload them. */
  | { kind: 'UPLOAD_AGAIN' }
  /** The call was sent, but no usable response was received. The run must look it up before anything else. */
  | { kind: 'AMBIGUOUS' };

/** The result of uploading a target's media, which does not make anything public. */
export type UploadResult = StepResult | { kind: 'UPLOADED' };

export type LookupResult =
  | { kind: 'PUBLISHED' }
  /** Enough look-ups have proven that the post does not exist, so a new commit is safe. */
  | { kind: 'ABSENT' }
  /** The post was not found, which does not prove its absence (yet). */
  | { kind: 'NOT_SEEN' }
  /** The platform could not be reached. */
  | { kind: 'UNKNOWN' }
  | { kind: 'AUTH_EXPIRED'; credentialsVersion: number }
  /** The platform has accepted the post and is processing it. The run asks again, even after the last look-up. */
  | { kind: 'PROCESSING'; waitMs: number | null }
  /** The platform accepted the post and rejected it later. Recorded as FAILED. */
  | { kind: 'FAILED' }
  /** The last look-up was inconclusive. Recorded as PUBLISH_UNCONFIRMED. */
  | { kind: 'UNCONFIRMED' }
  | { kind: 'CLOSED' };

export interface StepInput {
  postId: string;
  targetId: string;
  step: PublishStep;
  /** The calling run. Only the run that the post or the publication names may act. */
  workflowId: string;
}

export interface FinishInput {
  postId: string;
  workflowId: string;
  /** The targets of the run's plan. */
  plannedTargetIds?: string[];
  /** The targets whose steps the run has finished. */
  endedTargetIds?: string[];
  /** Whether the run received a cancel, which the database may have lost. */
  isCancelled?: boolean;
}

export interface CommitInput extends StepInput {
  /** The workflow's clock, so that skipped time counts in tests. */
  nowMs: number;
}

export interface LookupInput extends StepInput {
  /** The number of earlier look-ups of this series that found nothing. */
  absencesBefore: number;
  last: boolean;
  /** Whether the run's deadline has passed, so that not even a platform that is still processing is asked again. */
  over?: boolean;
  /** The workflow's clock, so that skipped time counts in tests. */
  nowMs: number;
}

export type GiveUpReason =
  | 'RATE_LIMITED'
  | 'PLATFORM_QUOTA_EXCEEDED'
  | 'PLATFORM_UNAVAILABLE'
  | 'NOT_READY_IN_TIME'
  | 'MEDIA_UNAVAILABLE'
  | 'PLATFORM_AUTH_FAILED'
  | 'PUBLISH_WINDOW_MISSED'
  | 'INTERNAL_ERROR';

/** The argument of the activity that advances a target. */
export interface AdvanceInput {
  postId: string;
  targetId: string;
  /** The calling run. Only the run that the post names may act. */
  workflowId: string;
  /** The workflow's clock, so that skipped time counts in tests. */
  nowMs: number;
  /** The number of attempts at the target that the run knows. A restored database may have fewer. */
  attempts?: number;
  /** The result of the upload that the last answer requested. */
  uploaded?: UploadResult;
}

/** The next action of the run for a target. Everything before it has been done and recorded. */
export type Advance =
  /** Wait. `isLookup`: a call of unknown outcome is looked up next, even if the run was canceled. */
  | {
      kind: 'WAIT';
      platform: PlatformName;
      waitMs: number;
      text: string;
      isLookup: boolean;
      attempts: number;
    }
  | {
      kind: 'UPLOAD';
      platform: PlatformName;
      step: PublishStep;
      bytes: number;
      deadlineMs: number;
      attempts: number;
    }
  /** Continue with the next part or the first comment. */
  | { kind: 'GO_ON'; platform: PlatformName; step: PublishStep; attempts: number }
  /** Nothing is left to do for the target. `outcome`: the outcome of the post, if this was its last target. */
  | { kind: 'END'; text: string; outcome: PublishPostResult['outcome'] | null };

export type RefreshResult = 'refreshed' | 'revoked' | 'unavailable';

/** The number of accounts with each result in one sweep that refreshes tokens before they expire. */
export type RefreshAheadResult = Record<RefreshResult, number>;

/**
 * The signal that asks a run that reads comments or metrics to also read posts that have become due in the meantime.
 */
export const readAgainSignalName = 'readAgain';

export interface PollCommentsInput {
  /** The account whose comments are read. Absent: all accounts with posts that are due. */
  socialAccountId?: string;
}

/** The number of activities that read comments at the same time. */
export interface CommentReadPlan {
  reads: number;
}

export interface ReadCommentsInput {
  /** The account for which a user requested it. Absent: all accounts. */
  socialAccountId?: string;
  /** The share of this activity among those that run at the same time. Each reads different accounts. */
  share?: { index: number; of: number };
}

/** The result of one sweep of comments. `read` and `failed` count posts. */
export interface ReadCommentsResult {
  read: number;
  failed: number;
  /** Comments that were new or had changed. */
  stored: number;
  /** Events about new comments. */
  announced: number;
}

export interface PollMetricsInput {
  /** The account whose posts are measured. Absent: all accounts with posts that are due. */
  socialAccountId?: string;
}

/** The number of activities that read metrics at the same time. */
export interface MeasurePlan {
  reads: number;
}

/** The targets that an activity measures. */
export type MeasureInput = ReadCommentsInput;

/** The result of one sweep of metrics. All fields count targets. */
export interface MeasureResult {
  read: number;
  failed: number;
  /** Targets whose metrics have changed. */
  changed: number;
  /** Events about changed metrics. */
  announced: number;
}

/** The result of one sweep: the numbers of runs that were started, canceled, replaced or ended. */
export interface ReconcileResult {
  started: number;
  cancelled: number;
  revived: number;
  /** Posts that were still PUBLISHING long after their time. */
  ended: number;
  deliveriesStarted: number;
  deliveriesRevived: number;
}

/** Returns the id of a sweep's Schedule. Several installations can share a namespace. */
export function scheduleIdOf(queue: string, sweep: string): string {
  return queue === plainTaskQueue ? sweep : `${queue}-${sweep}`;
}

const webhookQueueSuffix = '-webhooks';

/**
 * Returns the task queue for webhook deliveries, which is separate so that no post waits behind them. Accepts the queue
 * of posts, which runs of older releases pass, or the queue of deliveries.
 */
export function webhookTaskQueueOf(queue: string): string {
  return queue.endsWith(webhookQueueSuffix) ? queue : `${queue}${webhookQueueSuffix}`;
}

/** Returns the task queue for uploads, which is separate because long uploads would occupy the slots for publishing. */
export function uploadTaskQueueOf(queue: string): string {
  return `${queue}-uploads`;
}

export function deliverWebhookWorkflowId(eventId: string, endpointId: string, generation: number): string {
  const id = `deliver-webhook:${eventId}:${endpointId}`;
  return generation === 0 ? id : `${id}:r${generation}`;
}

export interface DeliverWebhookInput {
  deliveryId: string;
  endpointId: string;
}

export interface DeliverWebhookResult {
  /** STOPPED: another run owns the delivery now, or the delivery is gone. */
  outcome: 'DELIVERED' | 'DEAD' | 'STOPPED';
}

export interface AttemptDeliveryInput extends DeliverWebhookInput {
  workflowId: string;
  /** The number of the attempt within the run. */
  step: number;
  /** The workflow's clock, so that skipped time counts in tests. */
  nowMs: number;
}

/** The result of a delivery attempt, which has been recorded. */
export type AttemptVerdict =
  { kind: 'DELIVERED' } | { kind: 'DEAD' } | { kind: 'STOPPED' } | { kind: 'RETRY'; waitMs: number };

/** The numbers of deleted items of one media sweep. */
export interface SweepMediaResult {
  /** Assets whose upload was never completed or was refused. */
  abandoned: number;
  /** Deleted assets whose bytes were still there. */
  purged: number;
  /** Assets whose upload URLs have expired, so that files that arrived late could be deleted. */
  late: number;
  /** Unfinished multipart uploads and temporary files in the storage. */
  unfinished: number;
}

/** The sink through which a traced workflow reports its end to the worker, which then creates the run's span. */
export type TraceSinks = Record<
  'tracing',
  { runEnded(run: { traceParent: string; startedMs: number; endedMs: number; failed: boolean }): void }
>;
