import { readCredentials } from '../kit/call.js';
import { refreshGrant } from '../kit/oauth/client.js';
import { asRefreshAnswer, clientFor } from '../kit/oauth/connect.js';
import type { PlatformSession, RefreshAnswer } from '../kit/platform.js';
import { credentialsSchema, type TikTokBusinessContext } from './api.js';
import { businessDialect, businessLife } from './oauth.js';

/** An access token lives for a day, a refresh token for a year; the answer's pair replaces both. */
export async function refreshTokens(
  context: TikTokBusinessContext,
  session: PlatformSession,
): Promise<RefreshAnswer> {
  const read = readCredentials(credentialsSchema, session.credentials);
  if ('failure' in read) return read.failure;
  const client = clientFor(session, { id: context.clientId, secret: context.clientSecret });
  const { refreshToken } = read.credentials;
  const answer = await refreshGrant(context, businessDialect(context, session), client, refreshToken);
  if (answer.kind !== 'tokens') return asRefreshAnswer(answer);
  const { tokens } = answer;
  return {
    kind: 'refreshed',
    credentials: { accessToken: tokens.accessToken, refreshToken: tokens.refreshToken ?? refreshToken },
    life: businessLife(context, tokens),
    ...(tokens.scopes !== null && { scopes: tokens.scopes }),
  };
}
