import { z } from 'zod';
import { callPlatform, isSuccess, readAnswer, readCredentials } from '../kit/call.js';
import type { PlatformSession, RefreshAnswer } from '../kit/platform.js';
import { tikTokCredentialsSchema, tikTokFailure, type TikTokContext } from './api.js';

const tokenSchema = z.object({
  access_token: z.string().min(1),
  refresh_token: z.string().min(1).optional(),
});
const tokenErrorSchema = z.object({ error: z.string(), error_description: z.string().optional() });

/** The answer's refresh token takes the place of the one that was sent, which works no more. */
export async function refreshTikTokTokens(
  context: TikTokContext,
  session: PlatformSession,
): Promise<RefreshAnswer> {
  const read = readCredentials(tikTokCredentialsSchema, session.credentials);
  if ('failure' in read) return read.failure;
  const app = appOf(context, session);
  if (app === null) {
    const message = 'TIKTOK_PERSONAL_CLIENT_KEY and TIKTOK_PERSONAL_CLIENT_SECRET are not set.';
    return { kind: 'rejected', code: 'PERMISSION_MISSING', message };
  }
  const form = new URLSearchParams({
    client_key: app.key,
    client_secret: app.secret,
    grant_type: 'refresh_token',
    refresh_token: read.credentials.refreshToken,
  });
  const request = {
    url: `${session.baseUrl}/v2/oauth/token/`,
    method: 'POST' as const,
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    body: form.toString(),
  };
  const result = await callPlatform(context.safeFetch, request, [...read.secrets, app.secret]);
  if ('failure' in result) return result.failure;
  const { answer } = result;
  const tokens = isSuccess(answer) ? readAnswer(answer, tokenSchema) : null;
  if (tokens !== null) {
    const refreshToken = tokens.refresh_token ?? read.credentials.refreshToken;
    return { kind: 'refreshed', credentials: { accessToken: tokens.access_token, refreshToken } };
  }
  // Errors have been seen with HTTP 200 as well.
  const error = readAnswer(answer, tokenErrorSchema);
  if (error === null || answer.status === 429 || answer.status >= 500) {
    const failure = tikTokFailure(answer, context.clock);
    return failure.kind === 'auth-expired' ? { kind: 'ambiguous', message: failure.message } : failure;
  }
  const message = answer.say(`${error.error}: ${error.error_description ?? ''}`);
  if (error.error === 'invalid_grant') return { kind: 'auth-revoked', message };
  // Our own client key or secret is wrong: the account is fine, and so may be the next try.
  return { kind: 'rejected', code: 'PERMISSION_MISSING', message };
}

/** The sandbox takes any app, so that it works without one. */
function appOf(
  { clientKey, clientSecret }: TikTokContext,
  { sandboxUrl }: PlatformSession,
): { key: string; secret: string } | null {
  if (clientKey !== null && clientSecret !== null) return { key: clientKey, secret: clientSecret };
  return sandboxUrl === undefined ? null : { key: 'sandbox', secret: 'sandbox' };
}
