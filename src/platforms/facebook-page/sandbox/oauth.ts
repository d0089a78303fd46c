import type { Context, Hono } from 'hono';
import { z } from 'zod';
import { appClient } from '../../../sandbox/app-client.js';
import { avatarUrl } from '../../../sandbox/avatars.js';
import { addConsent } from '../../../sandbox/consent.js';
import {
  accessStateOf,
  grantedScopes,
  issueTokens,
  issuedAtMsOf,
  takeCode,
} from '../../../sandbox/grants.js';
import {
  isShortLived,
  issueLongLived,
  issueShortLived,
  lacksScope,
  longLifeMs,
  metaDenial,
  shortLifeMs,
} from '../../kit/meta/sandbox/login.js';
import type { SandboxEnv } from '../../../sandbox/publishing.js';
import type { SimulatorParts } from '../../../sandbox/simulator.js';
import type { SandboxStore } from '../../../sandbox/store.js';
import { accessTokenOf, readAccessToken, type SandboxToken } from '../../../sandbox/tokens.js';
import { facebookPageOf, facebookPages, personId, tasksOf } from './accounts.js';
import { graphError, invalid } from './errors.js';
import { nameFault, pickFields, platform, type GraphRequest } from './requests.js';

const dayMs = 24 * 60 * 60_000;
/** After that the person must log in again. */
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

/** Facebook Login, without an API version: Pages are ticked, permissions can be unticked. */
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
    if (params['client_secret'] !== appClient.secret) {
      return graphError({ code: 1, message: 'Error validating client secret.' });
    }
    return params['grant_type'] === 'fb_exchange_token' ? extend(store, params) : exchange(store, params);
  });
  app.get(`${version}/debug_token`, (c) => {
    store.countCall(platform, 'debugToken');
    return debug(c, store);
  });
}

type Params = Readonly<Record<string, string>>;

async function formOf(c: Context<SandboxEnv>): Promise<Params> {
  return Object.fromEntries(new URLSearchParams(await c.req.text()));
}

const pagesKey = ({ accountId, refreshes }: SandboxToken): string =>
  `${platform} pages of ${accountId}~${refreshes}`;
const pagesSchema = z.object({ pageIds: z.array(z.string()) });

function exchange(store: SandboxStore, params: Params): Response {
  const grant = takeCode(store, platform, params['code'] ?? null);
  if (grant === null) {
    return graphError({ code: 100, subcode: 36_009, message: 'This authorization code has been used.' });
  }
  if (grant.redirectUri !== params['redirect_uri']) {
    const message = 'Error validating verification code. Please make sure your redirect_uri is identical';
    return graphError({ code: 100, subcode: 36_008, message });
  }
  const token = issueShortLived(store, platform, personId, grant.scopes);
  store.setObject(pagesKey(token), { pageIds: grant.accountIds });
  return tokenAnswer(token, shortLifeMs);
}

function extend(store: SandboxStore, params: Params): Response {
  const before = readAccessToken(params['fb_exchange_token']);
  if (before === null) return invalid('fb_exchange_token parameter not specified');
  if (accessStateOf(store, platform, before) !== 'alive') {
    return graphError({
      code: 190,
      subcode: 463,
      message: 'Error validating access token: Session has expired.',
    });
  }
  const token = issueLongLived(store, platform, before, scopes);
  store.setObject(pagesKey(token), { ...store.object(pagesKey(before)) });
  return tokenAnswer(token, longLifeMs);
}

const tokenAnswer = (token: SandboxToken, lifeMs: number): Response =>
  Response.json({
    access_token: accessTokenOf(token),
    token_type: 'bearer',
    expires_in: lifeMs / 1000,
  });

/** GET /{version}/debug_token, called by the app. */
function debug(c: Context<SandboxEnv>, store: SandboxStore): Response {
  const header = /^Bearer (.+)$/.exec(c.req.header('authorization') ?? '')?.[1];
  if ((header ?? c.req.query('access_token')) !== `${appClient.id}|${appClient.secret}`) {
    return graphError({ code: 190, message: 'Invalid OAuth access token.' });
  }
  const token = readAccessToken(c.req.query('input_token'));
  if (token === null) return invalid('The parameter input_token is required');
  const issuedAtMs = issuedAtMsOf(store, platform, token) ?? store.now().getTime();
  const granted = grantedScopes(store, platform, token) ?? scopes;
  const pageIds = pageIdsOf(store, token);
  const isPerson = token.accountId === personId;
  const lifeMs = isShortLived(store, platform, token) ? shortLifeMs : longLifeMs;
  return Response.json({
    data: {
      app_id: appClient.id,
      type: isPerson ? 'USER' : 'PAGE',
      application: 'Punctual',
      is_valid: accessStateOf(store, platform, token) === 'alive',
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

/** GET /{version}/me/accounts: the Pages that were ticked, each with its own token. */
export function listAccounts(store: SandboxStore, baseUrl: string, request: GraphRequest): Response {
  const { token, params } = request;
  const fault = nameFault(request, ['fields', 'limit', 'after']);
  if (fault !== null) return fault;
  const query = listSchema.safeParse(params).data;
  if (query === undefined) return invalid('A parameter of the list cannot be read.');
  if (lacksScope(store, platform, token, 'pages_show_list')) return Response.json({ data: [] });
  const all = pageIdsOf(store, token);
  const portion = all.slice(query.after, query.after + query.limit);
  const picked = portion.map((id) => pickFields(fieldsOf(store, baseUrl, token, id), params['fields']));
  const refused = picked.find((page) => page instanceof Response);
  if (refused !== undefined) return refused;
  const end = query.after + portion.length;
  const next = new URLSearchParams({ ...params, access_token: accessTokenOf(token), after: String(end) });
  const paging = {
    cursors: { before: String(query.after), after: String(end) },
    ...(end < all.length && { next: `${baseUrl}/v26.0/me/accounts?${next.toString()}` }),
  };
  return Response.json({ data: picked, paging });
}

function fieldsOf(
  store: SandboxStore,
  baseUrl: string,
  person: SandboxToken,
  id: string,
): Record<string, unknown> {
  const terms = {
    // With a person's one-hour token, the Page's token also lasts an hour.
    accessLifeMs: isShortLived(store, platform, person) ? shortLifeMs : dataAccessMs,
    refreshLifeMs: null,
    scopes: grantedScopes(store, platform, person) ?? scopes,
  };
  return {
    ...pageFields(baseUrl, id),
    tasks: tasksOf(id),
    access_token: accessTokenOf(issueTokens(store, platform, id, terms)),
    category: 'Software',
  };
}

/** The fields of a Page that any of its tokens can read. */
export function pageFields(baseUrl: string, id: string): Record<string, unknown> {
  const picture = { data: { url: avatarUrl(baseUrl, id), is_silhouette: false } };
  return { id, ...facebookPageOf(id), picture };
}
