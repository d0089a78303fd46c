import type { Hono } from 'hono';
import { isParamClient } from '../../../sandbox/app-client.js';
import { addTokenEndpoints, formOf } from '../../../sandbox/oauth.js';
import type { SandboxEnv } from '../../../sandbox/publishing.js';
import type { SimulatorParts } from '../../../sandbox/simulator.js';
import { accessTokenOf, readAccessToken, refreshTokenOf } from '../../../sandbox/tokens.js';
import { addTikTokConsent } from '../../kit/tiktok/sandbox/login.js';
import { tikTokAccounts } from './accounts.js';

/** The lifetimes of tokens as of November 2026. */
const accessLifeMs = 2 * 60 * 60_000;
const refreshLifeMs = 180 * 24 * 60 * 60_000;
const knownScopes = [
  'user.info.basic',
  'user.info.profile',
  'user.info.stats',
  'video.publish',
  'video.upload',
  'video.list',
];

/**
 * Adds Login Kit. It calls the client id `client_key`, separates scopes with commas and lets the person decline
 * permissions. A refresh token works once.
 */
export function addTikTokOAuth(app: Hono<SandboxEnv>, parts: SimulatorParts): void {
  addTikTokConsent(app, parts, {
    label: 'TikTok (personal)',
    accounts: tikTokAccounts,
    scopes: knownScopes,
    pkce: 'optional',
    codeLifeMs: 5 * 60_000,
  });
  addTokenEndpoints(app, {
    ...parts,
    token: { path: '/v2/oauth/token/', operation: 'oauthToken' },
    revoke: {
      path: '/v2/oauth/revoke/',
      operation: 'oauthRevoke',
      read: readAccessToken,
      invalid: () => oauthError('invalid_request', 'Access token is invalid.'),
    },
    // Only forms are read; a JSON body has no parameters.
    readForm: async (c) =>
      /^application\/x-www-form-urlencoded\b/.test(c.req.header('content-type') ?? '')
        ? formOf(c)
        : new URLSearchParams(),
    clientFault: (_c, form) =>
      isParamClient(form, 'client_key')
        ? null
        : oauthError('invalid_client', 'Client key or secret is incorrect.'),
    challengeEncoding: 'hex',
    accessLifeMs,
    refreshLifeMs,
    singleUse: true,
    scopesByDefault: knownScopes,
    errors: {
      grantType: () => oauthError('unsupported_grant_type', 'Not supported.'),
      code: () => oauthError('invalid_grant', 'Authorization code is expired.'),
      redirectUri: () =>
        oauthError('invalid_grant', 'Redirect_uri is not matched with the uri when requesting code.'),
      refreshToken: () => oauthError('invalid_grant', 'Refresh token is invalid or expired.'),
    },
    answer: ({ token, scopes }) =>
      Response.json({
        open_id: token.accountId,
        access_token: accessTokenOf(token),
        refresh_token: refreshTokenOf(token),
        expires_in: accessLifeMs / 1000,
        refresh_expires_in: refreshLifeMs / 1000,
        scope: scopes.join(','),
        token_type: 'Bearer',
      }),
  });
}

/** An error with HTTP 200, as the real TikTok responds. */
function oauthError(error: string, description: string): Response {
  return Response.json({ error, error_description: description, log_id: 'sandbox' });
}
