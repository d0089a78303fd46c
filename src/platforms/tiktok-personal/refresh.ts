import { readCredentials } from '../kit/call.js';
import { clientFor } from '../kit/oauth/connect.js';
import { refreshPair } from '../kit/oauth/refresh.js';
import type { RefreshAnswer } from '../kit/platform.js';
import type { PlatformSession } from '../kit/session.js';
import { tikTokCredentialsSchema, type TikTokContext } from './api.js';
import { tikTokDialect, tikTokLife } from './oauth.js';

/** The answer's refresh token takes the place of the one that was sent, which works no more. */
export async function refreshTikTokTokens(
  context: TikTokContext,
  session: PlatformSession,
): Promise<RefreshAnswer> {
  const read = readCredentials(tikTokCredentialsSchema, session.credentials);
  if ('failure' in read) return read.failure;
  return refreshPair(context, {
    dialect: tikTokDialect(context, session),
    client: clientFor(session, { id: context.clientKey, secret: context.clientSecret }),
    refreshToken: read.credentials.refreshToken,
    lifeOf: (tokens) => tikTokLife(context, tokens),
  });
}
