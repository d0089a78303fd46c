import { readCredentials } from '../kit/call.js';
import { clientFor } from '../kit/oauth/connect.js';
import { refreshPair } from '../kit/oauth/refresh.js';
import type { RefreshAnswer } from '../kit/platform.js';
import type { PlatformSession } from '../kit/session.js';
import { credentialsSchema, type TikTokBusinessContext } from './api.js';
import { businessDialect, businessLife } from './oauth.js';

/** An access token lives for a day, a refresh token for a year; the answer's pair replaces both. */
export async function refreshTokens(
  context: TikTokBusinessContext,
  session: PlatformSession,
): Promise<RefreshAnswer> {
  const read = readCredentials(credentialsSchema, session.credentials);
  if ('failure' in read) return read.failure;
  return refreshPair(context, {
    dialect: businessDialect(context, session),
    client: clientFor(session, { id: context.clientId, secret: context.clientSecret }),
    refreshToken: read.credentials.refreshToken,
    lifeOf: (tokens) => businessLife(context, tokens),
  });
}
