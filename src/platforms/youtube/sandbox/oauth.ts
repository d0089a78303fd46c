import { createHash } from 'node:crypto';
import type { Context, Hono } from 'hono';
import { appClient, isParamClient } from '../../../sandbox/app-client.js';
import { addConsent, isRedirectUri, type ConsentRequest } from '../../../sandbox/consent.js';
import {
  grantedScopes,
  isDead,
  issueTokens,
  revokeAll,
  takeCode,
  useRefreshToken,
} from '../../../sandbox/grants.js';
import type { SandboxEnv } from '../../../sandbox/publishing.js';
import type { SandboxStore } from '../../../sandbox/store.js';
import {
  accessTokenOf,
  readAccessToken,
  readRefreshToken,
  refreshTokenOf,
  type SandboxToken,
} from '../../../sandbox/tokens.js';
import { accountOfTest, youTubeAccounts } from './accounts.js';

const platform = 'YOUTUBE';
const dayMs = 24 * 60 * 60_000;
const accessLifeSeconds = 3_599;
const codeLifeMs = 10 * 60_000;
const unusedLifeMs = 180 * dayMs;
const testingLifeMs = 7 * dayMs;

const prefix = 'https://www.googleapis.com/auth/';
const allScopes = ['youtube.upload', 'youtube.readonly', 'youtube.force-ssl', 'youtube'].map(
  (name) => `${prefix}${name}`,
);

/** Whether a token has one of these scopes. A token issued without consent has all of them. */
export function isGranted(store: SandboxStore, token: SandboxToken, names: readonly string[]): boolean {
  const granted = grantedScopes(store, platform, token);
  return granted === null || names.some((name) => granted.includes(`${prefix}${name}`));
}

/**
 * Google's OAuth 2.0: each permission can be declined. A refresh token stays the same, and expires after six months
 * without use, or after a week if the app is in testing.
 */
export function addGoogleOAuth(app: Hono<SandboxEnv>, store: SandboxStore): void {
  addConsent(app, {
    store,
    platform,
    label: 'Google',
    path: '/o/oauth2/v2/auth',
    read: readAuthorize,
    accounts: youTubeAccounts.map(({ externalAccountId: id, ...account }) => ({ id, ...account })),
    pick: 'one',
    pickLabel: 'Account or channel',
    scopesCanBeUnticked: true,
    codeLifeMs,
  });
  app.post('/token', (c) => answerToken(c, store));
  app.post('/revoke', async (c) => {
    store.countCall(platform, 'oauthRevoke');
    const text = new URLSearchParams(await c.req.text()).get('token') ?? c.req.query('token');
    const refreshToken = readRefreshToken(text);
    const token = refreshToken ?? readAccessToken(text);
    const isAlive =
      refreshToken === null
        ? token !== null && !isDead(store, platform, token)
        : isUsable(store, refreshToken);
    if (token === null || !isAlive) return oauthError(400, 'invalid_token', 'Token expired or revoked');
    revokeAll(store, platform, token.accountId);
    return Response.json({});
  });
}

const knownPrompts = ['none', 'consent', 'select_account'];

function readAuthorize(query: URLSearchParams): ConsentRequest | Response {
  const redirectUri = query.get('redirect_uri');
  const scopes = (query.get('scope') ?? '').split(' ');
  const codeChallenge = query.get('code_challenge');
  const isChallenge =
    query.get('code_challenge_method') === 'S256' && /^[\w-]{43}$/.test(codeChallenge ?? '');
  if (query.get('client_id') !== appClient.id) return blocked(401, 'invalid_client');
  if (!isRedirectUri(redirectUri)) return blocked(400, 'redirect_uri_mismatch');
  if (!scopes.every((scope) => allScopes.includes(scope))) return blocked(400, 'invalid_scope');
  const isFine =
    query.get('response_type') === 'code' &&
    // Without it Google issues no refresh token. We do not simulate that.
    query.get('access_type') === 'offline' &&
    (query.get('prompt') ?? 'consent').split(' ').every((prompt) => knownPrompts.includes(prompt)) &&
    (codeChallenge === null || isChallenge);
  if (!isFine) return blocked(400, 'invalid_request');
  return { clientId: appClient.id, redirectUri, state: query.get('state'), scopes, codeChallenge };
}

function blocked(status: number, error: string): Response {
  return new Response(`Access blocked: Authorization Error. Error ${status}: ${error}`, { status });
}

function oauthError(status: number, error: string, description: string): Response {
  return Response.json({ error, error_description: description }, { status });
}

const deadGrant = (description: string): Response => oauthError(400, 'invalid_grant', description);

async function answerToken(c: Context<SandboxEnv>, store: SandboxStore): Promise<Response> {
  store.countCall(platform, 'oauthToken');
  const form = new URLSearchParams(await c.req.text());
  if (form.get('client_id') !== appClient.id) {
    return oauthError(401, 'invalid_client', 'The OAuth client was not found.');
  }
  if (!isParamClient(form)) return oauthError(401, 'invalid_client', 'Unauthorized');
  switch (form.get('grant_type')) {
    case 'authorization_code':
      return exchange(store, form);
    case 'refresh_token':
      return refresh(store, form);
    default:
      return oauthError(400, 'unsupported_grant_type', 'Invalid grant_type');
  }
}

function exchange(store: SandboxStore, form: URLSearchParams): Response {
  const grant = takeCode(store, platform, form.get('code'));
  const [accountId] = grant?.accountIds ?? [];
  if (grant === null || accountId === undefined) return deadGrant('Bad Request');
  if (grant.redirectUri !== form.get('redirect_uri')) {
    return oauthError(400, 'redirect_uri_mismatch', 'Bad Request');
  }
  const verifier = form.get('code_verifier');
  if (grant.codeChallenge !== null && verifier === null) return deadGrant('Missing code verifier.');
  const challenge = createHash('sha256')
    .update(verifier ?? '')
    .digest('base64url');
  if (grant.codeChallenge !== null && grant.codeChallenge !== challenge) {
    return deadGrant('Invalid code verifier.');
  }
  // Google usually treats it as a denial if nothing is ticked. At least the identity is always granted.
  const scopes = grant.scopes.length === 0 ? ['openid'] : grant.scopes;
  const isTest = accountId === accountOfTest.externalAccountId;
  const terms = {
    accessLifeMs: accessLifeSeconds * 1000,
    refreshLifeMs: isTest ? testingLifeMs : null,
    scopes,
  };
  const token = issueTokens(store, platform, accountId, terms);
  markUsed(store, token);
  return tokenAnswer(token, scopes, {
    refresh_token: refreshTokenOf(token),
    ...(isTest && { refresh_token_expires_in: testingLifeMs / 1000 - 1 }),
  });
}

/** The refresh token stays as it is. */
function refresh(store: SandboxStore, form: URLSearchParams): Response {
  const token = readRefreshToken(form.get('refresh_token') ?? undefined);
  if (token === null || !isUsable(store, token)) return deadGrant('Token has been expired or revoked.');
  markUsed(store, token);
  const scopes = grantedScopes(store, platform, token) ?? allScopes;
  const terms = { accessLifeMs: accessLifeSeconds * 1000, refreshLifeMs: null, scopes };
  return tokenAnswer(issueTokens(store, platform, token.accountId, terms, token), scopes, {});
}

function tokenAnswer(token: SandboxToken, scopes: readonly string[], more: object): Response {
  return Response.json({
    access_token: accessTokenOf(token),
    expires_in: accessLifeSeconds,
    ...more,
    scope: scopes.join(' '),
    token_type: 'Bearer',
  });
}

const usedKey = ({ accountId, refreshes }: SandboxToken): string =>
  `${platform} used ${accountId}~${refreshes}`;

function markUsed(store: SandboxStore, token: SandboxToken): void {
  // Tokens of seeded accounts and of tests do not expire.
  if (grantedScopes(store, platform, token) !== null) {
    store.setNote(usedKey(token), store.now().getTime());
  }
}

/** Whether a refresh token is valid: not revoked, not expired, and used in the last six months. */
function isUsable(store: SandboxStore, token: SandboxToken): boolean {
  const usedMs = store.note(usedKey(token)) ?? Number.POSITIVE_INFINITY;
  if (usedMs + unusedLifeMs <= store.now().getTime()) return false;
  return useRefreshToken(store, platform, token, { singleUse: false }) === 'alive';
}
