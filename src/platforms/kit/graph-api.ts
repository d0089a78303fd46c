import { z } from 'zod';
import type { Clock } from '../../clock.js';
import type { SafeFetch, SendBefore } from '../../egress/safe-fetch.js';
import {
  callPlatform,
  isInconclusive,
  isSuccess,
  parseJson,
  readAnswer,
  unreadable,
  type CallResult,
  type PlatformAnswer,
} from './call.js';
import type { PlatformFailure } from './failure.js';
import { retryAfterMs } from '../../domain/retry-after.js';

/** Meta's Graph API: what all that speak it share. */
export interface GraphCall {
  baseUrl: string;
  /** With the version, which the token endpoint has not. */
  path: string;
  method: 'GET' | 'POST';
  params: Record<string, string>;
  accessToken: string;
  timeoutMs?: number;
  signal?: AbortSignal;
  sendBefore?: SendBefore;
  /** Default: what egress takes of any answer. */
  responseBytesMax?: number;
}

/** The token goes where the Graph API documents it: the query of a read, the form of a write. */
export function graph(safeFetch: SafeFetch, call: GraphCall): Promise<CallResult> {
  const params = new URLSearchParams({ ...call.params, access_token: call.accessToken }).toString();
  const url = `${call.baseUrl}${call.path}`;
  return callPlatform(
    safeFetch,
    {
      method: call.method,
      ...(call.method === 'GET'
        ? { url: `${url}?${params}` }
        : { url, body: params, headers: { 'content-type': 'application/x-www-form-urlencoded' } }),
      ...(call.timeoutMs === undefined ? {} : { timeoutMs: call.timeoutMs }),
      ...(call.signal && { signal: call.signal }),
      ...(call.sendBefore && { sendBefore: call.sendBefore }),
      ...(call.responseBytesMax && { responseBytesMax: call.responseBytesMax }),
    },
    [call.accessToken, ...addressesIn(call.params)],
  );
}

/** Of media: whoever has one may fetch them, and refusals repeat what they refuse. */
function addressesIn(params: GraphCall['params']): string[] {
  return Object.entries(params).flatMap(([name, value]) => (name.endsWith('_url') ? [value] : []));
}

const errorSchema = z.object({
  error: z.object({
    message: z.string().optional(),
    code: z.number().optional(),
    error_subcode: z.number().optional(),
    is_transient: z.boolean().optional(),
    error_user_msg: z.string().optional(),
  }),
});

const rateLimitCodes = new Set([4, 17, 32, 613]);
const dailyQuotaSubcode = 2_207_042;
/** Spam, or an account that is restricted. */
const policySubcodes = new Set([2_207_051, 2_207_050, 4_279_013]);
const notReadySubcode = 2_207_027;
const missingObjectSubcode = 33;
/**
 * "Media Not Found": not every server knows a container yet, or none does any more. On a new container it passes.
 */
const missingContainerSubcodes = new Set([4_279_009, 2_207_008, 2_207_006]);
/** The medium could not be had from its address, whatever code stands before it: the next time it may. */
const unfetchedMediaSubcodes = new Set([2_207_052, 2_207_003, 2_207_077, 2_207_082]);
/** Faults of the platform's own while it makes a container: another one may succeed. */
const failedMakingSubcodes = new Set([2_207_001, 2_207_032, 2_207_053]);
/** Reels that are tried out first are not for every account. */
const unavailableChoiceSubcodes = new Set([2_207_081]);
/** Its size, type, ratio or format is not taken, or it cannot be processed. */
const refusedMediaSubcodes = new Set([
  2_207_004, 2_207_005, 2_207_009, 2_207_023, 2_207_026, 2_207_028, 2_207_057,
]);
/** The app was removed, the password changed, a checkpoint is due: no refresh helps. */
const deadGrantSubcodes = new Set([458, 459, 460, 464, 492]);
/** It has expired, or is none that Meta has given. */
const deadTokenSubcodes = new Set([463, 467]);
const expiredContainerSubcode = 2_207_020;

/** What an answer that is no success means, whichever call it answered. */
export function graphFailure(answer: PlatformAnswer, clock: Clock, isReply = false): PlatformFailure {
  const error = readAnswer(answer, errorSchema)?.error;
  const message = answer.say(error?.error_user_msg ?? error?.message);
  if (isSuccess(answer)) return unreadable(answer);
  const code = error?.code ?? 0;
  const subcode = error?.error_subcode ?? 0;
  if (code === 190 || code === 102) {
    return { kind: deadGrantSubcodes.has(subcode) ? 'auth-revoked' : 'auth-expired', message };
  }
  if (policySubcodes.has(subcode) || code === 368) {
    return { kind: 'rejected', code: 'POLICY_BLOCKED', message };
  }
  if (subcode === dailyQuotaSubcode) {
    const retryAfterMs = waitMs(answer, clock);
    return { kind: 'rate-limited', retryAfterMs, message, code: 'PLATFORM_QUOTA_EXCEEDED' };
  }
  if (answer.status === 429 || isRateLimit(code)) {
    return { kind: 'rate-limited', retryAfterMs: waitMs(answer, clock), message };
  }
  if (subcode === expiredContainerSubcode || missingContainerSubcodes.has(subcode)) {
    return { kind: 'prepare-again', message };
  }
  if (unfetchedMediaSubcodes.has(subcode)) return { kind: 'upload-again', message };
  if (refusedMediaSubcodes.has(subcode)) return { kind: 'rejected', code: 'MEDIA_REJECTED', message };
  if (unavailableChoiceSubcodes.has(subcode)) {
    return { kind: 'rejected', code: 'CHOICE_NOT_AVAILABLE', message };
  }
  if (subcode === notReadySubcode) return { kind: 'not-sent', message };
  if (isInconclusive(answer) || error?.is_transient === true || [1, 2, -1, -2].includes(code)) {
    return { kind: 'ambiguous', message };
  }
  // Which code a closed conversation has is not documented; its words are all there is.
  if (isReply && /\brepl(y|ies|ying)\b/i.test(message))
    return { kind: 'rejected', code: 'COMMENTS_DISABLED', message };
  const permission = code === 3 || code === 10 || (code >= 200 && code <= 299);
  return { kind: 'rejected', code: permission ? 'PERMISSION_MISSING' : 'PLATFORM_REJECTED', message };
}

/** What the status of a container says of why it failed: the code of the fault is among its words. */
export function containerFault(message: string): PlatformFailure {
  const subcode = Number(/\b(2207\d{3})\b/.exec(message)?.[1] ?? 0);
  if (policySubcodes.has(subcode)) return { kind: 'rejected', code: 'POLICY_BLOCKED', message };
  if (unavailableChoiceSubcodes.has(subcode)) {
    return { kind: 'rejected', code: 'CHOICE_NOT_AVAILABLE', message };
  }
  const mayPass = [unfetchedMediaSubcodes, failedMakingSubcodes].some((subcodes) => subcodes.has(subcode));
  return mayPass ? { kind: 'prepare-again', message } : { kind: 'rejected', code: 'MEDIA_REJECTED', message };
}

/** "No such object": the Graph API does not tell a missing one from one that is not ours. */
export function isMissingObject(answer: PlatformAnswer): boolean {
  const error = readAnswer(answer, errorSchema)?.error;
  const isMissing = error?.code === 100 && error.error_subcode === missingObjectSubcode;
  return answer.status === 404 || isMissing || isMissingContainer(answer);
}

/** A token that is refused, and no word of why: it may be dead, or not fit for this one call. */
export function isUnclearTokenRefusal(answer: PlatformAnswer): boolean {
  const error = readAnswer(answer, errorSchema)?.error;
  const subcode = error?.error_subcode ?? 0;
  const isRefusal = error?.code === 190 || error?.code === 102;
  return isRefusal && !deadTokenSubcodes.has(subcode) && !deadGrantSubcodes.has(subcode);
}

export function isMissingContainer(answer: PlatformAnswer): boolean {
  return missingContainerSubcodes.has(readAnswer(answer, errorSchema)?.error.error_subcode ?? 0);
}

function isRateLimit(code: number): boolean {
  return rateLimitCodes.has(code) || (code >= 80_001 && code <= 80_009);
}

const usageSchema = z.record(z.string(), z.array(z.object({ estimated_time_to_regain_access: z.number() })));

/** Minutes until the quota is free again, in a header of its own. */
function waitMs(answer: PlatformAnswer, clock: Clock): number | null {
  const standard = retryAfterMs(answer.headers, clock.now());
  const usage = answer.headers['x-business-use-case-usage'];
  if (standard !== null || usage === undefined) return standard;
  const parsed = usageSchema.safeParse(parseJson(usage)).data;
  // Zero is said of whatever is not limited.
  const minutes = Object.values(parsed ?? {})
    .flatMap((entries) => entries.map((entry) => entry.estimated_time_to_regain_access))
    .filter((count) => count > 0);
  return minutes.length === 0 ? null : Math.max(...minutes) * 60_000;
}
