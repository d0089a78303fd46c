import { z } from 'zod';
import type { Clock } from '../../clock.js';
import type { JsonObject } from '../../domain/json.js';
import type { SafeFetch, SendBefore } from '../../egress/safe-fetch.js';
import { callPlatform, isSuccess, readAnswer, readCredentials, type CallResult } from '../kit/call.js';
import type { PlatformAnswer } from '../kit/call.js';
import type { PlatformSession } from '../kit/session.js';
import { tikTokCredentialsSchema } from '../kit/tiktok/login.js';

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
  timeoutMs?: number;
  /** Secrets besides the account's tokens that messages must not repeat: the URLs of media. */
  secrets?: readonly string[];
}

/** The account, the host, and the token of a call. */
export type BusinessAccess = Pick<PlatformSession, 'externalAccountId' | 'baseUrl' | 'credentials'>;

/** Every call is about an account, which it names with `business_id`. */
export function readBusiness(
  context: TikTokBusinessContext,
  session: BusinessAccess,
  call: Call & { params: Record<string, string> },
): Promise<CallResult> {
  const query = new URLSearchParams({ business_id: session.externalAccountId, ...call.params });
  return callWithToken(context, session, call, { method: 'GET', query: `?${query.toString()}` });
}

export function postBusiness(
  context: TikTokBusinessContext,
  session: BusinessAccess,
  call: Call & { fields: JsonObject; sendBefore?: SendBefore | undefined },
): Promise<CallResult> {
  const body = JSON.stringify({ business_id: session.externalAccountId, ...call.fields });
  return callWithToken(context, session, call, { method: 'POST', query: '', body });
}

/** The token has its own header, without a scheme. */
async function callWithToken(
  context: TikTokBusinessContext,
  session: BusinessAccess,
  call: Call & { sendBefore?: SendBefore | undefined },
  { query, ...request }: { method: 'GET' | 'POST'; query: string; body?: string },
): Promise<CallResult> {
  const read = readCredentials(tikTokCredentialsSchema, session.credentials);
  if ('failure' in read) return read;
  const { path, timeoutMs, sendBefore, secrets = [] } = call;
  const contentType = request.method === 'POST' ? { 'content-type': 'application/json' } : {};
  return callPlatform(
    context.safeFetch,
    {
      ...request,
      url: `${addressOf(context, session)}${path}${query}`,
      headers: { 'access-token': read.credentials.accessToken, ...contentType },
      ...(timeoutMs === undefined ? {} : { timeoutMs }),
      ...(sendBefore && { sendBefore }),
    },
    [...read.secrets, ...secrets],
  );
}

export function addressOf(
  { apiVersion }: TikTokBusinessContext,
  { baseUrl }: Pick<PlatformSession, 'baseUrl'>,
): string {
  return `${baseUrl}/open_api/${apiVersion}`;
}

export const envelopeSchema = z.object({
  code: z.number(),
  message: z.string().optional(),
  /** Rejections may leave it out. */
  data: z.unknown().optional(),
});
export type Envelope = z.infer<typeof envelopeSchema>;

/** The envelope of every response. HTTP 200 says nothing; the code in here does. */
export function readEnvelope(answer: PlatformAnswer): Envelope | null {
  return readAnswer(answer, envelopeSchema);
}

/** The data of a success; null for everything else. */
export function readData<T>(answer: PlatformAnswer, schema: z.ZodType<T>): T | null {
  const envelope = isSuccess(answer) ? readEnvelope(answer) : null;
  if (envelope?.code !== 0) return null;
  return schema.safeParse(envelope.data).data ?? null;
}
