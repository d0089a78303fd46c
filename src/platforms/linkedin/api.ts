import { z } from 'zod';
import { retryAfterMs } from '../../domain/retry-after.js';
import { callApi, type ApiCall } from '../kit/api-call.js';
import {
  isInconclusive,
  isSuccess,
  readAnswer,
  successOf,
  unreadable,
  type PlatformAnswer,
} from '../kit/call.js';
import type { ConnectPlace } from '../kit/connect.js';
import type { PlatformFailure } from '../kit/failure.js';
import type { OpenSession, PlatformAccess } from '../kit/session.js';
import type { AppParts } from '../kit/parts.js';

/** The author of the posts. Apps can read an organization's posts, but not a person's. */
export type LinkedInAuthor = 'person' | 'organization';

export interface LinkedInContext extends AppParts {
  author: LinkedInAuthor;
  /** The version, as YYYYMM. LinkedIn retires each version after about a year. */
  apiVersion: string;
  /** The website, where people grant access, tokens are refreshed, images are uploaded and posts are shown. */
  siteUrl: string;
}

/**
 * The credentials. LinkedIn gives refresh tokens to approved partners only. A refresh keeps all other stored fields.
 */
export const linkedInCredentialsSchema = z
  .object({
    accessToken: z.string().min(1),
    refreshToken: z.string().min(1).exactOptional(),
  })
  .catchall(z.json());
type LinkedInCredentials = z.infer<typeof linkedInCredentialsSchema>;
type Settings = Pick<LinkedInContext, 'author' | 'apiVersion' | 'siteUrl'>;
export type LinkedInSession = OpenSession<LinkedInCredentials, Settings>;
export type LinkedInAccess = PlatformAccess<LinkedInCredentials, Settings>;

/** Makes one call to the versioned API. URNs in its path are escaped with `encodeUrn`. */
export async function callLinkedIn(
  access: LinkedInAccess,
  { headers, ...call }: ApiCall,
): Promise<PlatformAnswer> {
  const versions = { 'linkedin-version': access.settings.apiVersion, 'x-restli-protocol-version': '2.0.0' };
  return callApi(access, { ...call, headers: { ...versions, ...headers } });
}

/** Makes a call. Throws the failure unless the response is a success that the schema accepts. */
export async function readLinkedIn<T>(
  access: LinkedInAccess,
  call: ApiCall,
  schema: z.ZodType<T>,
): Promise<T> {
  const answer = await callLinkedIn(access, call);
  return successOf(answer, schema, (refusal) => linkedInFailure(access, refusal));
}

/** Escapes a URN for a path. Brackets have a meaning in Rest.li, so we escape more than a URL requires. */
export function encodeUrn(urn: string): string {
  return encodeURIComponent(urn).replaceAll('(', '%28').replaceAll(')', '%29');
}

/** The URL of the website for an account. In the sandbox everything is under one URL. */
export function siteUrlOf({ siteUrl }: Pick<LinkedInContext, 'siteUrl'>, session: ConnectPlace): string {
  return session.sandboxUrl === undefined ? siteUrl : session.baseUrl;
}

const errorSchema = z.object({
  code: z.string().optional().catch(undefined),
  message: z.string().optional().catch(undefined),
  errorDetails: z
    .object({ inputErrors: z.array(z.object({ code: z.string().optional() })).optional() })
    .optional()
    .catch(undefined),
});

/** The codes and the message of a rejection. They are only for comparison. */
export function readRefusal(answer: PlatformAnswer): { codes: string[]; message: string } {
  const error = readAnswer(answer, errorSchema);
  const inner = error?.errorDetails?.inputErrors?.map(({ code }) => code) ?? [];
  const codes = [error?.code, ...inner].filter((code) => code !== undefined);
  return { codes, message: error?.message ?? '' };
}

/** Whether LinkedIn rejects a comment because the post was just created and accepts none yet. */
export function hasNoThread(answer: PlatformAnswer): boolean {
  return /unable to obtain activity/i.test(readRefusal(answer).message);
}

/** Converts an error response, of any call, to a failure. */
export function linkedInFailure(access: LinkedInAccess, answer: PlatformAnswer): PlatformFailure {
  if (isSuccess(answer)) return unreadable(answer);
  const { codes, message: words } = readRefusal(answer);
  const message = answer.say([...codes.slice(0, 1), words].filter(Boolean).join(': ') || undefined);
  if (answer.status === 429) return limitFailure(access, answer, message);
  if (answer.status === 401) return { kind: 'auth-expired', message };
  if (answer.status === 426) return retiredVersion(access.settings);
  if (isInconclusive(answer)) return { kind: 'ambiguous', message };
  // This error is known to disappear by itself. The refusal proves that nothing was done, so the call is made again
  // until the post's deadline.
  if (answer.status === 403 && /resource is forbidden/i.test(words)) return { kind: 'not-sent', message };
  if (answer.status === 403) return { kind: 'rejected', code: 'PERMISSION_MISSING', message };
  return { kind: 'rejected', code: 'PLATFORM_REJECTED', message };
}

/** The failure for a retired version of the API. Waiting does not help: the operator must configure another version. */
function retiredVersion({ apiVersion }: Settings): PlatformFailure {
  const message = `LinkedIn no longer supports version ${apiVersion} of its API: set LINKEDIN_VERSION to a newer one.`;
  return { kind: 'rejected', code: 'PLATFORM_UNAVAILABLE', message };
}

/**
 * The failure for a limit. The documented limits are per day, which ends at midnight UTC. For others, the
 * response says how long they last.
 */
function limitFailure({ clock }: LinkedInAccess, answer: PlatformAnswer, message: string): PlatformFailure {
  const statedMs = retryAfterMs(answer.headers, clock.now());
  if (statedMs !== null && !/\bday\b/i.test(message)) {
    return { kind: 'rate-limited', retryAfterMs: statedMs, message };
  }
  const waitMs = statedMs ?? untilMidnightMs(clock.now());
  const whose = /\bMEMBER\b/.test(message) ? ({ ofAccount: true } as const) : {};
  return { kind: 'rate-limited', retryAfterMs: waitMs, code: 'PLATFORM_QUOTA_EXCEEDED', message, ...whose };
}

const dayMs = 24 * 60 * 60 * 1000;

function untilMidnightMs(now: Date): number {
  return dayMs - (now.getTime() % dayMs);
}
