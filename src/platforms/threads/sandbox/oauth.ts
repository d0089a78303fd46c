import type { Hono } from 'hono';
import { avatarUrl } from '../../../sandbox/avatars.js';
import type { SandboxEnv } from '../../../sandbox/publishing.js';
import type { SimulatorParts } from '../../../sandbox/simulator.js';
import { readAccessToken, accessStateOf, grantedScopes, issuedAtMsOf } from '../../../sandbox/tokens.js';
import { invalid } from '../../kit/meta/sandbox/errors.js';
import {
  addMetaLogin,
  lacksScope,
  longLifeMs,
  tokenCalls,
  type MetaCall,
} from '../../kit/meta/sandbox/login.js';
import { threadsAccountOf, threadsAccounts } from './accounts.js';
import { noPermission } from './errors.js';

const scopes = [
  'threads_basic',
  'threads_content_publish',
  'threads_manage_replies',
  'threads_read_replies',
  'threads_manage_insights',
  'threads_delete',
  'threads_profile_discovery',
];

export function addThreadsLogin(app: Hono<SandboxEnv>, parts: SimulatorParts): void {
  addMetaLogin(app, parts, {
    label: 'Threads',
    accounts: threadsAccounts,
    scopes,
    // The real response does not list the granted permissions either.
    extrasOf: () => ({}),
  });
}

export const { exchangeToken, refreshToken } = tokenCalls('th', scopes);

/** GET /v1.0/me */
export function meAnswer(call: MetaCall): Response {
  if (lacksScope(call, 'threads_basic')) return noPermission();
  const { token, baseUrl, params } = call;
  const { fields = 'id' } = params;
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
export function debugAnswer(call: MetaCall): Response {
  const { store, params } = call;
  const token = readAccessToken(params['input_token']);
  if (token === null) return invalid('The parameter input_token is required.');
  const issuedAtMs = issuedAtMsOf(call, token) ?? store.now().getTime();
  return Response.json({
    data: {
      type: 'USER',
      application: 'Punctual',
      expires_at: Math.floor((issuedAtMs + longLifeMs) / 1000),
      is_valid: accessStateOf(call, token) === 'alive',
      issued_at: Math.floor(issuedAtMs / 1000),
      scopes: grantedScopes(call, token) ?? scopes,
      user_id: token.accountId,
    },
  });
}
