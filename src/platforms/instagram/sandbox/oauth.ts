import type { Hono } from 'hono';
import { appClient } from '../../../sandbox/app-client.js';
import { avatarUrl } from '../../../sandbox/avatars.js';
import {
  addMetaLogin,
  isShortLived,
  issueLongLived,
  lacksScope,
  longLivedAnswer,
  refreshFaultOf,
} from '../../kit/meta/sandbox/login.js';
import type { SandboxEnv } from '../../../sandbox/publishing.js';
import type { SimulatorParts } from '../../../sandbox/simulator.js';
import type { SandboxStore } from '../../../sandbox/store.js';
import type { SandboxToken } from '../../../sandbox/tokens.js';
import { instagramAccountOf, instagramAccounts } from './accounts.js';
import type { Params } from './container-params.js';
import { expiredToken, graphError, invalid, noPermission, revokedToken, youngToken } from './errors.js';

const platform = 'INSTAGRAM';
const scopes = [
  'instagram_business_basic',
  'instagram_business_content_publish',
  'instagram_business_manage_comments',
  'instagram_business_manage_messages',
  'instagram_business_manage_insights',
];

export function addInstagramLogin(app: Hono<SandboxEnv>, parts: SimulatorParts): void {
  addMetaLogin(app, parts, {
    label: 'Instagram',
    accounts: instagramAccounts,
    scopes,
    extrasOf: (permissions) => ({ permissions }),
  });
}

/** GET /access_token */
export function exchangeToken(store: SandboxStore, token: SandboxToken, params: Params): Response {
  if (params['grant_type'] !== 'ig_exchange_token') return invalid('Unknown grant_type.');
  if (params['client_secret'] !== appClient.secret) {
    return graphError({ code: 1, message: 'Error validating client secret.' });
  }
  if (!isShortLived(store, platform, token)) return wrongToken();
  return longLivedAnswer(issueLongLived(store, platform, token, scopes));
}

const wrongToken = (): Response => graphError({ code: 452, message: 'Session key invalid.' });

/** GET /refresh_access_token */
export function refreshToken(store: SandboxStore, token: SandboxToken, params: Params): Response {
  if (params['grant_type'] !== 'ig_refresh_token') return invalid('Unknown grant_type.');
  switch (refreshFaultOf(store, platform, token)) {
    case 'revoked':
      return revokedToken();
    case 'expired':
      return expiredToken();
    case 'short-lived':
      return wrongToken();
    case 'too-young':
      return youngToken();
    case null:
      return longLivedAnswer(issueLongLived(store, platform, token, scopes));
  }
}

/** GET /{version}/me. Its `id` is specific to the app, and no other call accepts it. */
export function meAnswer(
  store: SandboxStore,
  { baseUrl, token, fields = 'id' }: { baseUrl: string; token: SandboxToken; fields: string | undefined },
): Response {
  if (lacksScope(store, platform, token, 'instagram_business_basic')) return noPermission();
  const { accountId } = token;
  const all: Record<string, unknown> = {
    id: `2${accountId.slice(1)}`,
    user_id: accountId,
    ...instagramAccountOf(accountId),
    profile_picture_url: avatarUrl(baseUrl, accountId),
  };
  const names = fields.split(',');
  const unknown = names.find((name) => !(name in all));
  return unknown === undefined
    ? Response.json(Object.fromEntries(['id', ...names].map((name) => [name, all[name]])))
    : graphError({ code: 100, message: `(#100) Tried accessing nonexisting field (${unknown})` });
}
