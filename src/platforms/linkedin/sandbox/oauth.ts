import type { Hono } from 'hono';
import { isParamClient } from '../../../sandbox/app-client.js';
import { addConsent } from '../../../sandbox/consent.js';
import { addTokenEndpoints } from '../../../sandbox/oauth.js';
import type { SandboxEnv } from '../../../sandbox/publishing.js';
import { accessTokenOf, refreshTokenOf, issuedAtMsOf, type SandboxToken } from '../../../sandbox/tokens.js';
import { issueGrant, refreshStateOf, revokeGrant } from './grants.js';
import type { LinkedInSide, Member } from './simulated-accounts.js';

const dayMs = 24 * 60 * 60_000;
const accessLifeMs = 60 * dayMs;
const refreshLifeMs = 365 * dayMs;

/** The scopes of the products that the simulated app has. */
const knownScopes: Readonly<Record<LinkedInSide['platform'], readonly string[]>> = {
  LINKEDIN_PERSON: ['openid', 'profile', 'email', 'w_member_social'],
  LINKEDIN_COMPANY: [
    'rw_organization_admin',
    'r_organization_admin',
    'w_organization_social',
    'r_organization_social',
    'w_organization_social_feed',
    'r_organization_social_feed',
  ],
};

/** Adds three-legged OAuth without PKCE: all scopes or none, tokens for 60 days, refresh tokens for partners only. */
export function addOauth(app: Hono<SandboxEnv>, side: LinkedInSide): void {
  const { platform, label, members } = side;
  const scopes = knownScopes[platform];
  addConsent(app, side, {
    label,
    path: '/oauth/v2/authorization',
    request: {
      scopes,
      separator: ' ',
      refusal: (fault, query) =>
        fault === 'scope' && query.get('response_type') === 'code'
          ? foreignScope(scopes, query)
          : new Response('Bummer, something went wrong.', { status: 400 }),
    },
    accounts: members.map((member) => ({ ...member, handle: hintOf(side, member) })),
    pickLabel: 'Signed in as',
    codeLifeMs: 30 * 60_000,
    denial: {
      error: 'user_cancelled_authorize',
      error_description: 'The user cancelled the authorization',
    },
  });
  addTokens(app, side);
}

function addTokens(app: Hono<SandboxEnv>, side: LinkedInSide): void {
  const { platform, members } = side;
  addTokenEndpoints(app, {
    ...side,
    token: { path: '/oauth/v2/accessToken', operation: 'accessToken' },
    revoke: {
      path: '/oauth/v2/revoke',
      operation: 'revoke',
      invalid: () => oauthError('invalid_request', 'A required parameter "token" is missing'),
      end: (token) => {
        revokeGrant(side, token);
        return new Response(null, { status: 200 });
      },
    },
    clientFault: (_c, form) =>
      isParamClient(form) ? null : oauthError('invalid_client', 'Client authentication failed', 401),
    accessLifeMs,
    refreshLifeMs,
    scopesByDefault: knownScopes[platform],
    errors: {
      grantType: () => oauthError('unsupported_grant_type', 'The grant type is not supported'),
      code: () =>
        oauthError(
          'invalid_request',
          'Unable to retrieve access token: appid/redirect uri/code verifier does not match authorization code. Or authorization code expired. Or external member binding exists',
        ),
      refreshToken: () =>
        oauthError(
          'invalid_grant',
          'The provided authorization grant or refresh token is invalid, expired or revoked.',
        ),
    },
    issue: (accountId, terms, before) => issueGrant(side, accountId, terms, before),
    refreshStateOf: (token) => refreshStateOf(side, token),
    answer: ({ token, scopes: granted, before }) => {
      const member = members.find(({ externalAccountId }) => externalAccountId === token.accountId);
      const isPartner = before !== undefined || member?.getsRefreshTokens === true;
      return Response.json({
        access_token: accessTokenOf(token),
        expires_in: accessLifeMs / 1000,
        ...(isPartner && refreshPart(side, before ?? token)),
        scope: granted.join(','),
        // LinkedIn returns no token type, but always an id token for a code.
        ...(before === undefined && granted.includes('openid') && { id_token: 'sandbox.id.token' }),
      });
    },
  });
}

/** A hint for testers about what an account can reach. */
function hintOf({ platform }: LinkedInSide, { roles = [], getsRefreshTokens }: Member): string {
  const pages = new Set(roles.map(({ organization }) => organization)).size;
  const reach = platform === 'LINKEDIN_PERSON' ? 'a member' : `${pages} ${pages === 1 ? 'page' : 'pages'}`;
  return getsRefreshTokens ? `${reach}, with refresh tokens` : reach;
}

/** Sends the person back with an error, because the app does not have a requested scope. */
function foreignScope(known: readonly string[], query: URLSearchParams): Response {
  const scopes = (query.get('scope') ?? '').split(' ');
  const foreign = scopes.find((scope) => !known.includes(scope)) ?? '';
  const url = new URL(query.get('redirect_uri') ?? '');
  url.searchParams.set('error', 'unauthorized_scope_error');
  url.searchParams.set('error_description', `Scope "${foreign}" is not authorized for your application`);
  const state = query.get('state');
  if (state !== null) url.searchParams.set('state', state);
  return Response.redirect(url.toString(), 303);
}

function oauthError(error: string, description: string, status = 400): Response {
  return Response.json({ error, error_description: description }, { status });
}

/** The fields about the refresh token, which stays the same until its fixed end. */
function refreshPart(side: LinkedInSide, token: SandboxToken) {
  const nowMs = side.store.now().getTime();
  const endMs = (issuedAtMsOf(side, token) ?? nowMs) + refreshLifeMs;
  return {
    refresh_token: refreshTokenOf(token),
    refresh_token_expires_in: Math.round((endMs - nowMs) / 1000),
  };
}
