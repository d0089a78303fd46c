import type { Hono } from 'hono';
import { appClient, isParamClient } from '../../../sandbox/app-client.js';
import { addConsent } from '../../../sandbox/consent.js';
import { addTokenEndpoints, formOf } from '../../../sandbox/oauth.js';
import type { SandboxEnv } from '../../../sandbox/publishing.js';
import type { SimulatorParts } from '../../../sandbox/simulator.js';
import {
  accessTokenOf,
  readAccessToken,
  readRefreshToken,
  refreshTokenOf,
  grantedScopes,
  isDead,
  issueTokens,
  revokeAll,
  useRefreshToken,
  type SandboxToken,
  type RefreshState,
} from '../../../sandbox/tokens.js';
import { accountOfTest, youTubeAccounts } from './accounts.js';

const platform = 'YOUTUBE';
const dayMs = 24 * 60 * 60_000;
const accessLifeSeconds = 3_599;
const unusedLifeMs = 180 * dayMs;
const testingLifeMs = 7 * dayMs;
const knownPrompts = ['none', 'consent', 'select_account'];

const prefix = 'https://www.googleapis.com/auth/';
const allScopes = ['youtube.upload', 'youtube.readonly', 'youtube.force-ssl', 'youtube'].map(
  (name) => `${prefix}${name}`,
);

/** Whether a token has one of these scopes. A token that was issued without consent has all of them. */
export function isGranted(parts: SimulatorParts, token: SandboxToken, names: readonly string[]): boolean {
  const granted = grantedScopes(parts, token);
  return granted === null || names.some((name) => granted.includes(`${prefix}${name}`));
}

/**
 * Adds Google's OAuth 2.0: each permission can be declined. A refresh token stays the same, and expires after
 * six months without use, or after a week if the app is in testing.
 */
export function addGoogleOAuth(app: Hono<SandboxEnv>, parts: SimulatorParts): void {
  addConsent(app, parts, {
    label: 'Google',
    path: '/o/oauth2/v2/auth',
    request: {
      scopes: allScopes,
      separator: ' ',
      pkce: 'optional',
      isValid: (query) =>
        // With another access type Google issues no refresh token. We do not simulate that.
        query.get('access_type') === 'offline' &&
        (query.get('prompt') ?? 'consent').split(' ').every((prompt) => knownPrompts.includes(prompt)),
      refusal: (fault) => blocked[fault](),
    },
    accounts: youTubeAccounts,
    pickLabel: 'Account or channel',
    scopesCanBeUnticked: true,
    codeLifeMs: 10 * 60_000,
  });
  addTokens(app, parts);
  addRevocation(app, parts);
}

function addTokens(app: Hono<SandboxEnv>, parts: SimulatorParts): void {
  const isTest = (accountId: string): boolean => accountId === accountOfTest.externalAccountId;
  addTokenEndpoints(app, {
    ...parts,
    token: { path: '/token', operation: 'oauthToken' },
    clientFault: (_c, form) => {
      if (isParamClient(form)) return null;
      const isKnown = form.get('client_id') === appClient.id;
      return oauthError(401, 'invalid_client', isKnown ? 'Unauthorized' : 'The OAuth client was not found.');
    },
    accessLifeMs: accessLifeSeconds * 1000,
    refreshLifeMs: (accountId) => (isTest(accountId) ? testingLifeMs : null),
    scopesByDefault: allScopes,
    errors: {
      grantType: () => oauthError(400, 'unsupported_grant_type', 'Invalid grant_type'),
      code: () => deadGrant('Bad Request'),
      redirectUri: () => oauthError(400, 'redirect_uri_mismatch', 'Bad Request'),
      verifier: (isMissing) => deadGrant(isMissing ? 'Missing code verifier.' : 'Invalid code verifier.'),
      refreshToken: () => deadGrant('Token has been expired or revoked.'),
    },
    issue: (accountId, terms, before) => {
      const token = issueTokens(parts, accountId, terms, before);
      markUsed(parts, before ?? token);
      return token;
    },
    refreshStateOf: (token) => refreshStateOf(parts, token),
    answer: ({ token, scopes, before }) =>
      Response.json({
        access_token: accessTokenOf(token),
        expires_in: accessLifeSeconds,
        ...(before === undefined && { refresh_token: refreshTokenOf(token) }),
        ...(before === undefined &&
          isTest(token.accountId) && { refresh_token_expires_in: testingLifeMs / 1000 - 1 }),
        // Google usually treats a consent without ticked scopes as a denial. At least the identity is always granted.
        scope: scopes.length === 0 ? 'openid' : scopes.join(' '),
        token_type: 'Bearer',
      }),
  });
}

function addRevocation(app: Hono<SandboxEnv>, parts: SimulatorParts): void {
  app.post('/revoke', async (c) => {
    parts.store.countCall(platform, 'oauthRevoke');
    const text = (await formOf(c)).get('token') ?? c.req.query('token');
    const refreshToken = readRefreshToken(text);
    const token = refreshToken ?? readAccessToken(text);
    const isAlive =
      refreshToken === null
        ? token !== null && !isDead(parts, token)
        : refreshStateOf(parts, refreshToken) === 'alive';
    if (token === null || !isAlive) return oauthError(400, 'invalid_token', 'Token expired or revoked');
    revokeAll(parts, token.accountId);
    return Response.json({});
  });
}

const page = (status: number, error: string) => (): Response =>
  new Response(`Access blocked: Authorization Error. Error ${status}: ${error}`, { status });
const blocked = {
  client: page(401, 'invalid_client'),
  redirect: page(400, 'redirect_uri_mismatch'),
  scope: page(400, 'invalid_scope'),
  request: page(400, 'invalid_request'),
};

function oauthError(status: number, error: string, description: string): Response {
  return Response.json({ error, error_description: description }, { status });
}

const deadGrant = (description: string): Response => oauthError(400, 'invalid_grant', description);

const usedKey = ({ accountId, refreshes }: SandboxToken): string =>
  `${platform} used ${accountId}~${refreshes}`;

function markUsed(parts: SimulatorParts, token: SandboxToken): void {
  // Tokens of seeded accounts and of tests do not expire.
  if (grantedScopes(parts, token) !== null) parts.store.setNote(usedKey(token), parts.store.now().getTime());
}

/** The state of a refresh token, which also expires if it was not used in the last six months. */
function refreshStateOf(parts: SimulatorParts, token: SandboxToken): RefreshState {
  const usedMs = parts.store.note(usedKey(token)) ?? Number.POSITIVE_INFINITY;
  if (usedMs + unusedLifeMs <= parts.store.now().getTime()) return 'expired';
  return useRefreshToken(parts, token, { singleUse: false });
}
