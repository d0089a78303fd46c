import { readCredentials } from '../kit/call.js';
import { refreshGrant } from '../kit/oauth/client.js';
import { asRefreshAnswer, clientFor } from '../kit/oauth/connect.js';
import type { PlatformSession, RefreshAnswer } from '../kit/platform.js';
import { pinterestCredentialsSchema, type PinterestContext } from './api.js';
import { oauthParts, pinterestDialect, pinterestLife } from './connect.js';

/** The answer has a new refresh token, which lives for as long as the old one did at first. */
export async function refreshPinterestTokens(
  context: PinterestContext,
  session: PlatformSession,
): Promise<RefreshAnswer> {
  const read = readCredentials(pinterestCredentialsSchema, session.credentials);
  if ('failure' in read) return read.failure;
  const { refreshToken } = read.credentials;
  const client = clientFor(session, { id: context.clientId, secret: context.clientSecret });
  const dialect = pinterestDialect(context, session);
  const answer = await refreshGrant(oauthParts(context), dialect, client, refreshToken);
  if (answer.kind !== 'tokens') return asRefreshAnswer(answer);
  const { tokens } = answer;
  return {
    kind: 'refreshed',
    credentials: { accessToken: tokens.accessToken, refreshToken: tokens.refreshToken ?? refreshToken },
    life: pinterestLife(context, tokens),
    ...(tokens.scopes !== null && { scopes: tokens.scopes }),
  };
}
