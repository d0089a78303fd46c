import type { z } from 'zod';
import type { Clock } from '../../clock.js';
import type { JsonObject } from '../../domain/json.js';
import type { SafeFetch, SendBefore } from '../../egress/safe-fetch.js';
import { callPlatform, type PlatformAnswer } from '../kit/call.js';
import { PlatformFailed } from '../kit/failure.js';
import type { PlatformSession } from '../kit/session.js';
import type { TikTokAccess } from '../kit/tiktok/login.js';
import { readData } from './envelope.js';
import { businessFailure } from './failures.js';

export interface TikTokBusinessContext {
  safeFetch: SafeFetch;
  clock: Clock;
  /** As in `v1.3`. */
  apiVersion: string;
  /** The website where people grant access. */
  siteUrl: string;
  /** The client of our registered app; null if none is configured. */
  clientId: string | null;
  clientSecret: string | null;
}

interface Call {
  /** The path below the version, with a trailing slash. */
  path: string;
  timeoutMs?: number | undefined;
  /** Secrets besides the account's tokens that messages must not repeat: the URLs of media. */
  secrets?: readonly string[];
}

type Reading = Call & { params: Record<string, string> };

/** Every call is about an account, which it names with `business_id`. */
export async function getBusiness(
  context: TikTokBusinessContext,
  access: TikTokAccess,
  call: Reading,
): Promise<PlatformAnswer> {
  const query = new URLSearchParams({ business_id: access.externalAccountId, ...call.params });
  return callWithToken(context, access, call, { method: 'GET', query: `?${query.toString()}` });
}

/** The same. Throws the failure if the response is no success that the schema accepts. */
export async function readBusiness<T>(
  context: TikTokBusinessContext,
  access: TikTokAccess,
  call: Reading,
  schema: z.ZodType<T>,
): Promise<T> {
  const answer = await getBusiness(context, access, call);
  const data = readData(answer, schema);
  if (data === null) throw new PlatformFailed(businessFailure(answer, context.clock));
  return data;
}

export async function postBusiness(
  context: TikTokBusinessContext,
  access: TikTokAccess,
  call: Call & { fields: JsonObject; sendBefore?: SendBefore | undefined },
): Promise<PlatformAnswer> {
  const body = JSON.stringify({ business_id: access.externalAccountId, ...call.fields });
  return callWithToken(context, access, call, { method: 'POST', query: '', body });
}

/** The token has its own header, without a scheme. */
async function callWithToken(
  context: TikTokBusinessContext,
  access: TikTokAccess,
  call: Call & { sendBefore?: SendBefore | undefined },
  { query, ...request }: { method: 'GET' | 'POST'; query: string; body?: string },
): Promise<PlatformAnswer> {
  const { path, timeoutMs, sendBefore, secrets = [] } = call;
  const contentType = request.method === 'POST' ? { 'content-type': 'application/json' } : {};
  return callPlatform(
    context.safeFetch,
    {
      ...request,
      url: `${addressOf(context, access)}${path}${query}`,
      headers: { 'access-token': access.credentials.accessToken, ...contentType },
      ...(timeoutMs === undefined ? {} : { timeoutMs }),
      ...(sendBefore && { sendBefore }),
    },
    [...access.secrets, ...secrets],
  );
}

export function addressOf(
  { apiVersion }: TikTokBusinessContext,
  { baseUrl }: Pick<PlatformSession, 'baseUrl'>,
): string {
  return `${baseUrl}/open_api/${apiVersion}`;
}
