import type { Context, Hono } from 'hono';
import { z } from 'zod';
import { appClient } from '../../../sandbox/app-client.js';
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
import { addTikTokConsent } from '../../kit/tiktok/sandbox/login.js';
import { businessAccounts } from './accounts.js';
import { fault, invalid, jsonOf, ok } from './answers.js';
import { refreshSchema, revokeSchema, tokenSchema } from './params.js';

const platform = 'TIKTOK_BUSINESS';
const accessLifeMs = 24 * 60 * 60_000;
const refreshLifeMs = 365 * 24 * 60 * 60_000;
const codeLifeMs = 60 * 60_000;
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

/** The page uses `client_key`, the token endpoints `client_id`. These accept JSON, and reject with HTTP 200. */
export function addBusinessOAuth(app: Hono<SandboxEnv>, store: SandboxStore): void {
  addTikTokConsent(app, {
    store,
    platform,
    label: 'TikTok (business)',
    accounts: businessAccounts,
    scopes: knownScopes,
    codeLifeMs,
    isAllowedRedirect: (redirectUri) => redirectUri.endsWith('/'),
  });
  const on = <T extends AppProof>(
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
  on('token', tokenSchema, (params) => exchange(store, params));
  on('refresh_token', refreshSchema, (params) => refresh(store, params));
  on('revoke', revokeSchema, ({ access_token: text }) => {
    const token = readAccessToken(text);
    if (token === null) return fault(40_105, 'Access token is incorrect or has been revoked.');
    revoke(store, platform, token);
    return ok({});
  });
}

interface AppProof {
  client_id: string;
  client_secret: string;
}

function exchange(
  store: SandboxStore,
  { auth_code: code, redirect_uri: redirectUri }: z.infer<typeof tokenSchema>,
): Response {
  const grant = takeCode(store, platform, code);
  const [accountId] = grant?.accountIds ?? [];
  if (grant === null || accountId === undefined || grant.redirectUri !== redirectUri) {
    return fault(40_110, 'Auth code is incorrect, expired or used.');
  }
  return issue(store, accountId, grant.scopes);
}

function refresh(store: SandboxStore, { refresh_token: text }: z.infer<typeof refreshSchema>): Response {
  const token = readRefreshToken(text);
  if (token === null) return fault(40_107, 'Refresh token is invalid.');
  const state = useRefreshToken(store, platform, token, { singleUse: true });
  if (state === 'expired') return fault(40_103, 'Refresh token has expired.');
  if (state !== 'alive') return fault(40_107, 'Refresh token is invalid.');
  return issue(store, token.accountId, grantedScopes(store, platform, token) ?? knownScopes, token);
}

function issue(
  store: SandboxStore,
  accountId: string,
  scopes: readonly string[],
  before?: SandboxToken,
): Response {
  const token = issueTokens(store, platform, accountId, { accessLifeMs, refreshLifeMs, scopes }, before);
  return ok({
    access_token: accessTokenOf(token),
    expires_in: accessLifeMs / 1000,
    refresh_token: refreshTokenOf(token),
    refresh_token_expires_in: refreshLifeMs / 1000,
    open_id: accountId,
    scope: scopes.join(','),
  });
}
