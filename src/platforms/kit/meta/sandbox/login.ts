import type { Hono } from 'hono';
import { isParamClient } from '../../../../sandbox/app-client.js';
import { addConsent, type Consent } from '../../../../sandbox/consent.js';
import { accessStateOf, grantedScopes, issueTokens, issuedAtMsOf } from '../../../../sandbox/grants.js';
import { addTokenEndpoints } from '../../../../sandbox/oauth.js';
import type { SandboxEnv } from '../../../../sandbox/publishing.js';
import type { SimulatorParts } from '../../../../sandbox/simulator.js';
import type { SandboxStore } from '../../../../sandbox/store.js';
import { accessTokenOf, type SandboxToken } from '../../../../sandbox/tokens.js';

const hourMs = 60 * 60_000;
const dayMs = 24 * hourMs;
export const shortLifeMs = hourMs;
export const longLifeMs = 60 * dayMs;
const refreshAgeMsMin = dayMs;

/** The parameters with which Meta redirects a person who has declined. */
export const metaDenial = {
  error: 'access_denied',
  error_reason: 'user_denied',
  error_description: 'The user denied your request.',
};

export interface MetaLogin extends Pick<Consent, 'label' | 'accounts'> {
  /** All scopes that an app can request. */
  scopes: readonly string[];
  /** Fields besides the token and the user's id. */
  extrasOf: (scopes: readonly string[]) => object;
}

/** Consent and codes of Meta's logins, which have no PKCE: `#_` after the URL, a token without a type. */
export function addMetaLogin(app: Hono<SandboxEnv>, parts: SimulatorParts, login: MetaLogin): void {
  const { store, platform } = parts;
  const { label, accounts, scopes, extrasOf } = login;
  addConsent(app, parts, {
    label,
    path: '/oauth/authorize',
    request: {
      scopes,
      separator: ',',
      refusal: 'Invalid Request: Request parameters are invalid.',
    },
    accounts,
    scopesCanBeUnticked: true,
    codeLifeMs: hourMs,
    redirectSuffix: '#_',
    denial: metaDenial,
  });
  addTokenEndpoints(app, {
    store,
    platform,
    token: { path: '/oauth/access_token', operation: 'oauthAccessToken' },
    clientFault: (_c, form) => (isParamClient(form) ? null : tokenError('Invalid platform app')),
    accessLifeMs: shortLifeMs,
    scopesByDefault: scopes,
    errors: {
      grantType: () => tokenError('Invalid grant_type'),
      code: () => tokenError('Matching code was not found or was already used'),
      redirectUri: () =>
        tokenError('Error validating verification code. Please make sure your redirect_uri is identical'),
    },
    issue: (accountId, terms) => issueShortLived(store, platform, accountId, terms.scopes),
    // The id is a number that loses its last digits in JSON parsers.
    answer: ({ token, scopes: granted }) =>
      Response.json({
        access_token: accessTokenOf(token),
        user_id: Number(token.accountId),
        ...extrasOf(granted),
      }),
  });
}

const tokenError = (message: string): Response =>
  Response.json({ error_type: 'OAuthException', code: 400, error_message: message }, { status: 400 });

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
