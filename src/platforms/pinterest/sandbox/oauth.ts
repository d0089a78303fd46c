import type { Hono } from 'hono';
import { isBasicClient } from '../../../sandbox/app-client.js';
import { addConsent } from '../../../sandbox/consent.js';
import { addTokenEndpoints } from '../../../sandbox/oauth.js';
import type { SandboxEnv } from '../../../sandbox/publishing.js';
import type { SimulatorParts } from '../../../sandbox/simulator.js';
import { accessTokenOf, refreshTokenOf } from '../../../sandbox/tokens.js';
import { pinterestAccounts } from './accounts.js';
import { invalid, queryFault, refuse, unauthorized } from './api.js';

const accessLifeSeconds = 30 * 24 * 60 * 60;
const refreshLifeSeconds = 60 * 24 * 60 * 60;
const knownScopes = ['boards:read', 'boards:write', 'pins:read', 'pins:write', 'user_accounts:read'];

/** The allowed fields of a token request, by grant type. */
const fields: Readonly<Record<string, readonly string[]>> = {
  authorization_code: ['grant_type', 'code', 'redirect_uri', 'continuous_refresh'],
  refresh_token: ['grant_type', 'refresh_token', 'scope'],
};

/** Adds Pinterest's OAuth 2.0: all permissions or none, and 60-day refresh tokens that are renewed with each use. */
export function addPinterestOAuth(app: Hono<SandboxEnv>, parts: SimulatorParts): void {
  const { store } = parts;
  addConsent(app, parts, {
    label: 'Pinterest',
    path: '/oauth/',
    request: {
      scopes: knownScopes,
      separator: ',',
      refusal: 'Oops! The app asks for access in a way that is not right.',
    },
    accounts: pinterestAccounts,
    codeLifeMs: 10 * 60_000,
  });
  const deadGrant = (): Response => refuse(401, 283, 'The authorization grant is invalid');
  addTokenEndpoints(app, {
    ...parts,
    token: { path: '/oauth/token', operation: 'oauthToken' },
    clientFault: (c) => (isBasicClient(c.req.header('authorization')) ? null : unauthorized()),
    requestFault: (c, form) => {
      const fault = queryFault(c, []);
      const known = fields[form.get('grant_type') ?? ''];
      if (fault !== null || known === undefined) return fault;
      const unknown = [...form.keys()].find((name) => !known.includes(name));
      return unknown === undefined ? null : invalid(`unknown field ${unknown.slice(0, 100)}.`);
    },
    accessLifeMs: accessLifeSeconds * 1000,
    refreshLifeMs: refreshLifeSeconds * 1000,
    scopesByDefault: knownScopes,
    errors: { grantType: () => invalid('grant_type.'), code: deadGrant, refreshToken: deadGrant },
    answer: ({ token, scopes, before }) =>
      Response.json({
        response_type: before === undefined ? 'authorization_code' : 'refresh_token',
        token_type: 'bearer',
        access_token: accessTokenOf(token),
        expires_in: accessLifeSeconds,
        refresh_token: refreshTokenOf(token),
        refresh_token_expires_in: refreshLifeSeconds,
        refresh_token_expires_at: Math.floor(store.now().getTime() / 1000) + refreshLifeSeconds,
        scope: scopes.join(' '),
      }),
  });
}
