import { readCredentials } from '../kit/call.js';
import { clientFor } from '../kit/oauth/connect.js';
import { refreshPair } from '../kit/oauth/refresh.js';
import type { RefreshAnswer } from '../kit/platform.js';
import type { PlatformSession } from '../kit/session.js';
import { pinterestCredentialsSchema, type PinterestContext } from './api.js';
import { oauthParts, pinterestDialect, pinterestLife } from './connect.js';

/** The response has a new refresh token with the same lifetime that the old one had at first. */
export async function refreshPinterestTokens(
  context: PinterestContext,
  session: PlatformSession,
): Promise<RefreshAnswer> {
  const read = readCredentials(pinterestCredentialsSchema, session.credentials);
  if ('failure' in read) return read.failure;
  return refreshPair(oauthParts(context), {
    dialect: pinterestDialect(context, session),
    client: clientFor(session, { id: context.clientId, secret: context.clientSecret }),
    refreshToken: read.credentials.refreshToken,
    lifeOf: (tokens) => pinterestLife(context, tokens),
  });
}
