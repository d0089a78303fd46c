import type { Hono } from 'hono';
import { avatarUrl } from '../../../sandbox/avatars.js';
import type { SandboxEnv } from '../../../sandbox/publishing.js';
import type { SimulatorParts } from '../../../sandbox/simulator.js';
import { graphError } from '../../kit/meta/sandbox/errors.js';
import { addMetaLogin, lacksScope, tokenCalls, type MetaCall } from '../../kit/meta/sandbox/login.js';
import { instagramAccountOf, instagramAccounts } from './accounts.js';
import { noPermission } from './errors.js';

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

export const { exchangeToken, refreshToken } = tokenCalls('ig', scopes);

/** GET /{version}/me. The `id` in the response is specific to the app, and no other call accepts it. */
export function meAnswer(call: MetaCall): Response {
  if (lacksScope(call, 'instagram_business_basic')) return noPermission();
  const { baseUrl, params } = call;
  const { fields = 'id' } = params;
  const { accountId } = call.token;
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
