import type { JsonObject } from './json.js';
import type { TargetErrorCode } from './target-errors.js';
import type { GiveUpReason } from './workflow-contract.js';

export interface Published {
  externalPostId: string;
  externalUrl: string | null;
  /** The data that a later reply needs besides the id. */
  reference: JsonObject | null;
}

/** The codes with which a rate-limited call can fail in the end, besides that of the rate. */
type LimitCode = Extract<TargetErrorCode, GiveUpReason>;

export type PlatformFailure =
  /** A permanent rejection: the same call would fail again. */
  | { kind: 'rejected'; code: TargetErrorCode; message: string }
  /** The access token has expired. A refresh may help. */
  | { kind: 'auth-expired'; message: string }
  /** The account's access has ended for good, according to the platform. */
  | { kind: 'auth-revoked'; message: string }
  /**
   * The platform limits calls. `retryAfterMs`: the wait that it states, or null. `code`: only if the limit is not an
   * ordinary rate limit. `ofAccount`: whether a daily limit concerns only this account.
   */
  | { kind: 'rate-limited'; retryAfterMs: number | null; message: string; code?: LimitCode; ofAccount?: true }
  /**
   * The platform rejects the post as a duplicate. This call published nothing, so it can be repeated. But an earlier
   * call of ours may have published the post, so the caller looks it up first. `of`: the earlier post, if the platform
   * names it.
   */
  | { kind: 'duplicate'; message: string; of?: Published }
  /** Nothing can have happened at the platform: the call was never sent, or the response proves it. */
  | { kind: 'not-sent'; message: string }
  /**
   * The call was sent, but there is no usable response. For reads and repeatable calls this equals not-sent. `state`:
   * the data that the response to the publish call did contain, such as an id for look-ups. It is stored with the
   * prepared state.
   */
  | { kind: 'ambiguous'; message: string; state?: JsonObject }
  /** The prepared object is gone or unusable. Start again from `prepare` without a state. */
  | { kind: 'prepare-again'; message: string }
  /**
   * The platform does not have the media, or no longer has them, so they must be uploaded again. The state loses only
   * its `media`.
   */
  | { kind: 'upload-again'; message: string };
