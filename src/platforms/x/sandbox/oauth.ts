import { createHash } from 'node:crypto';
import type { Context, Hono } from 'hono';
import { appClient, isBasicClient } from '../../../sandbox/app-client.js';
import { addConsent, isRedirectUri, type ConsentRequest } from '../../../sandbox/consent.js';
import { grantedScopes, issueTokens, takeCode, useRefreshToken } from '../../../sandbox/grants.js';
import type { SandboxEnv } from '../../../sandbox/publishing.js';
import type { SandboxStore } from '../../../sandbox/store.js';
import {
  accessTokenOf,
  readAccessToken,
  readRefreshToken,
  refreshTokenOf,
  revoke,
  type SandboxToken,
} from '../../../sandbox/tokens.js';
import { xAccounts } from './accounts.js';

const accessLifeMs = 2 * 60 * 60_000;
const refreshLifeMs = 180 * 24 * 60 * 60_000;
const codeLifeMs = 30_000;
const knownScopes = [
  'tweet.read',
  'tweet.write',
  'users.read',
  'media.write',
  'offline.access',
  'tweet.moderate.write',
];

/** X's OAuth 2.0 with PKCE: 30-second codes, two-hour access tokens, and refresh tokens that work once. */
export function addXOAuth(app: Hono<SandboxEnv>, store: SandboxStore): void {
  addConsent(app, {
    store,
    platform: 'X',
    label: 'X',
    path: '/i/oauth2/authorize',
    read: readAuthorize,
    accounts: xAccounts.map(({ externalAccountId: id, ...account }) => ({ id, ...account })),
    pick: 'one',
    pickLabel: 'Logged in as',
    scopesCanBeUnticked: false,
    codeLifeMs,
  });
  app.post('/2/oauth2/token', (c) => answerToken(c, store));
  app.post('/2/oauth2/revoke', async (c) => {
    store.countCall('X', 'oauth2Revoke');
    const form = new URLSearchParams(await c.req.text());
    if (!isClient(c, form))
      return oauthError('unauthorized_client', 'Missing valid authorization header', 401);
    const text = form.get('token') ?? undefined;
    const token = readRefreshToken(text) ?? readAccessToken(text);
    if (token === null) return oauthError('invalid_request', 'Value passed for the token was invalid.');
    revoke(store, 'X', token);
    return Response.json({ revoked: true });
  });
}

function readAuthorize(query: URLSearchParams): ConsentRequest | Response {
  const redirectUri = query.get('redirect_uri');
  const scopes = (query.get('scope') ?? '').split(' ');
  const codeChallenge = query.get('code_challenge');
  const state = query.get('state') ?? '';
  const isFine =
    query.get('response_type') === 'code' &&
    query.get('client_id') === appClient.id &&
    isRedirectUri(redirectUri) &&
    scopes.every((scope) => knownScopes.includes(scope)) &&
    state !== '' &&
    state.length <= 500 &&
    query.get('code_challenge_method') === 'S256' &&
    /^[\w-]{43}$/.test(codeChallenge ?? '');
  if (!isFine)
    return new Response('Something went wrong. You weren’t able to give access to the App.', { status: 400 });
  return { clientId: appClient.id, redirectUri, state, scopes, codeChallenge };
}

/** A confidential client authenticates itself with HTTP Basic. */
function isClient(c: Context<SandboxEnv>, form: URLSearchParams): boolean {
  const basic = c.req.header('authorization');
  // A public client sends its id in the body.
  if (basic === undefined) return form.get('client_id') === appClient.id;
  return isBasicClient(basic);
}

function oauthError(error: string, description: string, status = 400): Response {
  return Response.json({ error, error_description: description }, { status });
}

async function answerToken(c: Context<SandboxEnv>, store: SandboxStore): Promise<Response> {
  store.countCall('X', 'oauth2Token');
  const form = new URLSearchParams(await c.req.text());
  if (!isClient(c, form)) return oauthError('unauthorized_client', 'Missing valid authorization header', 401);
  switch (form.get('grant_type')) {
    case 'authorization_code':
      return exchange(store, form);
    case 'refresh_token':
      return refresh(store, form);
    default:
      return oauthError('unsupported_grant_type', 'Value passed for the grant type was invalid.');
  }
}

function exchange(store: SandboxStore, form: URLSearchParams): Response {
  const grant = takeCode(store, 'X', form.get('code'));
  const challenge = createHash('sha256')
    .update(form.get('code_verifier') ?? '')
    .digest('base64url');
  const [accountId] = grant?.accountIds ?? [];
  if (
    grant === null ||
    accountId === undefined ||
    grant.redirectUri !== form.get('redirect_uri') ||
    grant.codeChallenge !== challenge
  ) {
    return oauthError('invalid_request', 'Value passed for the authorization code was invalid.');
  }
  return tokensFor(issue(store, accountId, grant.scopes), grant.scopes);
}

function refresh(store: SandboxStore, form: URLSearchParams): Response {
  const token = readRefreshToken(form.get('refresh_token') ?? undefined);
  if (token === null || useRefreshToken(store, 'X', token, { singleUse: true }) !== 'alive') {
    return oauthError('invalid_request', 'Value passed for the token was invalid.');
  }
  const scopes = grantedScopes(store, 'X', token) ?? knownScopes.slice(0, 5);
  return tokensFor(issue(store, token.accountId, scopes, token), scopes);
}

function issue(
  store: SandboxStore,
  accountId: string,
  scopes: string[],
  before?: SandboxToken,
): SandboxToken {
  return issueTokens(store, 'X', accountId, { accessLifeMs, refreshLifeMs, scopes }, before);
}

function tokensFor(token: SandboxToken, scopes: string[]): Response {
  return Response.json({
    token_type: 'bearer',
    expires_in: accessLifeMs / 1000,
    access_token: accessTokenOf(token),
    ...(scopes.includes('offline.access') && { refresh_token: refreshTokenOf(token) }),
    scope: scopes.join(' '),
  });
}
