import { z } from 'zod';
import { callPlatform, readCredentials } from '../kit/call.js';
import type { PlatformSession, RefreshAnswer } from '../kit/platform.js';
import { addressOf, credentialsSchema, readData, readEnvelope, type TikTokBusinessContext } from './api.js';
import { businessFailure } from './failures.js';

const tokensSchema = z.object({
  access_token: z.string().min(1),
  refresh_token: z.string().min(1).optional(),
});

const revokedCode = 40_105;

/** The sandbox asks for an app, as TikTok does, and takes any. */
const sandboxApp = { clientId: 'sandbox-app', clientSecret: 'sandbox-secret' };

/** An access token lives for a day, a refresh token for a year; the answer's pair replaces both. */
export async function refreshTokens(
  context: TikTokBusinessContext,
  session: PlatformSession,
): Promise<RefreshAnswer> {
  const read = readCredentials(credentialsSchema, session.credentials);
  if ('failure' in read) return read.failure;
  const unset = session.sandboxUrl === undefined ? undefined : sandboxApp;
  const clientId = context.clientId ?? unset?.clientId;
  const clientSecret = context.clientSecret ?? unset?.clientSecret;
  if (clientId === undefined || clientSecret === undefined) {
    const message = 'TIKTOK_BUSINESS_CLIENT_ID and TIKTOK_BUSINESS_CLIENT_SECRET are not set.';
    return { kind: 'rejected', code: 'PERMISSION_MISSING', message };
  }
  const fields = {
    client_id: clientId,
    client_secret: clientSecret,
    grant_type: 'refresh_token',
    refresh_token: read.credentials.refreshToken,
  };
  const result = await callPlatform(
    context.safeFetch,
    {
      url: `${addressOf(context, session)}/tt_user/oauth2/refresh_token/`,
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(fields),
    },
    [...read.secrets, clientSecret],
  );
  if ('failure' in result) return result.failure;
  const tokens = readData(result.answer, tokensSchema);
  if (tokens !== null) {
    const refreshToken = tokens.refresh_token ?? read.credentials.refreshToken;
    return { kind: 'refreshed', credentials: { accessToken: tokens.access_token, refreshToken } };
  }
  const failure = businessFailure(result.answer, context.clock);
  if (failure.kind !== 'auth-expired') return failure;
  // No access token was shown. TikTok itself names a revoked grant so; anything before it that says 401 does not count.
  const isRevoked = readEnvelope(result.answer)?.code === revokedCode;
  return { kind: isRevoked ? 'auth-revoked' : 'ambiguous', message: failure.message };
}
