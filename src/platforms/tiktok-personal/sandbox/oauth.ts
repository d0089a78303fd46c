import type { Context, Hono } from 'hono';
import { isParamClient } from '../../../sandbox/app-client.js';
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
import { tikTokAccounts } from './accounts.js';
import { platform } from './publishes.js';

/** As of November 2026. */
const accessLifeMs = 2 * 60 * 60_000;
const refreshLifeMs = 180 * 24 * 60 * 60_000;
const codeLifeMs = 5 * 60_000;
const knownScopes = [
  'user.info.basic',
  'user.info.profile',
  'user.info.stats',
  'video.publish',
  'video.upload',
  'video.list',
];

/** Login Kit: `client_key`, commas between scopes, permissions that can be left out, refresh tokens that work once. */
export function addTikTokOAuth(app: Hono<SandboxEnv>, store: SandboxStore): void {
  addTikTokConsent(app, {
    store,
    platform,
    label: 'TikTok (personal)',
    accounts: tikTokAccounts,
    scopes: knownScopes,
    codeLifeMs,
  });
  app.post('/v2/oauth/token/', (c) => answerToken(c, store));
  app.post('/v2/oauth/revoke/', async (c) => {
    store.countCall(platform, 'oauthRevoke');
    const form = await readForm(c);
    if (!isParamClient(form, 'client_key')) return wrongClient();
    // Only access tokens.
    const token = readAccessToken(form.get('token') ?? undefined);
    if (token === null) return oauthError('invalid_request', 'Access token is invalid.');
    revoke(store, platform, token);
    return Response.json({});
  });
}

/** HTTP 200, as the real TikTok responds. */
function oauthError(error: string, description: string): Response {
  return Response.json({ error, error_description: description, log_id: 'sandbox' });
}

const wrongClient = (): Response => oauthError('invalid_client', 'Client key or secret is incorrect.');

/** Only forms are read; a JSON body has no parameters. */
async function readForm(c: Context<SandboxEnv>): Promise<URLSearchParams> {
  const isForm = /^application\/x-www-form-urlencoded\b/.test(c.req.header('content-type') ?? '');
  return new URLSearchParams(isForm ? await c.req.text() : '');
}

async function answerToken(c: Context<SandboxEnv>, store: SandboxStore): Promise<Response> {
  store.countCall(platform, 'oauthToken');
  const form = await readForm(c);
  if (!isParamClient(form, 'client_key')) return wrongClient();
  switch (form.get('grant_type')) {
    case 'authorization_code':
      return exchange(store, form);
    case 'refresh_token':
      return refresh(store, form);
    default:
      return oauthError('unsupported_grant_type', 'Not supported.');
  }
}

function exchange(store: SandboxStore, form: URLSearchParams): Response {
  const grant = takeCode(store, platform, form.get('code'));
  const [accountId] = grant?.accountIds ?? [];
  if (grant === null || accountId === undefined) {
    return oauthError('invalid_grant', 'Authorization code is expired.');
  }
  if (grant.redirectUri !== form.get('redirect_uri')) {
    return oauthError('invalid_grant', 'Redirect_uri is not matched with the uri when requesting code.');
  }
  return issue(store, accountId, grant.scopes);
}

function refresh(store: SandboxStore, form: URLSearchParams): Response {
  const token = readRefreshToken(form.get('refresh_token') ?? undefined);
  if (token === null || useRefreshToken(store, platform, token, { singleUse: true }) !== 'alive') {
    return oauthError('invalid_grant', 'Refresh token is invalid or expired.');
  }
  return issue(store, token.accountId, grantedScopes(store, platform, token) ?? knownScopes, token);
}

function issue(
  store: SandboxStore,
  accountId: string,
  scopes: readonly string[],
  before?: SandboxToken,
): Response {
  const token = issueTokens(store, platform, accountId, { accessLifeMs, refreshLifeMs, scopes }, before);
  return Response.json({
    open_id: accountId,
    access_token: accessTokenOf(token),
    refresh_token: refreshTokenOf(token),
    expires_in: accessLifeMs / 1000,
    refresh_expires_in: refreshLifeMs / 1000,
    scope: scopes.join(','),
    token_type: 'Bearer',
  });
}
