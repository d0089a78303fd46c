import type { PostStatus } from './post-status.js';
import type { AttemptOutcome } from './publish-attempts.js';
import type { TargetErrorCode } from './target-errors.js';
import type { WebhookAttemptOutcome } from './webhooks.js';
import type { PublishStep } from './workflow-contract.js';

/** What can stand in a post's timeline. New kinds may come; old ones keep their meaning. */
export const timelineKinds = [
  'CREATED',
  'EDITED',
  'SCHEDULED',
  'RESCHEDULED',
  'UNSCHEDULED',
  'CANCELED',
  'CANCEL_REQUESTED',
  'APPROVAL_REQUESTED',
  'APPROVED',
  'REJECTED',
  'RETRIED',
  'COMMENT_RETRIED',
  'DELETED',
  'START_DEFERRED',
  'START_DELIVERED',
  'RUN_REPLACED',
  'RUN_SUPERSEDED',
  'LOOK_FIRST',
  'PUBLISHING_BEGUN',
  'RENDITION_MADE',
  'UPLOAD_STARTED',
  'UPLOADED',
  'ATTEMPT_STARTED',
  'ATTEMPT_ENDED',
  'WAITING',
  'TOKEN_REFRESH',
  'LOOKED_UP',
  'PUBLISHED',
  'EXTRA_FAILED',
  'FAILED',
  'FINISHED',
  'WEBHOOK_ATTEMPTED',
] as const;
export type TimelineKind = (typeof timelineKinds)[number];

/** Why a target, or a whole run, waits. */
export const waitReasons = ['NOT_DUE', 'PACED', 'RATE_LIMITED', 'UNREACHABLE', 'NOT_READY'] as const;
export type WaitReason = (typeof waitReasons)[number];

export const lookupOutcomes = [
  'FOUND',
  'ABSENT',
  'NOT_SEEN',
  'UNKNOWN',
  'UNCONFIRMED',
  'PROCESSING',
  'REFUSED',
] as const;
export type LookupOutcome = (typeof lookupOutcomes)[number];

/** Why targets are published again without anybody asking for it. */
export const retryCauses = ['ACCOUNT_RECONNECTED'] as const;
export type RetryCause = (typeof retryCauses)[number];

/**
 * METADATA_REMOVED: the same pixels. ENCODED: another type, fewer bytes or other dimensions, as the platform asks.
 * REPACKED: the same frames in a file of another type.
 */
export const renditionChanges = ['METADATA_REMOVED', 'ENCODED', 'REPACKED'] as const;
export type RenditionChange = (typeof renditionChanges)[number];

export interface FileFacts {
  mime: string;
  sizeBytes: number;
  width: number | null;
  height: number | null;
}

/**
 * The particulars of an entry: ids, verdicts and times. Captions, comments and words of platforms have no place; the
 * only words are those with which a reviewer sends a post back.
 */
export interface TimelineDetail {
  step?: PublishStep;
  /** Number of the attempt within target and step. */
  attempt?: number;
  outcome?: AttemptOutcome;
  errorCode?: TargetErrorCode;
  reason?: WaitReason;
  /** Of an upload: how many media, and their bytes together as the platform gets them. */
  mediaCount?: number;
  bytes?: number;
  /** How many of these an earlier, interrupted upload had brought there already. */
  resumedAtBytes?: number;
  mediaAssetId?: string;
  /** What the platform gets instead of the original. */
  rendition?: { change: RenditionChange; from: FileFacts; to: FileFacts };
  /** Until when it waits, where that is known. */
  until?: string;
  lookup?: LookupOutcome;
  /** What could not be done to a public post: thumbnail, playlist. */
  extra?: string;
  /** How an attempt to deliver a webhook event ended. The last failed one has no `until`. */
  delivery?: WebhookAttemptOutcome;
  eventId?: string;
  endpointId?: string;
  refresh?: 'refreshed' | 'revoked' | 'unavailable';
  status?: PostStatus;
  scheduledAt?: string;
  workflowId?: string;
  rejectionReason?: string;
  /** Of an approval: for how many media it has fixed the alternative text. */
  altTextsFixed?: number;
  /** Why the system did it unasked. */
  because?: RetryCause;
  /** The targets that it concerns, where not all. */
  targetIds?: string[];
  /** Names of the fields that an edit has changed. */
  changed?: string[];
}
