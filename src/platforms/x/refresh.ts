import { readCredentials } from '../kit/call.js';
import { clientFor } from '../kit/oauth/connect.js';
import { refreshPair } from '../kit/oauth/refresh.js';
import type { RefreshAnswer } from '../kit/platform.js';
import type { PlatformSession } from '../kit/session.js';
import { xCredentialsSchema, type XContext } from './api.js';
import { xDialect, xLife } from './connect.js';

/** A refresh token works once: the new pair replaces both. */
export async function refreshXTokens(context: XContext, session: PlatformSession): Promise<RefreshAnswer> {
  const read = readCredentials(xCredentialsSchema, session.credentials);
  if ('failure' in read) return read.failure;
  return refreshPair(context, {
    dialect: xDialect(context, session),
    client: clientFor(session, { id: context.clientId, secret: context.clientSecret }),
    refreshToken: read.credentials.refreshToken,
    lifeOf: (tokens) => xLife(context, tokens),
  });
}
