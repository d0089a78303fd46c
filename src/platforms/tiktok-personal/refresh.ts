import { readCredentials } from '../kit/call.js';
import { refreshGrant } from '../kit/oauth/client.js';
import { asRefreshAnswer, clientFor } from '../kit/oauth/connect.js';
import type { PlatformSession, RefreshAnswer } from '../kit/platform.js';
import { tikTokCredentialsSchema, type TikTokContext } from './api.js';
import { tikTokDialect, tikTokLife } from './oauth.js';

/** The answer's refresh token takes the place of the one that was sent, which works no more. */
export async function refreshTikTokTokens(
  context: TikTokContext,
  session: PlatformSession,
): Promise<RefreshAnswer> {
  const read = readCredentials(tikTokCredentialsSchema, session.credentials);
  if ('failure' in read) return read.failure;
  const client = clientFor(session, { id: context.clientKey, secret: context.clientSecret });
  const { refreshToken } = read.credentials;
  const answer = await refreshGrant(context, tikTokDialect(context, session), client, refreshToken);
  if (answer.kind !== 'tokens') return asRefreshAnswer(answer);
  const { tokens } = answer;
  return {
    kind: 'refreshed',
    credentials: { accessToken: tokens.accessToken, refreshToken: tokens.refreshToken ?? refreshToken },
    life: tikTokLife(context, tokens),
    ...(tokens.scopes !== null && { scopes: tokens.scopes }),
  };
}
