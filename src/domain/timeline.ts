import type { ChangeErrorCode, ChangeKind, ChangeOutcome, ChangeStatus } from './changes.js';
import type { PostStatus } from './post-status.js';
import type { AttemptOutcome } from './publish-attempts.js';
import type { TargetErrorCode } from './target-errors.js';
import type { WebhookAttemptOutcome } from './webhooks.js';
import type { PublishStep } from './workflow-contract.js';

/** The kinds of entries in a post's timeline. New kinds may be added; existing ones keep their meaning. */
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
  'CLIENT_COMMENTED',
  'RETRIED',
  'COMMENT_RETRIED',
  'RESOLVED',
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
  'OTHER_FOUND',
  'EXTRA_FAILED',
  'COMMENTS_LEFT_OUT',
  'FAILED',
  'FINISHED',
  'WEBHOOK_ATTEMPTED',
  'REMOVAL_REQUESTED',
  'EDIT_REQUESTED',
  'EDIT_APPROVED',
  'EDIT_REJECTED',
  'CHANGE_ATTEMPTED',
  'CHANGE_LOOKED_UP',
  'CHANGE_FAILED',
  'REMOVED',
  'TEXT_EDITED',
] as const;
export type TimelineKind = (typeof timelineKinds)[number];

/** The reasons for which a target or a whole run waits. */
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

/** The reasons for which targets are published again without a user's request. */
export const retryCauses = ['ACCOUNT_RECONNECTED'] as const;
export type RetryCause = (typeof retryCauses)[number];

/**
 * METADATA_REMOVED: the pixels are the same. ENCODED: the type, the number of bytes or the dimensions changed, as the
 * platform requires. REPACKED: the same frames are in another container.
 */
export const renditionChanges = ['METADATA_REMOVED', 'ENCODED', 'REPACKED'] as const;
export type RenditionChange = (typeof renditionChanges)[number];

export interface FileFacts {
  mime: string;
  sizeBytes: number;
  width: number | null;
  height: number | null;
}

/** The results of a look-up of a publication after a removal or an edit of unknown outcome. */
export const changeLooks = [
  'THERE',
  'EDITED',
  'BEFORE',
  'OTHER',
  'GONE',
  'UNREACHABLE',
  'REFUSED',
  'RATE_LIMITED',
] as const;

/** The removal or edit of a public target that an entry is about. */
export interface ChangeDetail {
  id: string;
  kind: ChangeKind;
  step?: PublishStep;
  /** The number of the attempt within the change. */
  attempt?: number;
  outcome?: ChangeOutcome;
  look?: (typeof changeLooks)[number];
  status?: ChangeStatus;
  errorCode?: ChangeErrorCode;
}

/**
 * The details of an entry: ids, verdicts and times. Captions, comments and platforms' messages are left out. The
 * only free texts are a reviewer's reason for a rejection and a client's comment.
 */
export interface TimelineDetail {
  change?: ChangeDetail;
  step?: PublishStep;
  /** The number of the attempt within target and step. */
  attempt?: number;
  outcome?: AttemptOutcome;
  errorCode?: TargetErrorCode;
  reason?: WaitReason;
  /** For an upload: the number of media, and (`bytes`) the total size that the platform receives. */
  mediaCount?: number;
  bytes?: number;
  /** How many of these bytes an earlier, interrupted upload had already sent. */
  resumedAtBytes?: number;
  mediaAssetId?: string;
  /** The rendition that the platform gets instead of the original. */
  rendition?: { change: RenditionChange; from: FileFacts; to: FileFacts };
  /** The end of the wait, if it is known. */
  until?: string;
  lookup?: LookupOutcome;
  /** Whether a user has confirmed that the post is on the platform. */
  isPublished?: boolean;
  /** The post's URL on the platform, as the user gave it. */
  externalUrl?: string;
  /** The post's id on the platform: from the user's URL, or a different one that the platform returned later. */
  externalPostId?: string;
  /** The extra that could not be added to a public post: thumbnail, playlist. */
  extra?: string;
  /** How an attempt to deliver a webhook event ended. Without `until`, a failed attempt is the last. */
  delivery?: WebhookAttemptOutcome;
  eventId?: string;
  endpointId?: string;
  refresh?: 'refreshed' | 'revoked' | 'unavailable';
  status?: PostStatus;
  scheduledAt?: string;
  workflowId?: string;
  rejectionReason?: string;
  /** A client's comment on a post that waits for approval. */
  clientComment?: string;
  /** For an approval: the number of media whose alt text was fixed. */
  altTextsFixed?: number;
  /** The reason for which Punctual acted without a user's request. */
  because?: RetryCause;
  /** The targets that the entry concerns. Absent: all. */
  targetIds?: string[];
  /** The names of the fields that an edit changed. */
  changed?: string[];
}
