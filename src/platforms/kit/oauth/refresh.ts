import type { GrantLife } from '../connect.js';
import type { RefreshAnswer } from '../platform.js';
import { refreshGrant, type OAuthTokens } from './client.js';
import { asRefreshAnswer } from './connect.js';
import type { OAuthClient, OAuthDialect } from './dialect.js';
import type { ConnectorParts } from '../parts.js';

interface PairRefresh {
  dialect: OAuthDialect;
  client: OAuthClient;
  refreshToken: string;
  lifeOf: (tokens: OAuthTokens) => GrantLife;
}

/** Refreshes credentials with an access token and a refresh token. The new pair replaces both. */
export async function refreshPair(
  parts: ConnectorParts,
  { dialect, client, refreshToken, lifeOf }: PairRefresh,
): Promise<RefreshAnswer> {
  const answer = await refreshGrant(parts, dialect, client, refreshToken);
  if (answer.kind !== 'tokens') return asRefreshAnswer(answer);
  const { tokens } = answer;
  return {
    kind: 'refreshed',
    credentials: { accessToken: tokens.accessToken, refreshToken: tokens.refreshToken ?? refreshToken },
    life: lifeOf(tokens),
    ...(tokens.scopes !== null && { scopes: tokens.scopes }),
  };
}
