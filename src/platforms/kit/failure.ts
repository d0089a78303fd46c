import type { JsonObject } from '../../domain/json.js';
import type { TargetErrorCode } from '../../domain/target-errors.js';
import type { GiveUpReason } from '../../domain/workflow-contract.js';

export interface Published {
  externalPostId: string;
  externalUrl: string | null;
  /** What a later reply needs beyond the id. */
  reference: JsonObject | null;
}

/** Why a call that the platform limits may fail in the end, beside the rate. */
export type LimitCode = Extract<TargetErrorCode, GiveUpReason>;

export type PlatformFailure =
  /** Permanent: the same call would fail again. */
  | { kind: 'rejected'; code: TargetErrorCode; message: string }
  /** The access token is stale; a refresh may help. */
  | { kind: 'auth-expired'; message: string }
  /** The platform's own "this grant is dead". */
  | { kind: 'auth-revoked'; message: string }
  /**
   * `retryAfterMs` as the platform states it, null where it does not; `code` where the limit is no usual rate limit;
   * `ofAccount` where a limit of the day is this account's alone.
   */
  | { kind: 'rate-limited'; retryAfterMs: number | null; message: string; code?: LimitCode; ofAccount?: true }
  /**
   * The platform refuses it as a repeat of what it has already. This call made nothing public, so it may be made
   * again; an earlier one of ours may have, so the caller looks first. `of`: what it repeats, where the platform says so.
   */
  | { kind: 'duplicate'; message: string; of?: Published }
  /** Nothing can have happened at the platform: never sent, or an answer that proves it. */
  | { kind: 'not-sent'; message: string }
  /**
   * Sent, and no usable answer. For reads and repeatable calls this is as good as not-sent. `state`: what the answer to
   * the publishing call did tell, such as an id to ask with; it is stored beside what was prepared.
   */
  | { kind: 'ambiguous'; message: string; state?: JsonObject }
  /** The prepared object is gone or unusable; start again from `prepare` with no state. */
  | { kind: 'prepare-again'; message: string }
  /** The media are not at the platform, or not any more: upload them again. The state loses its `media`, no more. */
  | { kind: 'upload-again'; message: string };
