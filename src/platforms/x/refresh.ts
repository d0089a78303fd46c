import { readCredentials } from '../kit/call.js';
import { refreshGrant } from '../kit/oauth/client.js';
import { asRefreshAnswer, clientFor } from '../kit/oauth/connect.js';
import type { PlatformSession, RefreshAnswer } from '../kit/platform.js';
import { xCredentialsSchema, type XContext } from './api.js';
import { xDialect, xLife } from './connect.js';

/** A refresh token works once: the answer's new pair replaces both. */
export async function refreshXTokens(context: XContext, session: PlatformSession): Promise<RefreshAnswer> {
  const read = readCredentials(xCredentialsSchema, session.credentials);
  if ('failure' in read) return read.failure;
  const client = clientFor(session, { id: context.clientId, secret: context.clientSecret });
  const { refreshToken } = read.credentials;
  const answer = await refreshGrant(context, xDialect(context, session), client, refreshToken);
  if (answer.kind !== 'tokens') return asRefreshAnswer(answer);
  const { tokens } = answer;
  return {
    kind: 'refreshed',
    credentials: { accessToken: tokens.accessToken, refreshToken: tokens.refreshToken ?? refreshToken },
    life: xLife(context, tokens),
    ...(tokens.scopes !== null && { scopes: tokens.scopes }),
  };
}
