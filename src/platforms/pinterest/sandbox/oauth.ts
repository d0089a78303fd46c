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
  type SandboxToken,
} from '../../../sandbox/tokens.js';
import { pinterestAccounts } from './accounts.js';
import { invalid, platform, queryFault, refuse, unauthorized } from './api.js';

const accessLifeSeconds = 30 * 24 * 60 * 60;
const refreshLifeSeconds = 60 * 24 * 60 * 60;
const codeLifeMs = 10 * 60_000;
const knownScopes = ['boards:read', 'boards:write', 'pins:read', 'pins:write', 'user_accounts:read'];

/** The allowed fields of a token request, by grant type. */
const fields: Readonly<Record<string, readonly string[]>> = {
  authorization_code: ['grant_type', 'code', 'redirect_uri', 'continuous_refresh'],
  refresh_token: ['grant_type', 'refresh_token', 'scope'],
};

/** Pinterest's OAuth 2.0: all permissions or none, and 60-day refresh tokens that are renewed with each use. */
export function addPinterestOAuth(app: Hono<SandboxEnv>, store: SandboxStore): void {
  addConsent(app, {
    store,
    platform,
    label: 'Pinterest',
    path: '/oauth/',
    read: readAuthorize,
    accounts: pinterestAccounts.map(({ externalAccountId: id, ...account }) => ({ id, ...account })),
    pick: 'one',
    pickLabel: 'Logged in as',
    scopesCanBeUnticked: false,
    codeLifeMs,
  });
  app.post('/oauth/token', (c) => answerToken(c, store));
  app.post('/oauth/token/revoke', async (c) => {
    store.countCall(platform, 'oauthRevoke');
    if (!isBasicClient(c.req.header('authorization'))) return unauthorized();
    const text = new URLSearchParams(await c.req.text()).get('token') ?? undefined;
    const token = readRefreshToken(text) ?? readAccessToken(text);
    if (token === null) return invalid('token.');
    // It accepts only tokens of system users, which do not exist here.
    return refuse(403, 29, 'You are not permitted to access that resource.');
  });
}

function readAuthorize(query: URLSearchParams): ConsentRequest | Response {
  const redirectUri = query.get('redirect_uri');
  const scopes = (query.get('scope') ?? '').split(',');
  const isFine =
    query.get('response_type') === 'code' &&
    query.get('client_id') === appClient.id &&
    isRedirectUri(redirectUri) &&
    scopes.every((scope) => knownScopes.includes(scope));
  if (!isFine)
    return new Response('Oops! The app asks for access in a way that is not right.', { status: 400 });
  return { clientId: appClient.id, redirectUri, state: query.get('state'), scopes, codeChallenge: null };
}

async function answerToken(c: Context<SandboxEnv>, store: SandboxStore): Promise<Response> {
  store.countCall(platform, 'oauthToken');
  if (!isBasicClient(c.req.header('authorization'))) return unauthorized();
  const fault = queryFault(c, []);
  if (fault !== null) return fault;
  const form = new URLSearchParams(await c.req.text());
  const type = form.get('grant_type') ?? '';
  const known = fields[type];
  if (known === undefined) return invalid('grant_type.');
  const unknown = [...form.keys()].find((name) => !known.includes(name));
  if (unknown !== undefined) return invalid(`unknown field ${unknown.slice(0, 100)}.`);
  return type === 'refresh_token' ? refresh(store, form) : exchange(store, form);
}

const deadGrant = (): Response => refuse(401, 283, 'The authorization grant is invalid');

function exchange(store: SandboxStore, form: URLSearchParams): Response {
  const grant = takeCode(store, platform, form.get('code'));
  const [accountId] = grant?.accountIds ?? [];
  if (grant === null || accountId === undefined || grant.redirectUri !== form.get('redirect_uri')) {
    return deadGrant();
  }
  return tokensFor(store, 'authorization_code', issue(store, accountId, grant.scopes), grant.scopes);
}

function refresh(store: SandboxStore, form: URLSearchParams): Response {
  const token = readRefreshToken(form.get('refresh_token') ?? undefined);
  const isAlive = token !== null && useRefreshToken(store, platform, token, { singleUse: false }) === 'alive';
  if (!isAlive) return deadGrant();
  const scopes = grantedScopes(store, platform, token) ?? knownScopes;
  return tokensFor(store, 'refresh_token', issue(store, token.accountId, scopes, token), scopes);
}

function issue(
  store: SandboxStore,
  accountId: string,
  scopes: readonly string[],
  before?: SandboxToken,
): SandboxToken {
  const terms = { accessLifeMs: accessLifeSeconds * 1000, refreshLifeMs: refreshLifeSeconds * 1000, scopes };
  return issueTokens(store, platform, accountId, terms, before);
}

function tokensFor(
  store: SandboxStore,
  type: string,
  token: SandboxToken,
  scopes: readonly string[],
): Response {
  return Response.json({
    response_type: type,
    token_type: 'bearer',
    access_token: accessTokenOf(token),
    expires_in: accessLifeSeconds,
    refresh_token: refreshTokenOf(token),
    refresh_token_expires_in: refreshLifeSeconds,
    refresh_token_expires_at: Math.floor(store.now().getTime() / 1000) + refreshLifeSeconds,
    scope: scopes.join(' '),
  });
}
