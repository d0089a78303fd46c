import type { Hono } from 'hono';
import { avatarUrl } from '../../../sandbox/avatars.js';
import { accessStateOf, grantedScopes, issuedAtMsOf } from '../../../sandbox/grants.js';
import {
  addMetaLogin,
  isShortLived,
  issueLongLived,
  lacksScope,
  longLifeMs,
  longLivedAnswer,
  refreshFaultOf,
} from '../../kit/meta/sandbox/login.js';
import { appClient } from '../../../sandbox/app-client.js';
import type { SandboxEnv } from '../../../sandbox/publishing.js';
import type { SimulatorParts } from '../../../sandbox/simulator.js';
import type { SandboxStore } from '../../../sandbox/store.js';
import { readAccessToken, type SandboxToken } from '../../../sandbox/tokens.js';
import { threadsAccountOf, threadsAccounts } from './accounts.js';
import { expiredToken, graphError, invalid, noPermission, revokedToken, youngToken } from './errors.js';

const platform = 'THREADS';
const scopes = [
  'threads_basic',
  'threads_content_publish',
  'threads_manage_replies',
  'threads_read_replies',
  'threads_manage_insights',
  'threads_delete',
];
type Params = Readonly<Record<string, string>>;

export function addThreadsLogin(app: Hono<SandboxEnv>, parts: SimulatorParts): void {
  addMetaLogin(app, parts, {
    label: 'Threads',
    accounts: threadsAccounts,
    scopes,
    // This response does not list the granted permissions.
    extrasOf: () => ({}),
  });
}

/** GET /access_token */
export function exchangeToken(store: SandboxStore, token: SandboxToken, params: Params): Response {
  if (params['grant_type'] !== 'th_exchange_token') return invalid('Unknown grant_type.');
  if (params['client_secret'] !== appClient.secret) {
    return graphError(400, { code: 1, message: 'Error validating client secret.' });
  }
  if (!isShortLived(store, platform, token)) {
    return graphError(400, { code: 452, message: 'Session key invalid.' });
  }
  return longLivedAnswer(issueLongLived(store, platform, token, scopes));
}

/** GET /refresh_access_token */
export function refreshToken(store: SandboxStore, token: SandboxToken, params: Params): Response {
  if (params['grant_type'] !== 'th_refresh_token') return invalid('Unknown grant_type.');
  switch (refreshFaultOf(store, platform, token)) {
    case 'revoked':
      return revokedToken();
    case 'expired':
      return expiredToken();
    case 'short-lived':
      return graphError(400, { code: 452, message: 'Session key invalid.' });
    case 'too-young':
      return youngToken();
    case null:
      return longLivedAnswer(issueLongLived(store, platform, token, scopes));
  }
}

/** GET /v1.0/me */
export function meAnswer(
  store: SandboxStore,
  { baseUrl, token, fields = 'id' }: { baseUrl: string; token: SandboxToken; fields: string | undefined },
): Response {
  if (lacksScope(store, platform, token, 'threads_basic')) return noPermission();
  const { accountId: id } = token;
  const all: Record<string, unknown> = {
    id,
    ...threadsAccountOf(id),
    threads_profile_picture_url: avatarUrl(baseUrl, id),
    threads_biography: '',
    is_verified: false,
  };
  return Response.json(Object.fromEntries(['id', ...fields.split(',')].map((name) => [name, all[name]])));
}

/** GET /v1.0/debug_token */
export function debugAnswer(store: SandboxStore, params: Params): Response {
  const token = readAccessToken(params['input_token']);
  if (token === null) return invalid('The parameter input_token is required.');
  const issuedAtMs = issuedAtMsOf(store, platform, token) ?? store.now().getTime();
  return Response.json({
    data: {
      type: 'USER',
      application: 'Punctual',
      expires_at: Math.floor((issuedAtMs + longLifeMs) / 1000),
      is_valid: accessStateOf(store, platform, token) === 'alive',
      issued_at: Math.floor(issuedAtMs / 1000),
      scopes: grantedScopes(store, platform, token) ?? scopes,
      user_id: token.accountId,
    },
  });
}
