import type { PlatformName } from './platforms.js';
import type { PostStatus } from './post-status.js';

/** Names, ids and argument types shared by the API, the workers and the tests. Payloads hold only ids. */
export const taskQueue = 'punctual';
export const workflowTypes = {
  publishPost: 'PublishPost',
  retryFirstComment: 'RetryFirstComment',
  refreshAccount: 'RefreshAccount',
  deliverWebhook: 'DeliverWebhook',
  reconcile: 'Reconcile',
  sweepMedia: 'SweepMedia',
  refreshAhead: 'RefreshAhead',
  pollComments: 'PollComments',
} as const;
export const reconcileScheduleId = 'reconcile';
export const reconcileIntervalMs = 20_000;
export const sweepMediaScheduleId = 'sweep-media';
export const sweepMediaIntervalMs = 60 * 60 * 1000;
export const refreshAheadScheduleId = 'refresh-ahead';
export const refreshAheadIntervalMs = 60_000;
export const pollCommentsScheduleId = 'poll-comments';
export const pollCommentsIntervalMs = 60_000;

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

/** Undefined: the id is not one of a publish run. */
export function postIdOfPublishRun(workflowId: string): string | undefined {
  const [kind, postId] = workflowId.split(':');
  return kind === 'publish-post' ? postId : undefined;
}

export function retryFirstCommentWorkflowId(targetId: string, attempt: number): string {
  return `retry-first-comment:${targetId}:${attempt}`;
}

export function refreshAccountWorkflowId(socialAccountId: string): string {
  return `refresh-account:${socialAccountId}`;
}

export function pollCommentsWorkflowId(socialAccountId: string): string {
  return `poll-comments:${socialAccountId}`;
}

export interface PublishPostInput {
  postId: string;
  /** For a run that continues in a new one: the position of each open target. */
  progress?: Record<string, TargetProgress>;
}

export interface RetryFirstCommentInput {
  postId: string;
  targetId: string;
  progress?: Record<string, TargetProgress>;
  /** The deadline of the first run of the chain. */
  deadlineMs?: number;
}

/** The tries of a step so far. They decide how long to wait and when to give up. */
export interface StepTries {
  unreachable: number;
  notReady: number;
  preparations: number;
  uploads: number;
  refreshes: number;
  /** Calls that were looked up and proven absent. Runs from before these were counted leave it out. */
  absences?: number;
}

/** The position of a target when its run became too long. */
export interface TargetProgress {
  step: PublishStep;
  tries: StepTries;
  mustUpload: boolean;
  /** When its pause ends. */
  resumeAtMs: number;
}

export interface PublishPostResult {
  /** SUPERSEDED: another run owns the post now, and this one did nothing. */
  outcome: 'SUPERSEDED' | PostStatus;
}

export interface FinishResult extends PublishPostResult {
  /** The post has open targets that the run has not planned: it continues with a new plan. */
  isUnplanned?: boolean;
}

/** The two parts of a target that can be made public, in this order. */
export type PublishStep = 'POST' | 'FIRST_COMMENT';

/** The data about a target that the workflow needs. */
export interface TargetPlan {
  targetId: string;
  socialAccountId: string;
  platform: PlatformName;
  /** The steps still to do. A target that is public may lack only its first comment. */
  steps: PublishStep[];
  /** Set if the post has media, which are uploaded first. The size decides how long that may take. */
  media?: { bytes: number };
}

export type BeginPublishResult =
  | { kind: 'SUPERSEDED' }
  | { kind: 'WAIT'; untilMs: number }
  | {
      kind: 'PUBLISH';
      deadlineMs: number;
      /** The due time, if it is still to come. Until then the run only prepares. */
      dueMs?: number;
      targets: TargetPlan[];
      /** Replaces the waits before look-ups in `publish-ladders.ts`. */
      lookupDelaysMs?: readonly number[];
    };

/**
 * How a step of a target went, in terms that the workflow acts on. Final results (PUBLISHED, FAILED) are recorded
 * before they are returned.
 */
export type StepResult =
  | { kind: 'PUBLISHED' }
  | { kind: 'FAILED' }
  /** The step no longer belongs to this run: canceled, superseded, or finished elsewhere. */
  | { kind: 'CLOSED' }
  | { kind: 'AUTH_EXPIRED'; credentialsVersion: number }
  /**
   * The platform asked for a pause. `waitMs` is what it asked for, clamped; `reason` is the error to give up
   * with, if it is not the rate limit.
   */
  | { kind: 'RATE_LIMITED'; waitMs: number; reason?: GiveUpReason }
  /** Nothing happened at the platform, provably. Safe to repeat. */
  | { kind: 'NOT_SENT' }
  | { kind: 'NOT_READY'; waitMs: number | null }
  /**
   * Ready, or as far as possible before the due time. Continue then, or after `waitMs` if there was no room. No failure
   * has been recorded.
   */
  | { kind: 'NOT_DUE'; untilMs: number; waitMs?: number }
  /** The prepared object is gone; prepare a new one. */
  | { kind: 'PREPARE_AGAIN' }
  /** The media are not, or no longer, at the platform; upload them. */
  | { kind: 'UPLOAD_AGAIN' }
  /** Bytes were sent and no usable answer came. Look it up before anything else. */
  | { kind: 'AMBIGUOUS' };

/** How the upload of a target's media went. Nothing of it is public. */
export type UploadResult = StepResult | { kind: 'UPLOADED' };

export type LookupResult =
  | { kind: 'PUBLISHED' }
  /** Absent, and proven often enough: a new commit is safe. */
  | { kind: 'ABSENT' }
  /** Not found this time, which does not prove enough yet, or never will. */
  | { kind: 'NOT_SEEN' }
  /** The platform could not be asked. */
  | { kind: 'UNKNOWN' }
  | { kind: 'AUTH_EXPIRED'; credentialsVersion: number }
  /** The platform has accepted and is processing it. Ask again, whatever the ladder says. */
  | { kind: 'PROCESSING'; waitMs: number | null }
  /** The platform accepted it and refused it later. Recorded as FAILED. */
  | { kind: 'FAILED' }
  /** The last look-up was inconclusive. Recorded as PUBLISH_UNCONFIRMED. */
  | { kind: 'UNCONFIRMED' }
  | { kind: 'CLOSED' };

export interface StepInput {
  postId: string;
  targetId: string;
  step: PublishStep;
  /** The run that asks. Only the run that the post names may act. */
  workflowId: string;
}

export interface FinishInput {
  postId: string;
  workflowId: string;
  /** The targets of the run's plan. Runs from before it was added leave it out. */
  plannedTargetIds?: string[];
  /** The targets whose steps the run has finished. Runs from before it was added leave it out. */
  endedTargetIds?: string[];
  /** Whether the run received a cancel, which the database may have lost. Older runs leave it out. */
  isCancelled?: boolean;
}

export interface CommitInput extends StepInput {
  /** The workflow's clock, so that skipped time counts in tests. */
  nowMs: number;
}

export interface LookupInput extends StepInput {
  /** How many look-ups of this series answered "absent" before this one. */
  absencesBefore: number;
  last: boolean;
  /** The run's deadline has passed, so even a platform that is still processing is not asked again. */
  over?: boolean;
  /** The workflow's clock, so that skipped time counts in tests. Runs from before it was added leave it out. */
  nowMs?: number;
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

/** The request of a target whose token is stale. */
export interface AwaitRefreshInput {
  socialAccountId: string;
  seenVersion: number;
  postId: string;
  targetId: string;
}

export type RefreshResult = 'refreshed' | 'revoked' | 'unavailable';

/** The result of one sweep of the due grants, in numbers of accounts. */
export type RefreshAheadResult = Record<RefreshResult, number>;

/** Sent to a run that is reading an account's comments: posts that have become due since are read, too. */
export const readAgainSignalName = 'readAgain';

export interface PollCommentsInput {
  /** Absent: everything that is due. */
  socialAccountId?: string;
}

/** How many reads run side by side. */
export interface CommentReadPlan {
  reads: number;
}

export interface ReadCommentsInput {
  /** Set if a user requested the comments of this account. */
  socialAccountId?: string;
  /** The share of one of the reads that run side by side. Each has accounts of its own. */
  share?: { index: number; of: number };
}

/** The result of one sweep of comments: posts that were read or could not be read, and comments. */
export interface ReadCommentsResult {
  read: number;
  failed: number;
  /** Comments that were new or had changed. */
  stored: number;
  /** Events about new comments. */
  announced: number;
}

/** The result of one sweep of the reconciler, in numbers of runs. */
export interface ReconcileResult {
  started: number;
  cancelled: number;
  revived: number;
  /** Posts that were still PUBLISHING long after their time. */
  ended: number;
  deliveriesStarted: number;
  deliveriesRevived: number;
}

const webhookQueueSuffix = '-webhooks';

/**
 * The queue for webhook deliveries, so that no post waits behind them. For a delivery's own queue it returns the
 * same one. Runs from before that queue had workflows pass the queue of posts.
 */
export function webhookTaskQueueOf(queue: string): string {
  return queue.endsWith(webhookQueueSuffix) ? queue : `${queue}${webhookQueueSuffix}`;
}

/** The queue for uploads: videos that take an hour must not occupy the slots that other posts publish in. */
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
  /** Counts the attempts of this run. */
  step: number;
  /** The workflow's clock, so that skipped time counts in tests. */
  nowMs: number;
}

/** How an attempt ended. It has been recorded. */
export type AttemptVerdict =
  { kind: 'DELIVERED' } | { kind: 'DEAD' } | { kind: 'STOPPED' } | { kind: 'RETRY'; waitMs: number };

/** The numbers of deleted items of one media sweep. */
export interface SweepMediaResult {
  /** Uploads that were never completed. */
  abandoned: number;
  /** Deleted assets whose bytes were still there. */
  purged: number;
  /** Uploads whose URL could still be used after their end. */
  late: number;
  /** Unfinished uploads and files in the storage. */
  unfinished: number;
}

/** Tells the worker that a traced run ended, so that it can create the run's span. */
export type TraceSinks = Record<
  'tracing',
  { runEnded(run: { traceParent: string; startedMs: number; endedMs: number; failed: boolean }): void }
>;
