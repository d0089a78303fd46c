import { z } from 'zod';
import { callPlatform, isSuccess, readAnswer, readCredentials } from '../kit/call.js';
import type { PlatformSession, RefreshAnswer } from '../kit/platform.js';
import { errorSchema, pinterestCredentialsSchema, pinterestFailure, type PinterestContext } from './api.js';

const tokenSchema = z.object({
  access_token: z.string().min(1),
  refresh_token: z.string().min(1).optional(),
});

/** "The authorization grant is invalid". */
const invalidGrantCode = 283;
const deadGrant = /authorization grant is invalid|invalid_grant|refresh.?token.*(invalid|expired|revoked)/i;

/** An app that the sandbox takes for registered, where the environment names none. */
const sandboxApp = 'punctual-sandbox';

/** A refresh token may be used again; where the answer has a newer one, that lives longer. */
export async function refreshPinterestTokens(
  context: PinterestContext,
  session: PlatformSession,
): Promise<RefreshAnswer> {
  const read = readCredentials(pinterestCredentialsSchema, session.credentials);
  if ('failure' in read) return read.failure;
  const { refreshToken } = read.credentials;
  const known = session.sandboxUrl === undefined ? null : sandboxApp;
  const clientId = context.clientId ?? known;
  const clientSecret = context.clientSecret ?? known;
  if (clientId === null || clientSecret === null) {
    const message = 'PINTEREST_CLIENT_ID and PINTEREST_CLIENT_SECRET are not set: no token can be refreshed.';
    return { kind: 'rejected', code: 'PERMISSION_MISSING', message };
  }
  const basic = btoa(`${clientId}:${clientSecret}`);
  const result = await callPlatform(
    context.safeFetch,
    {
      url: `${session.baseUrl}/oauth/token`,
      method: 'POST',
      headers: {
        authorization: `Basic ${basic}`,
        'content-type': 'application/x-www-form-urlencoded',
      },
      body: new URLSearchParams({ grant_type: 'refresh_token', refresh_token: refreshToken }).toString(),
    },
    [...read.secrets, clientSecret, basic],
  );
  if ('failure' in result) return result.failure;
  const { answer } = result;
  const tokens = isSuccess(answer) ? readAnswer(answer, tokenSchema) : null;
  if (tokens !== null) {
    const { access_token: accessToken, refresh_token: newer = refreshToken } = tokens;
    return { kind: 'refreshed', credentials: { accessToken, refreshToken: newer } };
  }
  const failure = pinterestFailure(answer, context.clock);
  const error = readAnswer(answer, errorSchema);
  const isDead = error?.code === invalidGrantCode || deadGrant.test(error?.message ?? '');
  if (isDead && answer.status >= 400 && answer.status < 500)
    return { kind: 'auth-revoked', message: failure.message };
  if (failure.kind !== 'auth-expired') return failure;
  // Without Pinterest's own words it may be anybody's answer; with others, our id or secret is wrong.
  return error?.code === undefined
    ? { kind: 'ambiguous', message: failure.message }
    : { kind: 'rejected', code: 'PERMISSION_MISSING', message: failure.message };
}
