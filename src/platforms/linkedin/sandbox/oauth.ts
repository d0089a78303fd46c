import type { Context, Hono } from 'hono';
import { appClient, isParamClient } from '../../../sandbox/app-client.js';
import { addConsent, isRedirectUri, type ConsentRequest } from '../../../sandbox/consent.js';
import { grantedScopes, issuedAtMsOf, takeCode } from '../../../sandbox/grants.js';
import type { SandboxEnv } from '../../../sandbox/publishing.js';
import {
  accessTokenOf,
  readAccessToken,
  readRefreshToken,
  refreshTokenOf,
  type SandboxToken,
} from '../../../sandbox/tokens.js';
import { isRefreshTokenAlive, issueGrant, revokeGrant } from './grants.js';
import type { LinkedInSide, Member } from './simulated-accounts.js';

const dayMs = 24 * 60 * 60_000;
const accessLifeMs = 60 * dayMs;
const refreshLifeMs = 365 * dayMs;
const codeLifeMs = 30 * 60_000;

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

/** Three-legged OAuth without PKCE: all scopes or none, tokens for 60 days, refresh tokens for partners only. */
export function addOauth(app: Hono<SandboxEnv>, side: LinkedInSide): void {
  const { store, platform, label, members } = side;
  addConsent(app, {
    store,
    platform,
    label,
    path: '/oauth/v2/authorization',
    read: (query) => readAuthorize(side, query),
    accounts: members.map((member) => ({
      id: member.externalAccountId,
      handle: hintOf(side, member),
      displayName: member.displayName,
    })),
    pick: 'one',
    pickLabel: 'Signed in as',
    scopesCanBeUnticked: false,
    codeLifeMs,
    denial: {
      error: 'user_cancelled_authorize',
      error_description: 'The user cancelled the authorization',
    },
  });
  app.post('/oauth/v2/accessToken', (c) => answerToken(c, side));
  app.post('/oauth/v2/revoke', async (c) => {
    store.countCall(platform, 'revoke');
    const form = new URLSearchParams(await c.req.text());
    if (!isParamClient(form)) return invalidClient();
    const text = form.get('token') ?? undefined;
    const token = readAccessToken(text) ?? readRefreshToken(text);
    if (token === null) return oauthError('invalid_request', 'A required parameter "token" is missing');
    revokeGrant(side, token);
    return new Response(null, { status: 200 });
  });
}

/** A hint about each choice for testers. */
function hintOf({ platform }: LinkedInSide, { roles, getsRefreshTokens }: Member): string {
  const pages = new Set(roles.map(({ organization }) => organization)).size;
  const reach = platform === 'LINKEDIN_PERSON' ? 'a member' : `${pages} ${pages === 1 ? 'page' : 'pages'}`;
  return getsRefreshTokens ? `${reach}, with refresh tokens` : reach;
}

function readAuthorize(side: LinkedInSide, query: URLSearchParams): ConsentRequest | Response {
  const redirectUri = query.get('redirect_uri');
  const scopes = (query.get('scope') ?? '').split(' ');
  const state = query.get('state');
  const isFine =
    query.get('response_type') === 'code' &&
    query.get('client_id') === appClient.id &&
    isRedirectUri(redirectUri);
  if (!isFine) return new Response('Bummer, something went wrong.', { status: 400 });
  const foreign = scopes.find((scope) => !knownScopes[side.platform].includes(scope));
  if (foreign === undefined) {
    return { clientId: appClient.id, redirectUri, state, scopes, codeChallenge: null };
  }
  const url = new URL(redirectUri);
  url.searchParams.set('error', 'unauthorized_scope_error');
  url.searchParams.set('error_description', `Scope "${foreign}" is not authorized for your application`);
  if (state !== null) url.searchParams.set('state', state);
  return Response.redirect(url.toString(), 303);
}

function oauthError(error: string, description: string, status = 400): Response {
  return Response.json({ error, error_description: description }, { status });
}

const invalidClient = (): Response => oauthError('invalid_client', 'Client authentication failed', 401);

async function answerToken(c: Context<SandboxEnv>, side: LinkedInSide): Promise<Response> {
  side.store.countCall(side.platform, 'accessToken');
  const form = new URLSearchParams(await c.req.text());
  if (!isParamClient(form)) return invalidClient();
  switch (form.get('grant_type')) {
    case 'authorization_code':
      return exchange(side, form);
    case 'refresh_token':
      return refresh(side, form);
    default:
      return oauthError('unsupported_grant_type', 'The grant type is not supported');
  }
}

function exchange(side: LinkedInSide, form: URLSearchParams): Response {
  const grant = takeCode(side.store, side.platform, form.get('code'));
  const [accountId] = grant?.accountIds ?? [];
  if (grant === null || accountId === undefined || grant.redirectUri !== form.get('redirect_uri')) {
    return oauthError(
      'invalid_request',
      'Unable to retrieve access token: appid/redirect uri/code verifier does not match authorization code. Or authorization code expired. Or external member binding exists',
    );
  }
  const { scopes } = grant;
  const token = issueGrant(side, accountId, { accessLifeMs, refreshLifeMs, scopes });
  const member = side.members.find(({ externalAccountId }) => externalAccountId === accountId);
  return Response.json({
    access_token: accessTokenOf(token),
    expires_in: accessLifeMs / 1000,
    ...(member?.getsRefreshTokens === true && refreshPart(side, token)),
    scope: scopes.join(','),
    // No token type, and always an id token.
    ...(scopes.includes('openid') && { id_token: 'sandbox.id.token' }),
  });
}

/** The refresh token stays the same, with a fixed end. */
function refreshPart({ store, platform }: LinkedInSide, token: SandboxToken) {
  const nowMs = store.now().getTime();
  const endMs = (issuedAtMsOf(store, platform, token) ?? nowMs) + refreshLifeMs;
  return {
    refresh_token: refreshTokenOf(token),
    refresh_token_expires_in: Math.round((endMs - nowMs) / 1000),
  };
}

function refresh(side: LinkedInSide, form: URLSearchParams): Response {
  const token = readRefreshToken(form.get('refresh_token') ?? undefined);
  if (token === null || !isRefreshTokenAlive(side, token)) {
    return oauthError(
      'invalid_grant',
      'The provided authorization grant or refresh token is invalid, expired or revoked.',
    );
  }
  const scopes = grantedScopes(side.store, side.platform, token) ?? knownScopes[side.platform];
  const next = issueGrant(side, token.accountId, { accessLifeMs, refreshLifeMs, scopes }, token);
  return Response.json({
    access_token: accessTokenOf(next),
    expires_in: accessLifeMs / 1000,
    ...refreshPart(side, token),
    scope: scopes.join(','),
  });
}
