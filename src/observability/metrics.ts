import type { PlatformName } from '../domain/platforms.js';
import type { PostStatus } from '../domain/post-status.js';
import type { AttemptOutcome } from '../domain/publish-attempts.js';
import type { TargetErrorCode } from '../domain/target-errors.js';
import type { LookupOutcome, WaitReason } from '../domain/timeline.js';
import type { RatePolicy } from '../domain/rate-limits.js';
import type { UrlRejectReason } from '../egress/url-guard.js';
import type { PublishStep, ReconcileResult, RefreshResult } from '../domain/workflow-contract.js';

/** How the comments of a post were read. `closed`: it has none any more; `limited`: its account has to wait. */
export type CommentReadOutcome = 'unchanged' | 'changed' | 'closed' | 'limited' | 'failed';

/**
 * What the services count, in the words of the domain. Every argument is of a closed list: what could name a
 * post, an account or a person has no place in a metric.
 */
export interface Metrics {
  /** The first attempt of a run: how long after the due time it was made. */
  publishLateness: (platform: PlatformName, latenessMs: number) => void;
  publishAttempt: (platform: PlatformName, step: PublishStep, outcome: AttemptOutcome) => void;
  publishWait: (platform: PlatformName, reason: WaitReason) => void;
  publishLookup: (platform: PlatformName, result: LookupOutcome) => void;
  /** A step of a target has come to its end; `errorCode` is null where it is public. */
  stepEnded: (platform: PlatformName, step: PublishStep, errorCode: TargetErrorCode | null) => void;
  runFinished: (outcome: PostStatus) => void;
  tokenRefresh: (platform: PlatformName, result: RefreshResult) => void;
  commentRead: (platform: PlatformName, outcome: CommentReadOutcome) => void;
  reconciled: (result: ReconcileResult | 'failed') => void;
  httpRequest: (request: { method: string; route: string; status: number; durationMs: number }) => void;
  webhookAttempt: (outcome: 'DELIVERED' | 'FAILED', durationMs: number) => void;
  /** The last attempt has failed: nobody will deliver this one unasked. */
  webhookDead: () => void;
  /** An address that a user supplied did not pass the guard. */
  urlRejected: (reason: UrlRejectReason) => void;
  /** A request was refused by a limit of its key or user, or by that of addresses without a credential. */
  rateLimited: (policy: RatePolicy | 'unauthorized') => void;
  /** A request was let through uncounted. */
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
  reconciled: nothing,
  httpRequest: nothing,
  webhookAttempt: nothing,
  webhookDead: nothing,
  urlRejected: nothing,
  rateLimited: nothing,
  rateLimiterFault: nothing,
};
