import { createHmac } from 'node:crypto';
import { z } from 'zod';
import type { Clock } from '../../../clock.js';
import type { SafeFetch, SendBefore } from '../../../egress/safe-fetch.js';
import {
  isInconclusive,
  isSuccess,
  parseJson,
  readAnswer,
  callPlatform,
  successOf,
  unreadable,
  type PlatformAnswer,
} from '../call.js';
import type { PlatformFailure } from '../failure.js';
import { retryAfterMs } from '../../../domain/retry-after.js';
import type { ConnectorParts } from '../parts.js';

/** The common parts of all calls to Meta's Graph API. */
export interface GraphCall {
  baseUrl: string;
  /** The path with the version, except that of the token endpoint, which has no version. */
  path: string;
  method: 'GET' | 'POST' | 'DELETE';
  params: Record<string, string>;
  accessToken: string;
  /** The app's secret, for the proof that we have it. It is set only where Meta documents the proof. */
  appSecret?: string | null;
  timeoutMs?: number | undefined;
  signal?: AbortSignal | undefined;
  sendBefore?: SendBefore | undefined;
  /** The maximum size of a response. Default: the limit of `src/egress`. */
  responseBytesMax?: number;
}

/**
 * The parameters that authenticate a call: the token, and the proof that we have the app's secret, which apps can
 * require (Graph API: "Secure Graph API Calls").
 */
export function authenticating(
  accessToken: string,
  appSecret: string | null = null,
): Readonly<Record<string, string>> {
  if (appSecret === null) return { access_token: accessToken };
  const proof = createHmac('sha256', appSecret).update(accessToken).digest('hex');
  return { access_token: accessToken, appsecret_proof: proof };
}

/** Makes a call. The token is sent where the Graph API documents it: in the form of a POST, otherwise in the query. */
export async function graph(safeFetch: SafeFetch, call: GraphCall): Promise<PlatformAnswer> {
  const who = authenticating(call.accessToken, call.appSecret);
  const params = new URLSearchParams({ ...call.params, ...who }).toString();
  const url = `${call.baseUrl}${call.path}`;
  return callPlatform(
    safeFetch,
    {
      method: call.method,
      ...(call.method === 'POST'
        ? { url, body: params, headers: { 'content-type': 'application/x-www-form-urlencoded' } }
        : { url: `${url}?${params}` }),
      ...(call.timeoutMs === undefined ? {} : { timeoutMs: call.timeoutMs }),
      ...(call.signal && { signal: call.signal }),
      ...(call.sendBefore && { sendBefore: call.sendBefore }),
      ...(call.responseBytesMax && { responseBytesMax: call.responseBytesMax }),
    },
    [...Object.values(who), ...addressesIn(call.params)],
  );
}

/** Makes a call. Throws the failure unless the response is a success that the schema accepts. */
export async function readGraph<T>(
  { safeFetch, clock }: ConnectorParts,
  call: GraphCall,
  schema: z.ZodType<T>,
  failureOf: (answer: PlatformAnswer, clock: Clock) => PlatformFailure = graphFailure,
): Promise<T> {
  return successOf(await graph(safeFetch, call), schema, (refusal) => failureOf(refusal, clock));
}

/**
 * The URLs of media. They are secrets, because their bearer can fetch the file, and rejections repeat rejected
 * values.
 */
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
/** The subcodes for spam, or for a restricted account. */
const policySubcodes = new Set([2_207_051, 2_207_050, 4_279_013]);
const notReadySubcode = 2_207_027;
const missingObjectSubcode = 33;
/**
 * "Media Not Found": some servers do not know the container yet, or none knows it anymore. For a new
 * container the error passes.
 */
const missingContainerSubcodes = new Set([4_279_009, 2_207_008, 2_207_006]);
/**
 * With these subcodes the file could not be fetched from its URL, whatever the main code is. Another attempt may work.
 */
const unfetchedMediaSubcodes = new Set([2_207_052, 2_207_003, 2_207_077, 2_207_082]);
/** Errors of the platform itself while it creates a container. A new container may succeed. */
const failedMakingSubcodes = new Set([2_207_001, 2_207_032, 2_207_053]);
/** The subcode for trial reels, which are not available to every account. */
const unavailableChoiceSubcodes = new Set([2_207_081]);
/** The file's size, type, aspect ratio or format is not accepted, or the file cannot be processed. */
const refusedMediaSubcodes = new Set([
  2_207_004, 2_207_005, 2_207_009, 2_207_023, 2_207_026, 2_207_028, 2_207_057,
]);
/** The subcodes if the app was removed, the password was changed, or a checkpoint is due. A refresh does not help. */
const deadGrantSubcodes = new Set([458, 459, 460, 464, 492]);
/** The subcodes if the token has expired, or if Meta did not issue it. */
const deadTokenSubcodes = new Set([463, 467]);
const expiredContainerSubcode = 2_207_020;

/** Converts an error response, of any call, to a failure. */
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
  // The code for closed comments is not documented, so we match the message.
  if (isReply && /\brepl(y|ies|ying)\b/i.test(message))
    return { kind: 'rejected', code: 'COMMENTS_DISABLED', message };
  const permission = code === 3 || code === 10 || (code >= 200 && code <= 299);
  return { kind: 'rejected', code: permission ? 'PERMISSION_MISSING' : 'PLATFORM_REJECTED', message };
}

/** Returns the failure of a container, from the text of its status, which contains the error code. */
export function containerFault(message: string): PlatformFailure {
  const subcode = Number(/\b(2207\d{3})\b/.exec(message)?.[1] ?? 0);
  if (policySubcodes.has(subcode)) return { kind: 'rejected', code: 'POLICY_BLOCKED', message };
  if (unavailableChoiceSubcodes.has(subcode)) {
    return { kind: 'rejected', code: 'CHOICE_NOT_AVAILABLE', message };
  }
  const mayPass = [unfetchedMediaSubcodes, failedMakingSubcodes].some((subcodes) => subcodes.has(subcode));
  return mayPass ? { kind: 'prepare-again', message } : { kind: 'rejected', code: 'MEDIA_REJECTED', message };
}

/**
 * Whether the response is "No such object". The Graph API does not distinguish a missing object from one that
 * is not ours.
 */
export function isMissingObject(answer: PlatformAnswer): boolean {
  const error = readAnswer(answer, errorSchema)?.error;
  const isMissing = error?.code === 100 && error.error_subcode === missingObjectSubcode;
  return answer.status === 404 || isMissing || isMissingContainer(answer);
}

/** Whether Meta shows no insights of a story yet, for which it uses the code of a missing permission. */
export function hasTooFewViewers(answer: PlatformAnswer): boolean {
  const error = readAnswer(answer, errorSchema)?.error;
  return error?.code === 10 && /not enough viewers/i.test(error.message ?? '');
}

/** Whether the token is rejected without a reason. It may be invalid, or only lack the permission for this call. */
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

/** The time until the quota is free again. A separate header states it in minutes. */
function waitMs(answer: PlatformAnswer, clock: Clock): number | null {
  const standard = retryAfterMs(answer.headers, clock.now());
  const usage = answer.headers['x-business-use-case-usage'];
  if (standard !== null || usage === undefined) return standard;
  const parsed = usageSchema.safeParse(parseJson(usage)).data;
  // Zero means that there is no limit.
  const minutes = Object.values(parsed ?? {})
    .flatMap((entries) => entries.map((entry) => entry.estimated_time_to_regain_access))
    .filter((count) => count > 0);
  return minutes.length === 0 ? null : Math.max(...minutes) * 60_000;
}
