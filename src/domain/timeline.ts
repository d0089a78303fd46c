import type { PostStatus } from './post-status.js';
import type { AttemptOutcome } from './publish-attempts.js';
import type { TargetErrorCode } from './target-errors.js';
import type { PublishStep } from './workflow-contract.js';

/** What can stand in a post's timeline. New kinds may come; old ones keep their meaning. */
export const timelineKinds = [
  'CREATED',
  'EDITED',
  'SCHEDULED',
  'RESCHEDULED',
  'UNSCHEDULED',
  'CANCELED',
  'RETRIED',
  'COMMENT_RETRIED',
  'DELETED',
  'START_DEFERRED',
  'START_DELIVERED',
  'RUN_REPLACED',
  'RUN_SUPERSEDED',
  'PUBLISHING_BEGUN',
  'ATTEMPT_STARTED',
  'ATTEMPT_ENDED',
  'WAITING',
  'TOKEN_REFRESH',
  'LOOKED_UP',
  'PUBLISHED',
  'FAILED',
  'FINISHED',
] as const;
export type TimelineKind = (typeof timelineKinds)[number];

/** Why a target, or a whole run, waits. */
export const waitReasons = ['NOT_DUE', 'PACED', 'RATE_LIMITED', 'UNREACHABLE', 'NOT_READY'] as const;
export type WaitReason = (typeof waitReasons)[number];

export const lookupOutcomes = ['FOUND', 'ABSENT', 'NOT_SEEN', 'UNKNOWN', 'UNCONFIRMED'] as const;
export type LookupOutcome = (typeof lookupOutcomes)[number];

/** The particulars of an entry: ids, verdicts and times. Captions, comments and words of platforms have no place. */
export interface TimelineDetail {
  step?: PublishStep;
  /** Number of the attempt within target and step. */
  attempt?: number;
  outcome?: AttemptOutcome;
  errorCode?: TargetErrorCode;
  reason?: WaitReason;
  /** Until when it waits, where that is known. */
  until?: string;
  lookup?: LookupOutcome;
  refresh?: 'refreshed' | 'revoked' | 'unavailable';
  status?: PostStatus;
  scheduledAt?: string;
  workflowId?: string;
  /** The targets that it concerns, where not all. */
  targetIds?: string[];
  /** Names of the fields that an edit has changed. */
  changed?: string[];
}
