import type { Context, Hono } from 'hono';
import { z } from 'zod';
import { appClient } from '../../../sandbox/app-client.js';
import { answerGrant, type TokenServer } from '../../../sandbox/oauth.js';
import type { SandboxEnv } from '../../../sandbox/publishing.js';
import type { SimulatorParts } from '../../../sandbox/simulator.js';
import { accessTokenOf, readAccessToken, refreshTokenOf, revoke } from '../../../sandbox/tokens.js';
import { addTikTokConsent } from '../../kit/tiktok/sandbox/login.js';
import { businessAccounts } from './accounts.js';
import { fault, invalid, jsonOf, ok } from './answers.js';
import { refreshSchema, revokeSchema, tokenSchema } from './params.js';

const accessLifeMs = 24 * 60 * 60_000;
const refreshLifeMs = 365 * 24 * 60 * 60_000;
const knownScopes = [
  'user.info.basic',
  'user.info.username',
  'user.info.stats',
  'video.list',
  'video.publish',
  'video.upload',
  'comment.list',
  'comment.list.manage',
];

/**
 * Adds the login. The page uses `client_key`, the token endpoints `client_id`. These accept JSON, and reject
 * with HTTP 200.
 */
export function addBusinessOAuth(app: Hono<SandboxEnv>, parts: SimulatorParts): void {
  const { store, platform } = parts;
  addTikTokConsent(app, parts, {
    label: 'TikTok (business)',
    accounts: businessAccounts,
    scopes: knownScopes,
    codeLifeMs: 60 * 60_000,
    isValid: (query) => query.get('redirect_uri')?.endsWith('/') === true,
  });
  const server: TokenServer = {
    ...parts,
    codeParam: 'auth_code',
    accessLifeMs,
    refreshLifeMs,
    singleUse: true,
    scopesByDefault: knownScopes,
    errors: {
      grantType: () => invalid('grant_type is unknown.'),
      code: () => fault(40_110, 'Auth code is incorrect, expired or used.'),
      refreshToken: (state) =>
        state === 'expired'
          ? fault(40_103, 'Refresh token has expired.')
          : fault(40_107, 'Refresh token is invalid.'),
    },
    answer: ({ token, scopes }) =>
      ok({
        access_token: accessTokenOf(token),
        expires_in: accessLifeMs / 1000,
        refresh_token: refreshTokenOf(token),
        refresh_token_expires_in: refreshLifeMs / 1000,
        open_id: token.accountId,
        scope: scopes.join(','),
      }),
  };
  const on = <T extends { client_id: string; client_secret: string }>(
    path: string,
    schema: z.ZodType<T>,
    answer: (params: T) => Response,
  ): void => {
    app.post(`/open_api/v1.3/tt_user/oauth2/${path}/`, async (c: Context<SandboxEnv>) => {
      store.countCall(platform, `/tt_user/oauth2/${path}/`);
      const read = schema.safeParse(await jsonOf(c));
      if (!read.success) return invalid(z.prettifyError(read.error));
      const isApp = read.data.client_id === appClient.id && read.data.client_secret === appClient.secret;
      return isApp ? answer(read.data) : invalid('client_id or client_secret is incorrect.');
    });
  };
  on('token', tokenSchema, (params) => answerGrant(server, new URLSearchParams(params)));
  on('refresh_token', refreshSchema, (params) => answerGrant(server, new URLSearchParams(params)));
  on('revoke', revokeSchema, ({ access_token: text }) => {
    const token = readAccessToken(text);
    if (token === null) return fault(40_105, 'Access token is incorrect or has been revoked.');
    revoke(parts, token);
    return ok({});
  });
}
