import type { z } from 'zod';
import type { JsonObject } from '../../domain/json.js';
import type { SendBefore } from '../../egress/safe-fetch.js';
import { callPlatform, type PlatformAnswer } from '../kit/call.js';
import { PlatformFailed } from '../kit/failure.js';
import type { PlatformSession } from '../kit/session.js';
import type { TikTokAccess, TikTokSession } from '../kit/tiktok/login.js';
import type { AppParts } from '../kit/parts.js';
import { readData } from './envelope.js';
import { businessFailure } from './failures.js';

export interface TikTokBusinessContext extends AppParts {
  /** The version in paths, such as `v1.3`. */
  apiVersion: string;
  /** The website where people grant access. */
  siteUrl: string;
}

export type BusinessSettings = Pick<TikTokBusinessContext, 'apiVersion'>;
export type BusinessSession = TikTokSession<BusinessSettings>;
export type BusinessAccess = TikTokAccess<BusinessSettings>;

interface Call {
  /** The path below the version, with a trailing slash. */
  path: string;
  timeoutMs?: number | undefined;
  /** Secrets besides the account's tokens that messages must not repeat: the URLs of media. */
  secrets?: readonly string[];
}

type Reading = Call & { params: Record<string, string> };

/** Makes a read. Every call is about an account, which `business_id` names. */
export async function getBusiness(access: BusinessAccess, call: Reading): Promise<PlatformAnswer> {
  const query = new URLSearchParams({ business_id: access.externalAccountId, ...call.params });
  return callWithToken(access, call, { method: 'GET', query: `?${query.toString()}` });
}

/** Makes a read. Throws the failure unless the response is a success that the schema accepts. */
export async function readBusiness<T>(
  access: BusinessAccess,
  call: Reading,
  schema: z.ZodType<T>,
): Promise<T> {
  const answer = await getBusiness(access, call);
  const data = readData(answer, schema);
  if (data === null) throw new PlatformFailed(businessFailure(answer, access.clock));
  return data;
}

export async function postBusiness(
  access: BusinessAccess,
  call: Call & { fields: JsonObject; sendBefore?: SendBefore | undefined },
): Promise<PlatformAnswer> {
  const body = JSON.stringify({ business_id: access.externalAccountId, ...call.fields });
  return callWithToken(access, call, { method: 'POST', query: '', body });
}

/** Makes a call with the token in its own header, without a scheme. */
async function callWithToken(
  access: BusinessAccess,
  call: Call & { sendBefore?: SendBefore | undefined },
  { query, ...request }: { method: 'GET' | 'POST'; query: string; body?: string },
): Promise<PlatformAnswer> {
  const { path, timeoutMs, sendBefore, secrets = [] } = call;
  const contentType = request.method === 'POST' ? { 'content-type': 'application/json' } : {};
  return callPlatform(
    access.safeFetch,
    {
      ...request,
      url: `${addressOf(access.settings, access)}${path}${query}`,
      headers: { 'access-token': access.credentials.accessToken, ...contentType },
      ...(timeoutMs === undefined ? {} : { timeoutMs }),
      ...(sendBefore && { sendBefore }),
    },
    [...access.secrets, ...secrets],
  );
}

export function addressOf(
  { apiVersion }: BusinessSettings,
  { baseUrl }: Pick<PlatformSession, 'baseUrl'>,
): string {
  return `${baseUrl}/open_api/${apiVersion}`;
}
