import type { Context, Hono } from 'hono';
import { z } from 'zod';
import { appClient } from '../../../sandbox/app-client.js';
import { avatarUrl } from '../../../sandbox/avatars.js';
import { addConsent } from '../../../sandbox/consent.js';
import type { SandboxEnv } from '../../../sandbox/publishing.js';
import type { SimulatorParts } from '../../../sandbox/simulator.js';
import type { SandboxStore } from '../../../sandbox/store.js';
import {
  accessTokenOf,
  readAccessToken,
  accessStateOf,
  grantedScopes,
  issueTokens,
  issuedAtMsOf,
  takeCode,
  type SandboxToken,
} from '../../../sandbox/tokens.js';
import { expiredToken, graphError, wrongSecret } from '../../kit/meta/sandbox/errors.js';
import {
  bearerAnswer,
  isShortLived,
  issueLongLived,
  issueShortLived,
  lacksScope,
  longLifeMs,
  metaDenial,
  shortLifeMs,
  type Params,
} from '../../kit/meta/sandbox/login.js';
import { facebookPageOf, facebookPages, personId, tasksOf } from './accounts.js';
import { invalid } from './errors.js';
import { nameFault, pickFields, platform, type GraphCall } from './requests.js';

const dayMs = 24 * 60 * 60_000;
/** How long after the login the person must log in again. */
const dataAccessMs = 90 * dayMs;
const scopes = [
  'pages_show_list',
  'pages_read_engagement',
  'pages_manage_posts',
  'pages_manage_engagement',
  'pages_read_user_content',
  'pages_manage_metadata',
  'business_management',
];

// A person's token belongs to `personId`, and the Pages that the person ticked are stored beside it. /me/accounts lists
// these Pages, each with a token of its own, whose account is the Page.

/** Adds Facebook Login. The person ticks Pages and can untick permissions. */
export function addFacebookLogin(app: Hono<SandboxEnv>, parts: SimulatorParts, version: string): void {
  const { store } = parts;
  addConsent(app, parts, {
    label: 'Facebook',
    path: `${version}/dialog/oauth`,
    request: {
      scopes,
      separator: ',',
      refusal: 'It looks like this app isn’t available. Invalid parameters.',
    },
    accounts: facebookPages,
    pick: 'several',
    pickLabel: 'Pages to grant access to',
    scopesCanBeUnticked: true,
    codeLifeMs: 10 * 60_000,
    redirectSuffix: '#_=_',
    denial: { ...metaDenial, error_code: '200', error_description: 'Permissions error' },
  });
  app.on(['GET', 'POST'], `${version}/oauth/access_token`, async (c) => {
    store.countCall(platform, 'oauthAccessToken');
    const params = c.req.method === 'GET' ? c.req.query() : await formOf(c);
    if (params['client_id'] !== appClient.id) {
      return graphError({ code: 101, message: 'Error validating application. Cannot get application info.' });
    }
    if (params['client_secret'] !== appClient.secret) return wrongSecret();
    return params['grant_type'] === 'fb_exchange_token'
      ? issueLongLivedToken(parts, params)
      : exchangeCode(parts, params);
  });
  app.get(`${version}/debug_token`, (c) => {
    store.countCall(platform, 'debugToken');
    return debugToken(c, parts);
  });
}

async function formOf(c: Context<SandboxEnv>): Promise<Params> {
  return Object.fromEntries(new URLSearchParams(await c.req.text()));
}

/** The key under which the Pages of a person's token are stored. */
const pagesKey = ({ accountId, refreshes }: SandboxToken): string =>
  `${platform} pages of ${accountId}~${refreshes}`;
const pagesSchema = z.object({ pageIds: z.array(z.string()) });

function exchangeCode(parts: SimulatorParts, params: Params): Response {
  const grant = takeCode(parts, params['code'] ?? null);
  if (grant === null) {
    return graphError({ code: 100, subcode: 36_009, message: 'This authorization code has been used.' });
  }
  if (grant.redirectUri !== params['redirect_uri']) {
    const message = 'Error validating verification code. Please make sure your redirect_uri is identical';
    return graphError({ code: 100, subcode: 36_008, message });
  }
  const token = issueShortLived(parts, personId, grant.scopes);
  parts.store.setObject(pagesKey(token), { pageIds: grant.accountIds });
  return bearerAnswer(token, shortLifeMs);
}

/** Exchanges a person's token of one hour for one of 60 days. */
function issueLongLivedToken(parts: SimulatorParts, params: Params): Response {
  const { store } = parts;
  const before = readAccessToken(params['fb_exchange_token']);
  if (before === null) return invalid('fb_exchange_token parameter not specified');
  if (accessStateOf(parts, before) !== 'alive') return expiredToken();
  const token = issueLongLived({ ...parts, token: before }, scopes);
  store.setObject(pagesKey(token), { ...store.object(pagesKey(before)) });
  return bearerAnswer(token, longLifeMs);
}

/** GET /{version}/debug_token, which the app calls with its own credentials. */
function debugToken(c: Context<SandboxEnv>, parts: SimulatorParts): Response {
  const { store } = parts;
  const bearer = /^Bearer (.+)$/.exec(c.req.header('authorization') ?? '')?.[1];
  if ((bearer ?? c.req.query('access_token')) !== `${appClient.id}|${appClient.secret}`) {
    return graphError({ code: 190, message: 'Invalid OAuth access token.' });
  }
  const token = readAccessToken(c.req.query('input_token'));
  if (token === null) return invalid('The parameter input_token is required');
  const issuedAtMs = issuedAtMsOf(parts, token) ?? store.now().getTime();
  const granted = grantedScopes(parts, token) ?? scopes;
  const pageIds = pageIdsOf(store, token);
  const isPerson = token.accountId === personId;
  const lifeMs = isShortLived({ ...parts, token }) ? shortLifeMs : longLifeMs;
  return Response.json({
    data: {
      app_id: appClient.id,
      type: isPerson ? 'USER' : 'PAGE',
      application: 'Punctual',
      is_valid: accessStateOf(parts, token) === 'alive',
      issued_at: Math.floor(issuedAtMs / 1000),
      expires_at: isPerson ? Math.floor((issuedAtMs + lifeMs) / 1000) : 0,
      data_access_expires_at: Math.floor((issuedAtMs + dataAccessMs) / 1000),
      scopes: granted,
      granular_scopes: granted.map((scope) => ({ scope, ...(isPerson && { target_ids: pageIds }) })),
      ...(isPerson ? { user_id: personId } : { profile_id: token.accountId, user_id: personId }),
    },
  });
}

function pageIdsOf(store: SandboxStore, token: SandboxToken): string[] {
  return pagesSchema.safeParse(store.object(pagesKey(token))).data?.pageIds ?? [];
}

const listSchema = z.object({
  limit: z.coerce.number().int().min(1).max(100).default(25),
  after: z.coerce.number().int().min(0).default(0),
});

/** GET /{version}/me/accounts: the Pages that the person ticked, each with its own token. */
export function listAccounts(call: GraphCall): Response {
  const { store, baseUrl, token, params } = call;
  const fault = nameFault(call, ['fields', 'limit', 'after']);
  if (fault !== null) return fault;
  const query = listSchema.safeParse(params).data;
  if (query === undefined) return invalid('A parameter of the list cannot be read.');
  if (lacksScope(call, 'pages_show_list')) return Response.json({ data: [] });
  const all = pageIdsOf(store, token);
  const ids = all.slice(query.after, query.after + query.limit);
  const pages = ids.map((id) => pickFields(fieldsOf(call, id), params['fields']));
  const refusal = pages.find((page) => page instanceof Response);
  if (refusal !== undefined) return refusal;
  const end = query.after + ids.length;
  const next = new URLSearchParams({ ...params, access_token: accessTokenOf(token), after: String(end) });
  const paging = {
    cursors: { before: String(query.after), after: String(end) },
    ...(end < all.length && { next: `${baseUrl}/v26.0/me/accounts?${next.toString()}` }),
  };
  return Response.json({ data: pages, paging });
}

function fieldsOf(call: GraphCall, id: string): Record<string, unknown> {
  const { token: person } = call;
  const terms = {
    // With a person's one-hour token, the Page's token also lasts an hour.
    accessLifeMs: isShortLived(call) ? shortLifeMs : dataAccessMs,
    refreshLifeMs: null,
    scopes: grantedScopes(call, person) ?? scopes,
  };
  return {
    ...pageFields(call, id),
    tasks: tasksOf(id),
    access_token: accessTokenOf(issueTokens(call, id, terms)),
    category: 'Software',
  };
}

/** The fields of a Page that any token of the Page can read. */
export function pageFields({ baseUrl }: GraphCall, id: string): Record<string, unknown> {
  const picture = { data: { url: avatarUrl(baseUrl, id), is_silhouette: false } };
  return { id, ...facebookPageOf(id), picture };
}
