import { isSuccess } from '../kit/call.js';
import { refreshGrant } from '../kit/oauth/client.js';
import { asRefreshAnswer, clientFor } from '../kit/oauth/connect.js';
import type { RefreshAnswer } from '../kit/platform.js';
import {
  callLinkedIn,
  linkedInFailure,
  readRefusal,
  type LinkedInContext,
  type LinkedInSession,
} from './api.js';
import { linkedInDialect, linkedInLife } from './connect.js';

/**
 * Refreshes a token with a refresh token, which LinkedIn gives to approved partners only. All other accounts
 * must be reconnected.
 */
export async function refreshLinkedInToken(
  context: LinkedInContext,
  session: LinkedInSession,
): Promise<RefreshAnswer> {
  const { refreshToken } = session.credentials;
  if (refreshToken === undefined) return withoutRefreshToken(session);
  const client = clientFor(session, { id: context.clientId, secret: context.clientSecret });
  const dialect = linkedInDialect(context, session);
  const answer = await refreshGrant(context, dialect, client, refreshToken);
  if (answer.kind !== 'tokens') return asRefreshAnswer(answer);
  const { tokens } = answer;
  const renewed = { accessToken: tokens.accessToken, refreshToken: tokens.refreshToken ?? refreshToken };
  return {
    kind: 'refreshed',
    credentials: { ...session.credentials, ...renewed },
    // The end of a refresh token is fixed, so if the response does not state it, the stored end still applies.
    ...(tokens.refreshExpiresAt !== null && {
      life: linkedInLife(context, { ...tokens, refreshToken: renewed.refreshToken }),
    }),
    ...(tokens.scopes !== null && { scopes: tokens.scopes }),
  };
}

/**
 * Asks LinkedIn whether the token is dead. A single rejection is no reason to disconnect an account, and a
 * token that still works needs no replacement.
 */
async function withoutRefreshToken(session: LinkedInSession): Promise<RefreshAnswer> {
  const answer = await callLinkedIn(session, { method: 'GET', path: '/v2/userinfo' });
  const { codes, message: words } = readRefusal(answer);
  if (answer.status === 401 && (codes.length > 0 || words !== '')) {
    const why = answer.say(words || codes[0]);
    const message = `The access token is no longer valid (${why}), and LinkedIn issued no refresh token: reconnect the account.`;
    return { kind: 'auth-revoked', message };
  }
  if (isSuccess(answer) || answer.status === 403) {
    return { kind: 'refreshed', credentials: session.credentials };
  }
  const failure = linkedInFailure(session, answer);
  return failure.kind === 'auth-expired' ? { kind: 'ambiguous', message: failure.message } : failure;
}
