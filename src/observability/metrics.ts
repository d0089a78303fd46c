import type { PlatformName } from '../domain/platforms.js';
import type { PostStatus } from '../domain/post-status.js';
import type { AttemptOutcome } from '../domain/publish-attempts.js';
import type { TargetErrorCode } from '../domain/target-errors.js';
import type { LookupOutcome, WaitReason } from '../domain/timeline.js';
import type { RatePolicy } from '../domain/rate-limits.js';
import type { UrlRejectReason } from '../egress/url-guard.js';
import type { PublishStep, ReconcileResult, RefreshResult } from '../domain/workflow-contract.js';

/**
 * The outcome of reading a post's comments. `closed`: the post's comments are not read any more. `limited`: its account
 * must wait.
 */
export type CommentReadOutcome = 'unchanged' | 'changed' | 'closed' | 'limited' | 'failed';

/** The outcome of reading the numbers of a target. */
export type MeasureOutcome = 'unchanged' | 'changed' | 'limited' | 'failed';

/**
 * The metrics of the services. Every argument is from a closed list: metrics must not contain ids of posts, accounts or
 * people.
 */
export interface Metrics {
  /** Records how long after the due time the first attempt of a run was made. */
  publishLateness: (platform: PlatformName, latenessMs: number) => void;
  publishAttempt: (platform: PlatformName, step: PublishStep, outcome: AttemptOutcome) => void;
  publishWait: (platform: PlatformName, reason: WaitReason) => void;
  publishLookup: (platform: PlatformName, result: LookupOutcome) => void;
  /** A step of a target has ended. `errorCode` is null if it was published. */
  stepEnded: (platform: PlatformName, step: PublishStep, errorCode: TargetErrorCode | null) => void;
  runFinished: (outcome: PostStatus) => void;
  tokenRefresh: (platform: PlatformName, result: RefreshResult) => void;
  commentRead: (platform: PlatformName, outcome: CommentReadOutcome) => void;
  targetMeasured: (platform: PlatformName, outcome: MeasureOutcome) => void;
  reconciled: (result: ReconcileResult | 'failed') => void;
  /** Rows of a table were deleted because of their age, not counting the rows that belong to them. */
  rowsDeleted: (table: string, count: number) => void;
  httpRequest: (request: { method: string; route: string; status: number; durationMs: number }) => void;
  webhookAttempt: (outcome: 'DELIVERED' | 'FAILED', durationMs: number) => void;
  /** The last attempt of a delivery failed. It is not repeated without a request. */
  webhookDead: () => void;
  /** The guard refused a URL that a user supplied. */
  urlRejected: (reason: UrlRejectReason) => void;
  /** A request was refused by the limit of its key or user, or by the limit for requests without a credential. */
  rateLimited: (policy: RatePolicy | 'unauthorized') => void;
  /** A request was allowed without being counted. */
  rateLimiterFault: (kind: 'TIMEOUT' | 'ERROR' | 'PAUSED') => void;
}

const nothing = (): void => undefined;

/** Counts nothing, for tests and commands. */
export const noMetrics: Metrics = {
  publishLateness: nothing,
  publishAttempt: nothing,
  publishWait: nothing,
  publishLookup: nothing,
  stepEnded: nothing,
  runFinished: nothing,
  tokenRefresh: nothing,
  commentRead: nothing,
  targetMeasured: nothing,
  reconciled: nothing,
  rowsDeleted: nothing,
  httpRequest: nothing,
  webhookAttempt: nothing,
  webhookDead: nothing,
  urlRejected: nothing,
  rateLimited: nothing,
  rateLimiterFault: nothing,
};
