import type { Clock } from '../../clock.js';
import { retryAfterMs } from '../../domain/retry-after.js';
import type { TargetErrorCode } from '../../domain/target-errors.js';
import { isInconclusive, isSuccess, unreadable, type PlatformAnswer } from '../kit/call.js';
import type { PlatformFailure } from '../kit/failure.js';
import type { FindAnswer } from '../kit/platform.js';
import { readEnvelope } from './envelope.js';

/** Codes from this one on are TikTok's own errors, with an unknown outcome. */
export const serverCodeMin = 50_000;
/** The wait after a cap. The window is rolling, and TikTok does not say when there is room, so try again in an hour. */
const capWaitMs = 60 * 60 * 1000;

/** Codes with the same meaning in every call. */
const rejections: Readonly<Record<number, TargetErrorCode>> = {
  40_001: 'PERMISSION_MISSING',
  40_003: 'PERMISSION_MISSING',
  40_130: 'PERMISSION_MISSING',
  // Errors about our app, not the account: not a partner, forbidden, or not on the allowlist.
  40_101: 'POLICY_BLOCKED',
  40_113: 'POLICY_BLOCKED',
  40_118: 'POLICY_BLOCKED',
  40_104: 'PLATFORM_AUTH_FAILED',
  40_110: 'PLATFORM_AUTH_FAILED',
};

/** Converts an error response, of any call, to a failure. */
export function businessFailure(answer: PlatformAnswer, clock: Clock): PlatformFailure {
  const envelope = readEnvelope(answer);
  if (envelope === null || (isInconclusive(answer) && !isSuccess(answer))) return byStatus(answer, clock);
  const { code } = envelope;
  const message = answer.say(`${envelope.message ?? 'No words.'} (${code})`);
  const rejection = rejections[code];
  if (rejection !== undefined) return { kind: 'rejected', code: rejection, message };
  switch (code) {
    // The success is unreadable or partial, so the requested action may have happened.
    case 0:
      return unreadable(answer);
    case 20_001:
      return { kind: 'ambiguous', message };
    case 40_050:
      return { kind: 'duplicate', message };
    case 40_100:
    case 40_132:
      return { kind: 'rate-limited', retryAfterMs: retryAfterMs(answer.headers, clock.now()), message };
    // The response does not show whether an access token is expired or revoked; the refresh will.
    case 40_102:
    case 40_105:
      return { kind: 'auth-expired', message };
    case 40_103:
    case 40_107:
      return { kind: 'auth-revoked', message };
    // The API is turned off, so it accepted nothing.
    case 41_001:
      return { kind: 'not-sent', message };
    default:
      if (code >= serverCodeMin) return { kind: 'ambiguous', message };
      return failureOfReason(reasonIn(envelope.message ?? ''), message);
  }
}

/** The failure of a response whose envelope is missing or proves nothing, probably from a proxy in front of TikTok. */
function byStatus(answer: PlatformAnswer, clock: Clock): PlatformFailure {
  const message = answer.say(undefined);
  if (isSuccess(answer)) return unreadable(answer);
  if (isInconclusive(answer)) return { kind: 'ambiguous', message };
  if (answer.status === 401) return { kind: 'auth-expired', message };
  if (answer.status === 429) {
    return { kind: 'rate-limited', retryAfterMs: retryAfterMs(answer.headers, clock.now()), message };
  }
  return { kind: 'rejected', code: 'PLATFORM_REJECTED', message };
}

interface ReasonMeaning {
  code: TargetErrorCode;
  /** The kind of failure if nothing is public and another attempt may succeed. Absent if the post would fail again. */
  again?: 'upload-again' | 'not-sent' | 'rate-limited';
}

const refusedMedia: ReasonMeaning = { code: 'MEDIA_REJECTED' };
const unfetchedMedia: ReasonMeaning = { code: 'MEDIA_UNAVAILABLE', again: 'upload-again' };
const spentCap: ReasonMeaning = { code: 'PLATFORM_QUOTA_EXCEEDED', again: 'rate-limited' };
const heldBack: ReasonMeaning = { code: 'POLICY_BLOCKED' };
const refused: ReasonMeaning = { code: 'PLATFORM_REJECTED' };

/** The reasons why an accepted post fails. Rejections contain the same reasons in words. */
const reasons: ReadonlyMap<string, ReasonMeaning> = new Map([
  ['file_format_check_failed', refusedMedia],
  ['duration_check_failed', refusedMedia],
  ['frame_rate_check_failed', refusedMedia],
  ['picture_size_check_failed', refusedMedia],
  ['video_pull_failed', unfetchedMedia],
  ['photo_pull_failed', unfetchedMedia],
  // The domain is not verified for our app. A retry would not help.
  ['url_ownership_unverified', { code: 'MEDIA_UNAVAILABLE' }],
  ['internal', { code: 'PLATFORM_UNAVAILABLE', again: 'not-sent' }],
  ['spam_risk_too_many_posts', spentCap],
  ['spam_risk_too_many_pending_share', spentCap],
  ['reached_active_user_cap', spentCap],
  ['spam_risk_user_banned_from_posting', heldBack],
  ['spam_risk_text', heldBack],
  ['spam_risk', heldBack],
  // TikTok has not reviewed our app yet.
  ['unaudited_client_can_only_post_to_private_accounts', heldBack],
  ['privacy_level_option_mismatch', { code: 'CHOICE_NOT_AVAILABLE' }],
  ['invalid_param', refused],
  ['invalid_params', refused],
  ['auth_removed', { code: 'PLATFORM_AUTH_FAILED' }],
  ['publish_cancelled', refused],
]);

function reasonIn(words: string): string {
  return words.match(/[a-z]+(?:_[a-z]+)+/g)?.find((word) => reasons.has(word)) ?? '';
}

/** The failure of the current call for a reason, when nothing is public. */
function failureOfReason(reason: string, message: string): PlatformFailure {
  const { code, again } = reasons.get(reason) ?? refused;
  if (again === 'rate-limited') {
    return { kind: again, retryAfterMs: capWaitMs, code: 'PLATFORM_QUOTA_EXCEEDED', message };
  }
  if (again !== undefined) return { kind: again, message };
  return reason === 'auth_removed' ? { kind: 'auth-revoked', message } : { kind: 'rejected', code, message };
}

/** The result of a look-up for a post that was accepted earlier and failed for a reason. */
export function refusalOfReason(reason: string, message: string): FindAnswer {
  return { kind: 'refused', code: (reasons.get(reason) ?? refused).code, message };
}
