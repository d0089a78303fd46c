import { callPlatform, isSuccess, readAnswer, readCredentials } from '../kit/call.js';
import type { PlatformSession, RefreshAnswer } from '../kit/platform.js';
import { tokenErrorSchema, tokenSchema, xCredentialsSchema, xFailure, type XContext } from './api.js';

/** A refresh token works once: the answer's new pair replaces both. */
export async function refreshXTokens(context: XContext, session: PlatformSession): Promise<RefreshAnswer> {
  const read = readCredentials(xCredentialsSchema, session.credentials);
  if ('failure' in read) return read.failure;
  const { clientId, clientSecret } = context;
  const form = new URLSearchParams({
    grant_type: 'refresh_token',
    refresh_token: read.credentials.refreshToken,
  });
  const headers: Record<string, string> = { 'content-type': 'application/x-www-form-urlencoded' };
  if (clientId !== null && clientSecret !== null)
    headers['authorization'] = `Basic ${btoa(`${clientId}:${clientSecret}`)}`;
  else if (clientId !== null) form.set('client_id', clientId);
  const result = await callPlatform(
    context.safeFetch,
    { url: `${session.baseUrl}/2/oauth2/token`, method: 'POST', headers, body: form.toString() },
    clientSecret === null ? read.secrets : [...read.secrets, clientSecret],
  );
  if ('failure' in result) return result.failure;
  const { answer } = result;
  const tokens = isSuccess(answer) ? readAnswer(answer, tokenSchema) : null;
  if (tokens !== null) {
    const refreshToken = tokens.refresh_token ?? read.credentials.refreshToken;
    return { kind: 'refreshed', credentials: { accessToken: tokens.access_token, refreshToken } };
  }
  const error = readAnswer(answer, tokenErrorSchema);
  if (error === null || answer.status === 429 || answer.status >= 500) {
    const failure = xFailure(answer, context.clock);
    return failure.kind === 'auth-expired' ? { kind: 'ambiguous', message: failure.message } : failure;
  }
  const message = answer.say(`${error.error}: ${error.error_description ?? ''}`);
  // X has been seen to call a spent or revoked token an invalid request.
  const isDead =
    error.error === 'invalid_grant' ||
    (error.error === 'invalid_request' && /token was invalid/i.test(error.error_description ?? ''));
  if (isDead) return { kind: 'auth-revoked', message };
  // Our own client id or secret is wrong: the account is fine, and so may be the next try.
  return { kind: 'rejected', code: 'PERMISSION_MISSING', message };
}
