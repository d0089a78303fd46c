import { z } from 'zod';
import type {
  CheckAnswer,
  ConnectAnswer,
  ConnectPlace,
  ConnectScope,
  GrantLife,
  RedirectConnect,
  RevokeAnswer,
} from '../kit/connect.js';
import { revokeGrant, type OAuthTokens } from '../kit/oauth/client.js';
import { clientFor, oauthConnect } from '../kit/oauth/connect.js';
import { refreshPair } from '../kit/oauth/refresh.js';
import type { OAuthClient, OAuthDialect } from '../kit/oauth/dialect.js';
import type { RefreshAnswer } from '../kit/platform.js';
import { accessWith } from '../kit/session.js';
import { readX, type XAccess, type XContext, type XSession } from './api.js';

/** The permission to hide replies. */
export const moderateScope = 'tweet.moderate.write';

/** The scopes in X: "fundamentals/authentication/oauth-2-0/authorization-code". */
export const xScopes: readonly ConnectScope[] = [
  {
    name: 'tweet.read',
    purpose: 'check whether a post is public when the response was lost, and read replies',
    required: true,
  },
  { name: 'tweet.write', purpose: 'publish posts, first comments and replies', required: true },
  { name: 'users.read', purpose: 'identify the account', required: true },
  { name: 'media.write', purpose: 'publish images and videos', required: true },
  { name: moderateScope, purpose: 'hide replies', required: false },
  { name: 'offline.access', purpose: 'stay connected for longer than two hours', required: true },
];

/** The lifetime of a refresh token. X does not document it; developers report half a year. */
const refreshTokenLifeMs = 180 * 24 * 60 * 60_000;

function xDialect({ siteUrl }: XContext, { baseUrl, sandboxUrl }: ConnectPlace): OAuthDialect {
  return {
    authorizeUrl: `${sandboxUrl ?? siteUrl}/i/oauth2/authorize`,
    tokenUrl: `${baseUrl}/2/oauth2/token`,
    revokeUrl: `${baseUrl}/2/oauth2/revoke`,
    clientAuth: 'basic',
    scopeSeparator: ' ',
    // X reports a used or revoked token as an invalid request.
    isDeadGrant: ({ error, description }) =>
      error === 'invalid_request' && /token was invalid|authorization code/i.test(description),
  };
}

export function xConnect(context: XContext): RedirectConnect {
  return oauthConnect(context, {
    app: {
      idVariable: 'X_CLIENT_ID',
      id: context.clientId,
      secretVariable: 'X_CLIENT_SECRET',
      secret: context.clientSecret,
    },
    secretRequired: false,
    scopes: xScopes,
    pkce: true,
    dialectOf: (place) => xDialect(context, place),
    readCandidates: (place, tokens) => readCandidates(context, place, tokens),
  });
}

/** The life of tokens that X has just issued. */
function xLife(context: XContext, { accessExpiresAt, refreshToken }: OAuthTokens): GrantLife {
  const now = context.clock.now().getTime();
  return {
    tokenExpiresAt: accessExpiresAt,
    refreshBy: refreshToken === null ? null : new Date(now + refreshTokenLifeMs),
    refreshNotBefore: null,
    reconnectBy: null,
  };
}

/** Reads the account of a grant. One grant covers one account. */
async function readCandidates(
  context: XContext,
  { baseUrl }: ConnectPlace,
  tokens: OAuthTokens,
): Promise<ConnectAnswer> {
  const { accessToken, refreshToken, scopes } = tokens;
  // Without `offline.access` there is no refresh token. Such a candidate is excluded because of the missing scope.
  const credentials = { accessToken, refreshToken: refreshToken ?? accessToken };
  const user = await readUser(accessWith(context, baseUrl, credentials));
  const { id, username, name, profile_image_url: avatarUrl = null } = user;
  return {
    kind: 'granted',
    candidates: [
      {
        externalAccountId: id,
        handle: username,
        displayName: name,
        avatarUrl,
        serviceUrl: null,
        credentials,
        life: xLife(context, tokens),
        scopes,
        reason: null,
      },
    ],
  };
}

export async function checkXAccount(session: XSession): Promise<CheckAnswer> {
  const user = await readUser(session);
  const { username: handle, name: displayName, profile_image_url: avatarUrl = null } = user;
  return { kind: 'alive', handle, displayName, avatarUrl };
}

function clientOf({ clientId: id, clientSecret: secret }: XContext, session: XSession): OAuthClient {
  return clientFor(session, { id, secret });
}

/** Refreshes a grant. A refresh token works once: the new pair replaces both tokens. */
export async function refreshXTokens(context: XContext, session: XSession): Promise<RefreshAnswer> {
  return refreshPair(context, {
    dialect: xDialect(context, session),
    client: clientOf(context, session),
    refreshToken: session.credentials.refreshToken,
    lifeOf: (tokens) => xLife(context, tokens),
  });
}

/** Revokes the refresh token. X then also ends the access tokens issued with it. */
export async function revokeXGrant(context: XContext, session: XSession): Promise<RevokeAnswer> {
  const client = clientOf(context, session);
  return revokeGrant(context, xDialect(context, session), client, session.credentials.refreshToken);
}

export const userSchema = z.object({
  id: z.string().regex(/^\d+$/),
  username: z.string().min(1),
  name: z.string(),
  profile_image_url: z.url().optional(),
});
export type XUser = z.infer<typeof userSchema>;

async function readUser(access: XAccess): Promise<XUser> {
  const query = { 'user.fields': 'profile_image_url' };
  const call = { method: 'GET', path: '/2/users/me', query } as const;
  const { data } = await readX(access, call, z.object({ data: userSchema }));
  return data;
}
