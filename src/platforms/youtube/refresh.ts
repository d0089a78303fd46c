import { z } from 'zod';
import { callPlatform, isSuccess, readAnswer, readCredentials } from '../kit/call.js';
import type { PlatformSession, RefreshAnswer } from '../kit/platform.js';
import { youTubeCredentialsSchema, type YouTubeContext } from './api.js';
import { youTubeFailure } from './failures.js';

const tokenSchema = z.object({
  access_token: z.string().min(1),
  refresh_token: z.string().min(1).optional(),
});
const errorSchema = z.object({ error: z.string(), error_description: z.string().optional() });

/** Google keeps a refresh token as a rule; where it sends another one, that one counts. */
export async function refreshYouTubeTokens(
  context: YouTubeContext,
  session: PlatformSession,
): Promise<RefreshAnswer> {
  const read = readCredentials(youTubeCredentialsSchema, session.credentials);
  if ('failure' in read) return read.failure;
  const { clientId, clientSecret } = context;
  const form = new URLSearchParams({
    grant_type: 'refresh_token',
    refresh_token: read.credentials.refreshToken,
    ...(clientId === null ? {} : { client_id: clientId }),
    ...(clientSecret === null ? {} : { client_secret: clientSecret }),
  });
  // In the sandbox all of YouTube is under one address.
  const host = session.sandboxUrl === undefined ? context.oauthUrl : session.baseUrl;
  const result = await callPlatform(
    context.safeFetch,
    {
      url: `${host}/token`,
      method: 'POST',
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      body: form.toString(),
    },
    clientSecret === null ? read.secrets : [...read.secrets, clientSecret],
  );
  if ('failure' in result) return result.failure;
  const { answer } = result;
  const tokens = isSuccess(answer) ? readAnswer(answer, tokenSchema) : null;
  if (tokens !== null) {
    const refreshToken = tokens.refresh_token ?? read.credentials.refreshToken;
    return { kind: 'refreshed', credentials: { accessToken: tokens.access_token, refreshToken } };
  }
  const error = readAnswer(answer, errorSchema);
  if (error === null || isSuccess(answer) || answer.status === 429 || answer.status >= 500) {
    const failure = youTubeFailure(answer, context.clock);
    return failure.kind === 'auth-expired' ? { kind: 'ambiguous', message: failure.message } : failure;
  }
  const message = answer.say(`${error.error}: ${error.error_description ?? ''}`);
  if (error.error === 'invalid_grant') return { kind: 'auth-revoked', message };
  // Our own client id or secret is wrong: the account is fine, and so may be the next try.
  return { kind: 'rejected', code: 'PERMISSION_MISSING', message };
}
