import { z } from 'zod';
import type { Clock } from '../../clock.js';
import { retryAfterMs } from '../../domain/retry-after.js';
import type { TargetErrorCode } from '../../domain/target-errors.js';
import { isSuccess, messageCharsMax, readAnswer, type PlatformAnswer } from '../kit/call.js';
import { graphFailure } from '../kit/meta/graph-api.js';
import type { PlatformFailure } from '../kit/failure.js';
import { cutText } from '../kit/text.js';

const errorSchema = z.object({
  error: z.object({
    message: z.string().optional(),
    code: z.number().optional(),
    error_subcode: z.number().optional(),
    error_user_msg: z.string().optional(),
  }),
});

/** The errors "Duplicate posts cannot be published consecutively", and photos that were already posted. */
const duplicates = new Set([506, 1_366_051]);
/** The errors for the app's limit, and for too many actions of one account. */
const rateLimits = new Set([341, 1_390_008]);
/** Errors of Facebook itself, after which other clients try again. */
const passing = new Set([1_363_047, 1_609_010]);
/** The error for a used-up quota. The window is rolling, and the response does not say when the quota is free again. */
const quotaCode = 9;
const quotaWaitMs = 60 * 60 * 1000;

/** Error numbers of Pages beyond those of the Graph API. They occur as codes and as subcodes. */
const refusals: ReadonlyMap<number, TargetErrorCode> = new Map([
  // The account must confirm its identity; the Page must be authorized to publish; the content breaks a policy.
  [4_854_002, 'POLICY_BLOCKED'],
  [1_404_078, 'POLICY_BLOCKED'],
  // The account is limited, or must pass a security check.
  [1_404_112, 'POLICY_BLOCKED'],
  [1_404_006, 'POLICY_BLOCKED'],
  [1_346_003, 'POLICY_BLOCKED'],
  [1_404_102, 'POLICY_BLOCKED'],
  // The page behind a link cannot be read.
  [1_609_005, 'PLATFORM_REJECTED'],
  // The file is not an image or video, is too large, or has an unsupported format.
  [2_069_019, 'MEDIA_REJECTED'],
  [1_366_046, 'MEDIA_REJECTED'],
  [352, 'MEDIA_REJECTED'],
  [1_363_045, 'MEDIA_REJECTED'],
]);

/** The message about closed comments, for which no code is documented. */
const closedComments =
  /\bcomment(s|ing|ed)?\b.*\b(disabled|closed|turned off|not allowed|restricted|cannot|can't)\b|\b(cannot|can't|not allowed to)\b.*\bcomment/i;

/** Converts an error response, of any call, to a failure. */
export function facebookFailure(answer: PlatformAnswer, clock: Clock, isComment = false): PlatformFailure {
  const error = isSuccess(answer) ? undefined : readAnswer(answer, errorSchema)?.error;
  const general = graphFailure(answer, clock, isComment);
  if (error === undefined) return general;
  const { message } = general;
  // The operator must set the right app secret. Nothing was done, so the call is made again until then.
  if (error.code === 100 && /appsecret_proof/i.test(error.message ?? '')) {
    const cure = 'Set FACEBOOK_PAGE_CLIENT_SECRET to the secret of the app that the Page was connected with.';
    return { kind: 'not-sent', message: cutText(`${cure} Facebook says: ${message}`, messageCharsMax) };
  }
  const numbers = [error.error_subcode ?? 0, error.code ?? 0];
  if (numbers.some((number) => duplicates.has(number))) return { kind: 'duplicate', message };
  if (numbers.some((number) => rateLimits.has(number))) {
    return { kind: 'rate-limited', retryAfterMs: retryAfterMs(answer.headers, clock.now()), message };
  }
  if (error.code === quotaCode) {
    const waitMs = retryAfterMs(answer.headers, clock.now()) ?? quotaWaitMs;
    return { kind: 'rate-limited', retryAfterMs: waitMs, message, code: 'PLATFORM_QUOTA_EXCEEDED' };
  }
  if (numbers.some((number) => passing.has(number))) return { kind: 'ambiguous', message };
  const code = numbers.map((number) => refusals.get(number)).find((known) => known !== undefined);
  if (code !== undefined) return { kind: 'rejected', code, message };
  const isClosed = isComment && general.kind === 'rejected' && general.code !== 'POLICY_BLOCKED';
  return isClosed && closedComments.test(message)
    ? { kind: 'rejected', code: 'COMMENTS_DISABLED', message }
    : general;
}
