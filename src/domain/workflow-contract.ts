import type { PlatformName } from './platforms.js';
import type { PostStatus } from './post-status.js';

/** Names, ids and argument types that the API, the workers and the tests agree upon. Payloads hold ids only. */
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

/** How long a worker that is told to end waits for what it is at. */
export const workerGraceMs = 20_000;

/** Search attributes by type. SQL visibility allows 10 Keyword, 3 KeywordList and 3 Datetime in a namespace. */
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
  /** Of a run that goes on in a new one: where each open target was. */
  progress?: Record<string, TargetProgress>;
}

export interface RetryFirstCommentInput {
  postId: string;
  targetId: string;
  progress?: Record<string, TargetProgress>;
  /** Of the first run of the chain. */
  deadlineMs?: number;
}

/** What has been tried of a step so far; decides how long to wait and when to give up. */
export interface StepTries {
  unreachable: number;
  notReady: number;
  preparations: number;
  uploads: number;
  refreshes: number;
  /** Calls that were looked for, and proven absent. Left out by runs from before these were counted. */
  absences?: number;
}

/** Where a target was when its run became too long. */
export interface TargetProgress {
  step: PublishStep;
  tries: StepTries;
  mustUpload: boolean;
  /** When the pause that it was in ends. */
  resumeAtMs: number;
}

export interface PublishPostResult {
  /** SUPERSEDED: another run owns the post by now, and this one did nothing. */
  outcome: 'SUPERSEDED' | PostStatus;
}

/** The two things of a target that can be made public, in this order. */
export type PublishStep = 'POST' | 'FIRST_COMMENT';

/** What the workflow must know of a target to drive it. */
export interface TargetPlan {
  targetId: string;
  socialAccountId: string;
  platform: PlatformName;
  /** Steps still to do: a target that is public already may only lack its first comment. */
  steps: PublishStep[];
  /** Only where its post carries media, which are brought to the platform first; the size decides how long that may take. */
  media?: { bytes: number };
}

export type BeginPublishResult =
  | { kind: 'SUPERSEDED' }
  | { kind: 'WAIT'; untilMs: number }
  | {
      kind: 'PUBLISH';
      deadlineMs: number;
      targets: TargetPlan[];
      /** Other waits before look-ups than those of `publish-ladders.ts`. */
      lookupDelaysMs?: readonly number[];
    };

/**
 * How a step of a target went, in the words that the workflow acts upon. Whatever is final (PUBLISHED, FAILED)
 * has been recorded before it is told.
 */
export type StepResult =
  | { kind: 'PUBLISHED' }
  | { kind: 'FAILED' }
  /** Not ours to do any more: cancelled, superseded or finished elsewhere. */
  | { kind: 'CLOSED' }
  | { kind: 'AUTH_EXPIRED'; credentialsVersion: number }
  /** The platform asked for a pause; `waitMs` is its wish, clamped. `reason`: what to give up with, if not the rate. */
  | { kind: 'RATE_LIMITED'; waitMs: number; reason?: GiveUpReason }
  /** Provably nothing happened at the platform; safe to repeat. */
  | { kind: 'NOT_SENT' }
  | { kind: 'NOT_READY'; waitMs: number | null }
  /** The prepared object is gone; prepare a new one. */
  | { kind: 'PREPARE_AGAIN' }
  /** The media are not at the platform, or not any more; upload them. */
  | { kind: 'UPLOAD_AGAIN' }
  /** Bytes were sent and no usable answer came: look before doing anything else. */
  | { kind: 'AMBIGUOUS' };

/** How the upload of a target's media went; nothing of it is public. */
export type UploadResult = StepResult | { kind: 'UPLOADED' };

export type LookupResult =
  | { kind: 'PUBLISHED' }
  /** Not there, and proven often enough: a new commit is safe. */
  | { kind: 'ABSENT' }
  /** Not seen this time; that is not proof enough yet, or never will be. */
  | { kind: 'NOT_SEEN' }
  /** The platform could not be asked. */
  | { kind: 'UNKNOWN' }
  | { kind: 'AUTH_EXPIRED'; credentialsVersion: number }
  /** The platform has it and works on it; ask again, whatever the ladder says. */
  | { kind: 'PROCESSING'; waitMs: number | null }
  /** The platform took it, and has refused it for good since; recorded as FAILED. */
  | { kind: 'FAILED' }
  /** The last look-up has passed without an answer; recorded as PUBLISH_UNCONFIRMED. */
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
  /** Targets whose steps the run has seen to their end; runs of before it was added leave it out. */
  endedTargetIds?: string[];
  /** Whether the run was told of a cancel, which the database may have forgotten; older runs leave it out. */
  isCancelled?: boolean;
}

export interface CommitInput extends StepInput {
  /** The workflow's clock, so that skipped time counts in tests. */
  nowMs: number;
}

export interface LookupInput extends StepInput {
  /** Look-ups of this series that have answered "absent" before this one. */
  absencesBefore: number;
  last: boolean;
  /** The run's time is over, so that not even a platform that is still working on it is asked again. */
  over?: boolean;
  /** The workflow's clock, so that skipped time counts in tests. Runs of before it was added leave it out. */
  nowMs?: number;
}

export type GiveUpReason =
  | 'RATE_LIMITED'
  | 'PLATFORM_QUOTA_EXCEEDED'
  | 'PLATFORM_UNAVAILABLE'
  | 'NOT_READY_IN_TIME'
  | 'MEDIA_UNAVAILABLE'
  | 'PLATFORM_AUTH_FAILED'
  | 'INTERNAL_ERROR';

/** What a target asks for when its token is stale. */
export interface AwaitRefreshInput {
  socialAccountId: string;
  seenVersion: number;
  postId: string;
  targetId: string;
}

export type RefreshResult = 'refreshed' | 'revoked' | 'unavailable';

/** What one sweep of the grants that are due has come to, by number of accounts. */
export type RefreshAheadResult = Record<RefreshResult, number>;

/** Sent to the run that reads an account's comments: what has become due while it read is read as well. */
export const readAgainSignalName = 'readAgain';

export interface PollCommentsInput {
  /** Left out: all that is due. */
  socialAccountId?: string;
}

/** How many reads are to run side by side. */
export interface CommentReadPlan {
  reads: number;
}

export interface ReadCommentsInput {
  /** Somebody has asked for the comments of this account. */
  socialAccountId?: string;
  /** Of those that run side by side: each has accounts of its own. */
  share?: { index: number; of: number };
}

/** What one sweep of comments has come to: posts whose comments were read, or could not be, and comments. */
export interface ReadCommentsResult {
  read: number;
  failed: number;
  /** Comments that were not known, or not like that. */
  stored: number;
  /** Events that tell of new ones. */
  announced: number;
}

/** What one sweep of the reconciler did, by number of runs. */
export interface ReconcileResult {
  started: number;
  cancelled: number;
  revived: number;
  /** Posts that were still being published long after their time. */
  ended: number;
  deliveriesStarted: number;
  deliveriesRevived: number;
}

const webhookQueueSuffix = '-webhooks';

/**
 * Where deliveries run and webhooks are sent from, so that no post waits behind them. Given that queue, as a delivery's
 * own run does, it is the same one; runs from before it had workflows give the queue of the posts.
 */
export function webhookTaskQueueOf(queue: string): string {
  return queue.endsWith(webhookQueueSuffix) ? queue : `${queue}${webhookQueueSuffix}`;
}

/** Where media are uploaded: videos that take an hour must not hold the slots that other posts publish in. */
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
  /** STOPPED: another run owns the delivery by now, or it is gone. */
  outcome: 'DELIVERED' | 'DEAD' | 'STOPPED';
}

export interface AttemptDeliveryInput extends DeliverWebhookInput {
  workflowId: string;
  /** Counts the attempts of this run. */
  step: number;
  /** The workflow's clock, so that skipped time counts in tests. */
  nowMs: number;
}

/** How an attempt ended, recorded before it is told. */
export type AttemptVerdict =
  { kind: 'DELIVERED' } | { kind: 'DEAD' } | { kind: 'STOPPED' } | { kind: 'RETRY'; waitMs: number };

/** What one sweep of the media has removed. */
export interface SweepMediaResult {
  /** Uploads that were never completed. */
  abandoned: number;
  /** Deleted assets whose bytes were still there. */
  purged: number;
  /** Uploads whose address could still be used after their end. */
  late: number;
  /** What was begun in the storage and never finished. */
  unfinished: number;
}

/** What the worker is told when a traced run has ended; it makes the run's span of it. */
export type TraceSinks = Record<
  'tracing',
  { runEnded(run: { traceParent: string; startedMs: number; endedMs: number; failed: boolean }): void }
>;
