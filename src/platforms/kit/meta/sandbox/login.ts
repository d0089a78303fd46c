import type { Hono } from 'hono';
import { appClient, isParamClient } from '../../../../sandbox/app-client.js';
import type { Call } from '../../../../sandbox/call.js';
import { addConsent, type Consent } from '../../../../sandbox/consent.js';
import { addTokenEndpoints } from '../../../../sandbox/oauth.js';
import type { SandboxEnv } from '../../../../sandbox/publishing.js';
import type { SimulatorParts } from '../../../../sandbox/simulator.js';
import type { PlatformStore } from '../../../../sandbox/store.js';
import {
  accessTokenOf,
  accessStateOf,
  grantedScopes,
  issueTokens,
  issuedAtMsOf,
  type SandboxToken,
} from '../../../../sandbox/tokens.js';
import { invalid, refreshFaults, wrongSecret, wrongToken } from './errors.js';

export type Params = Readonly<Record<string, string>>;
type AccountCall = Pick<Call, 'store' | 'platform' | 'token'>;

/** A call with the parameters of its query or form. */
export interface MetaCall extends Call {
  params: Params;
}

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
  /** Returns the fields of the response besides the token and the user's id. */
  extrasOf: (scopes: readonly string[]) => object;
}

/** Adds the consent page and codes of Meta's logins, which have no PKCE: `#_` after the URL, a token without a type. */
export function addMetaLogin(app: Hono<SandboxEnv>, parts: SimulatorParts, login: MetaLogin): void {
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
    ...parts,
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
    issue: (accountId, terms) => issueShortLived(parts, accountId, terms.scopes),
    // As at Meta, the id is a number, whose last digits JSON parsers lose.
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
  at: PlatformStore,
  accountId: string,
  scopes: readonly string[],
): SandboxToken {
  const terms = { accessLifeMs: shortLifeMs, refreshLifeMs: null, scopes };
  const token = issueTokens(at, accountId, terms);
  at.store.setNote(shortKey(at.platform, token), 1);
  return token;
}

export function isShortLived({ store, platform, token }: AccountCall): boolean {
  return store.note(shortKey(platform, token)) !== undefined;
}

/** Exchanges a token for one of 60 days with the same scopes. */
export function issueLongLived(call: AccountCall, scopesByDefault: readonly string[]): SandboxToken {
  const scopes = grantedScopes(call, call.token) ?? scopesByDefault;
  const terms = { accessLifeMs: longLifeMs, refreshLifeMs: null, scopes };
  return issueTokens(call, call.token.accountId, terms, call.token);
}

export const bearerAnswer = (token: SandboxToken, lifeMs: number): Response =>
  Response.json({ access_token: accessTokenOf(token), token_type: 'bearer', expires_in: lifeMs / 1000 });

/**
 * The calls that exchange a token for a long-lived one and that extend it. The names of their grants begin
 * with `ig` or `th`.
 */
export function tokenCalls(prefix: 'ig' | 'th', scopes: readonly string[]) {
  const longLived = (call: MetaCall): Response => bearerAnswer(issueLongLived(call, scopes), longLifeMs);
  return {
    /** GET /access_token */
    exchangeToken: (call: MetaCall): Response => {
      const { grant_type: type, client_secret: secret } = call.params;
      if (type !== `${prefix}_exchange_token`) return invalid('Unknown grant_type.');
      if (secret !== appClient.secret) return wrongSecret();
      return isShortLived(call) ? longLived(call) : wrongToken();
    },
    /** GET /refresh_access_token */
    refreshToken: (call: MetaCall): Response => {
      if (call.params['grant_type'] !== `${prefix}_refresh_token`) return invalid('Unknown grant_type.');
      const fault = refreshFaultOf(call);
      return fault === null ? longLived(call) : refreshFaults[fault]();
    },
  };
}

/** Why a token cannot be refreshed; null if it can. A token that was issued without consent has no age. */
function refreshFaultOf(call: MetaCall): keyof typeof refreshFaults | null {
  const { store, token } = call;
  const state = accessStateOf(call, token);
  if (state !== 'alive') return state;
  if (isShortLived(call)) return 'short-lived';
  const issuedAtMs = issuedAtMsOf(call, token);
  const isYoung = issuedAtMs !== null && store.now().getTime() - issuedAtMs < refreshAgeMsMin;
  return isYoung ? 'too-young' : null;
}

/** Whether the person unticked the scope. Tokens that were issued without consent have all scopes. */
export function lacksScope(call: AccountCall, scope: string): boolean {
  return grantedScopes(call, call.token)?.includes(scope) === false;
}
