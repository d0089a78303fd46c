import * as oauth from 'oauth4webapi';
import type { GrantLife, RevokeAnswer } from '../../kit/connect.js';
import { asRefreshAnswer } from '../../kit/oauth/connect.js';
import type { PlatformFailure } from '../../kit/failure.js';
import type { RefreshAnswer } from '../../kit/platform.js';
import type { BlueskyContext, BlueskySession } from '../context.js';
import type { OAuthGrant } from '../credentials.js';
import { sameClient } from './our-client.js';
import { callServer, readTokens, type Outcome, type OAuthCall } from './tokens.js';

const dayMs = 24 * 60 * 60_000;
/** The lifetimes of each refresh token and of the whole grant of a confidential client. */
const refreshLifeMs = 90 * dayMs;
const provenLifeMs = 2 * 365 * dayMs;
/** The lifetime of a public client's grant. Refreshing does not extend it. */
const publicLifeMs = 14 * dayMs;

/** The lifetimes of a grant. Servers do not state them, so they are those of the reference server. */
export function oauthLife(
  { clock }: BlueskyContext,
  { grantedAt, clientKeyId }: Pick<OAuthGrant, 'grantedAt' | 'clientKeyId'>,
  tokenExpiresAt: Date | null,
): GrantLife {
  const grantedMs = Date.parse(grantedAt);
  const isPublic = clientKeyId === null;
  return {
    tokenExpiresAt,
    refreshBy: isPublic ? null : new Date(clock.now().getTime() + refreshLifeMs),
    refreshNotBefore: null,
    reconnectBy: new Date(grantedMs + (isPublic ? publicLifeMs : provenLifeMs)),
  };
}

const otherKey: PlatformFailure = {
  kind: 'rejected',
  code: 'PERMISSION_MISSING',
  message:
    'BLUESKY_CLIENT_JWK is not the key that this account was connected with. Restore that key, or reconnect the account.',
};

/** Makes a call about a grant as the client that got it. A proof of another key would make the server end the grant. */
async function callAbout<T>(
  context: BlueskyContext,
  session: BlueskySession,
  grant: OAuthGrant,
  run: (call: OAuthCall) => Promise<T>,
): Promise<Outcome<T>> {
  const client = await sameClient(session, context.clientKey, grant);
  if (client === null) return otherKey;
  const proofs = await context.dpopHandles(grant.dpopKey);
  const secrets = [grant.accessToken, grant.refreshToken];
  return callServer(context, { endpoints: grant, client, proofs }, secrets, run);
}

/** Refreshes a grant. A refresh token works once: the new pair replaces both tokens. */
export async function refreshOAuth(
  context: BlueskyContext,
  session: BlueskySession,
  grant: OAuthGrant,
): Promise<RefreshAnswer> {
  const outcome = await callAbout(context, session, grant, async ({ server, client, auth, options }) => {
    const { refreshToken } = grant;
    const answer = await oauth.refreshTokenGrantRequest(server, client, auth, refreshToken, options);
    return readTokens(context, await oauth.processRefreshTokenResponse(server, client, answer));
  });
  if (outcome.kind !== 'done') return asRefreshAnswer(outcome);
  const { value: tokens } = outcome;
  if (tokens?.did !== session.externalAccountId) {
    return { kind: 'ambiguous', message: 'The server’s response is for another account, or cannot be used.' };
  }
  const { accessToken, refreshToken, accessExpiresAt, scopes } = tokens;
  return {
    kind: 'refreshed',
    credentials: { ...grant, accessToken, refreshToken },
    life: oauthLife(context, grant, accessExpiresAt),
    scopes,
  };
}

/**
 * Ends the whole grant. Without a proof of the grant's key, a server reports success and does nothing. The library's
 * revocation call sends no proof, so its call for pushed requests is used, which is otherwise the same.
 */
export async function revokeOAuth(
  context: BlueskyContext,
  session: BlueskySession,
  grant: OAuthGrant,
): Promise<RevokeAnswer> {
  const { revocationEndpoint, refreshToken: token } = grant;
  if (revocationEndpoint === null) return { kind: 'not-supported' };
  const outcome = await callAbout(context, session, grant, async ({ server, client, auth, options }) => {
    const there = { ...server, pushed_authorization_request_endpoint: revocationEndpoint };
    const answer = await oauth.pushedAuthorizationRequest(there, client, auth, { token }, options);
    await oauth.processRevocationResponse(answer);
  });
  switch (outcome.kind) {
    case 'done':
    case 'dead-grant':
      return { kind: 'revoked' };
    case 'refused':
      return { kind: 'rejected', code: 'PERMISSION_MISSING', message: outcome.message };
    default:
      return outcome;
  }
}
