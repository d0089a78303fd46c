import { z } from 'zod';
import { callPlatform, isSuccess, readAnswer, readCredentials } from '../call.js';
import type { PlatformSession, RefreshAnswer } from '../platform.js';
import {
  callLinkedIn,
  linkedInCredentialsSchema,
  linkedInFailure,
  readRefusal,
  siteUrlOf,
  type LinkedInContext,
} from './api.js';

const tokenSchema = z.object({
  access_token: z.string().min(1),
  refresh_token: z.string().min(1).optional(),
});
const tokenErrorSchema = z.object({ error: z.string(), error_description: z.string().optional() });

/** With a refresh token, which LinkedIn gives to approved partners; all others have to be connected again. */
export async function refreshLinkedInToken(
  context: LinkedInContext,
  session: PlatformSession,
): Promise<RefreshAnswer> {
  const read = readCredentials(linkedInCredentialsSchema, session.credentials);
  if ('failure' in read) return read.failure;
  const { refreshToken } = read.credentials;
  if (refreshToken === undefined) return withoutRefreshToken(context, session);
  const { clientId, clientSecret } = context;
  const form = new URLSearchParams({
    grant_type: 'refresh_token',
    refresh_token: refreshToken,
    ...(clientId !== null && { client_id: clientId }),
    ...(clientSecret !== null && { client_secret: clientSecret }),
  });
  const result = await callPlatform(
    context.safeFetch,
    {
      url: `${siteUrlOf(context, session)}/oauth/v2/accessToken`,
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
    const renewed = {
      accessToken: tokens.access_token,
      refreshToken: tokens.refresh_token ?? refreshToken,
    };
    return { kind: 'refreshed', credentials: { ...session.credentials, ...renewed } };
  }
  const error = readAnswer(answer, tokenErrorSchema);
  if (error === null || answer.status === 429 || answer.status >= 500) {
    const failure = linkedInFailure(context, answer);
    return failure.kind === 'auth-expired' ? { kind: 'ambiguous', message: failure.message } : failure;
  }
  const { error: code, error_description: words = '' } = error;
  const message = answer.say(`${code}: ${words}`);
  const isDead =
    code === 'invalid_grant' ||
    (code === 'invalid_request' && /refresh token|grant/i.test(words) && !/missing/i.test(words));
  // Otherwise our own client id or secret is wrong: the account is fine, and so may be the next try.
  return isDead
    ? { kind: 'auth-revoked', message }
    : { kind: 'rejected', code: 'PERMISSION_MISSING', message };
}

/** Whether the token is dead, LinkedIn says itself: one refusal on the way is no reason to give an account up. */
async function withoutRefreshToken(
  context: LinkedInContext,
  session: PlatformSession,
): Promise<RefreshAnswer> {
  const result = await callLinkedIn(context, session, { method: 'GET', path: '/v2/userinfo' });
  if ('failure' in result) return result.failure;
  const { answer } = result;
  const { codes, message: words } = readRefusal(answer);
  if (answer.status === 401 && (codes.length > 0 || words !== '')) {
    const why = answer.say(words || codes[0]);
    const message = `The access token is dead (${why}), and LinkedIn gave no refresh token: connect the account again.`;
    return { kind: 'auth-revoked', message };
  }
  if (isSuccess(answer) || answer.status === 403) {
    return { kind: 'ambiguous', message: 'LinkedIn takes the access token, which has no refresh token.' };
  }
  const failure = linkedInFailure(context, answer);
  return failure.kind === 'auth-expired' ? { kind: 'ambiguous', message: failure.message } : failure;
}
