import type { Hono } from 'hono';
import { appClient, isParamClient } from '../../../../sandbox/app-client.js';
import type { ConsentAccount } from '../../../../sandbox/consent-page.js';
import { addConsent, isRedirectUri, type ConsentRequest } from '../../../../sandbox/consent.js';
import {
  accessStateOf,
  grantedScopes,
  issueTokens,
  issuedAtMsOf,
  takeCode,
  type CodeGrant,
} from '../../../../sandbox/grants.js';
import type { SandboxEnv } from '../../../../sandbox/publishing.js';
import type { SandboxStore } from '../../../../sandbox/store.js';
import { accessTokenOf, type SandboxToken } from '../../../../sandbox/tokens.js';

const hourMs = 60 * 60_000;
const dayMs = 24 * hourMs;
export const shortLifeMs = hourMs;
export const longLifeMs = 60 * dayMs;
const refreshAgeMsMin = dayMs;
const codeLifeMs = hourMs;

/** The parameters with which Meta redirects a person who has declined. */
export const metaDenial = {
  error: 'access_denied',
  error_reason: 'user_denied',
  error_description: 'The user denied your request.',
};

export interface MetaLogin {
  store: SandboxStore;
  /** The name in /publications. */
  platform: string;
  label: string;
  accounts: readonly ConsentAccount[];
  /** All scopes that an app can request. */
  scopes: readonly string[];
  /** Fields besides the token and the user's id. */
  extrasOf: (grant: CodeGrant) => object;
}

/** Consent and codes of Meta's logins, which have no PKCE: `#_` after the URL, a token without a type. */
export function addMetaLogin(app: Hono<SandboxEnv>, login: MetaLogin): void {
  const { store, platform, label, accounts, scopes, extrasOf } = login;
  addConsent(app, {
    store,
    platform,
    label,
    path: '/oauth/authorize',
    read: (query) =>
      readMetaAuthorize(query, scopes) ??
      new Response('Invalid Request: Request parameters are invalid.', { status: 400 }),
    accounts,
    pick: 'one',
    pickLabel: 'Logged in as',
    scopesCanBeUnticked: true,
    codeLifeMs,
    redirectSuffix: '#_',
    denial: metaDenial,
  });
  app.post('/oauth/access_token', async (c) => {
    store.countCall(platform, 'oauthAccessToken');
    const form = new URLSearchParams(await c.req.text());
    if (!isParamClient(form)) return tokenError('Invalid platform app');
    if (form.get('grant_type') !== 'authorization_code') return tokenError('Invalid grant_type');
    const grant = takeCode(store, platform, form.get('code'));
    const [accountId] = grant?.accountIds ?? [];
    if (grant === null || accountId === undefined) {
      return tokenError('Matching code was not found or was already used');
    }
    if (grant.redirectUri !== form.get('redirect_uri')) {
      return tokenError(
        'Error validating verification code. Please make sure your redirect_uri is identical',
      );
    }
    const token = issueShortLived(store, platform, accountId, grant.scopes);
    // The id is a number that loses its last digits in JSON parsers.
    const body = { access_token: accessTokenOf(token), user_id: Number(accountId), ...extrasOf(grant) };
    return Response.json(body);
  });
}

const tokenError = (message: string): Response =>
  Response.json({ error_type: 'OAuthException', code: 400, error_message: message }, { status: 400 });

/** Null if the page would show an error instead. */
export function readMetaAuthorize(
  query: URLSearchParams,
  knownScopes: readonly string[],
): ConsentRequest | null {
  const redirectUri = query.get('redirect_uri');
  const scopes = (query.get('scope') ?? '').split(',');
  const isFine =
    query.get('response_type') === 'code' &&
    query.get('client_id') === appClient.id &&
    scopes.every((scope) => knownScopes.includes(scope));
  if (!isFine || !isRedirectUri(redirectUri)) return null;
  return { clientId: appClient.id, redirectUri, state: query.get('state'), scopes, codeChallenge: null };
}

const shortKey = (platform: string, { accountId, refreshes }: SandboxToken): string =>
  `short ${platform} ${accountId}~${refreshes}`;

/** Issues a token for an hour. */
export function issueShortLived(
  store: SandboxStore,
  platform: string,
  accountId: string,
  scopes: readonly string[],
): SandboxToken {
  const terms = { accessLifeMs: shortLifeMs, refreshLifeMs: null, scopes };
  const token = issueTokens(store, platform, accountId, terms);
  store.setNote(shortKey(platform, token), 1);
  return token;
}

export function isShortLived(store: SandboxStore, platform: string, token: SandboxToken): boolean {
  return store.note(shortKey(platform, token)) !== undefined;
}

/** Exchanges a token for one of 60 days with the same scopes. */
export function issueLongLived(
  store: SandboxStore,
  platform: string,
  before: SandboxToken,
  scopesByDefault: readonly string[],
): SandboxToken {
  const scopes = grantedScopes(store, platform, before) ?? scopesByDefault;
  const terms = { accessLifeMs: longLifeMs, refreshLifeMs: null, scopes };
  return issueTokens(store, platform, before.accountId, terms, before);
}

/** Why it cannot be refreshed. A token issued without consent has no age. */
export function refreshFaultOf(
  store: SandboxStore,
  platform: string,
  token: SandboxToken,
): 'expired' | 'revoked' | 'short-lived' | 'too-young' | null {
  const state = accessStateOf(store, platform, token);
  if (state !== 'alive') return state;
  if (isShortLived(store, platform, token)) return 'short-lived';
  const issuedAtMs = issuedAtMsOf(store, platform, token);
  const isYoung = issuedAtMs !== null && store.now().getTime() - issuedAtMs < refreshAgeMsMin;
  return isYoung ? 'too-young' : null;
}

export const longLivedAnswer = (token: SandboxToken): Response =>
  Response.json({
    access_token: accessTokenOf(token),
    token_type: 'bearer',
    expires_in: longLifeMs / 1000,
  });

/** Whether the person unticked the scope. Tokens issued without consent have all of them. */
export function lacksScope(
  store: SandboxStore,
  platform: string,
  token: SandboxToken,
  scope: string,
): boolean {
  return grantedScopes(store, platform, token)?.includes(scope) === false;
}
