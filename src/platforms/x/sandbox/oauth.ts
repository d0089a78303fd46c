import type { Hono } from 'hono';
import { appClient, isBasicClient } from '../../../sandbox/app-client.js';
import { addConsent } from '../../../sandbox/consent.js';
import { addTokenEndpoints } from '../../../sandbox/oauth.js';
import type { SandboxEnv } from '../../../sandbox/publishing.js';
import type { SimulatorParts } from '../../../sandbox/simulator.js';
import { accessTokenOf, refreshTokenOf, revoke } from '../../../sandbox/tokens.js';
import { xAccounts } from './accounts.js';

const accessLifeMs = 2 * 60 * 60_000;
const firstScopes = ['tweet.read', 'tweet.write', 'users.read', 'media.write', 'offline.access'];

/** Adds X's OAuth 2.0 with PKCE: 30-second codes, two-hour access tokens, and refresh tokens that work once. */
export function addXOAuth(app: Hono<SandboxEnv>, parts: SimulatorParts): void {
  addConsent(app, parts, {
    label: 'X',
    path: '/i/oauth2/authorize',
    request: {
      scopes: [...firstScopes, 'tweet.moderate.write'],
      separator: ' ',
      pkce: 'required',
      isValid: (query) => /^.{1,500}$/s.test(query.get('state') ?? ''),
      refusal: 'Something went wrong. You weren’t able to give access to the App.',
    },
    accounts: xAccounts,
    codeLifeMs: 30_000,
  });
  const invalidToken = (): Response =>
    oauthError('invalid_request', 'Value passed for the token was invalid.');
  addTokenEndpoints(app, {
    ...parts,
    token: { path: '/2/oauth2/token', operation: 'oauth2Token' },
    revoke: {
      path: '/2/oauth2/revoke',
      operation: 'oauth2Revoke',
      invalid: invalidToken,
      end: (token) => {
        revoke(parts, token);
        return Response.json({ revoked: true });
      },
    },
    // A confidential client authenticates itself with HTTP Basic. A public client sends its id in the body.
    clientFault: (c, form) => {
      const basic = c.req.header('authorization');
      const isClient = basic === undefined ? form.get('client_id') === appClient.id : isBasicClient(basic);
      return isClient ? null : oauthError('unauthorized_client', 'Missing valid authorization header', 401);
    },
    accessLifeMs,
    refreshLifeMs: 180 * 24 * 60 * 60_000,
    singleUse: true,
    scopesByDefault: firstScopes,
    errors: {
      grantType: () => oauthError('unsupported_grant_type', 'Value passed for the grant type was invalid.'),
      code: () => oauthError('invalid_request', 'Value passed for the authorization code was invalid.'),
      refreshToken: invalidToken,
    },
    answer: ({ token, scopes }) =>
      Response.json({
        token_type: 'bearer',
        expires_in: accessLifeMs / 1000,
        access_token: accessTokenOf(token),
        ...(scopes.includes('offline.access') && { refresh_token: refreshTokenOf(token) }),
        scope: scopes.join(' '),
      }),
  });
}

function oauthError(error: string, description: string, status = 400): Response {
  return Response.json({ error, error_description: description }, { status });
}
