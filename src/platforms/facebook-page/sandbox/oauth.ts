import type { Context, Hono } from 'hono';
import { z } from 'zod';
import { appClient } from '../../../sandbox/app-client.js';
import { addConsent } from '../../../sandbox/consent.js';
import type { SandboxEnv } from '../../../sandbox/publishing.js';
import type { SimulatorParts } from '../../../sandbox/simulator.js';
import type { SandboxStore } from '../../../sandbox/store.js';
import {
  readAccessToken,
  accessStateOf,
  grantedScopes,
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
  longLifeMs,
  metaDenial,
  shortLifeMs,
  type Params,
} from '../../kit/meta/sandbox/login.js';
import { facebookPages, personId } from './accounts.js';
import { invalid, wrongProof } from './errors.js';
import { isWrongProof, platform } from './requests.js';

const dayMs = 24 * 60 * 60_000;
/** How long after the login the person must log in again. */
export const dataAccessMs = 90 * dayMs;
export const scopes = [
  'pages_show_list',
  'pages_read_engagement',
  'pages_manage_posts',
  'pages_manage_engagement',
  'pages_read_user_content',
  'pages_manage_metadata',
  'business_management',
];

// A person's token belongs to `personId`, and the Pages that the person ticked are stored beside it. The lists in
// `pages.ts` return these Pages, each with a token of its own, whose account is the Page.

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
  const asker = bearer ?? c.req.query('access_token');
  if (asker !== `${appClient.id}|${appClient.secret}`) {
    return graphError({ code: 190, message: 'Invalid OAuth access token.' });
  }
  if (isWrongProof(asker, c.req.query('appsecret_proof'))) return wrongProof();
  const token = readAccessToken(c.req.query('input_token'));
  if (token === null) return invalid('The parameter input_token is required');
  const issuedAtMs = issuedAtMsOf(parts, token) ?? store.now().getTime();
  const granted = grantedScopes(parts, token) ?? scopes;
  const pageIds = pageIdsOf(store, token);
  const isPerson = token.accountId === personId;
  // A grant for all Pages, now and later, names none of them.
  const namesPages = isPerson && pageIds.length < facebookPages.length;
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
      granular_scopes: granted.map((scope) => ({ scope, ...(namesPages && { target_ids: pageIds }) })),
      ...(isPerson ? { user_id: personId } : { profile_id: token.accountId, user_id: personId }),
    },
  });
}

/** The Pages that the person ticked. */
export function pageIdsOf(store: SandboxStore, token: SandboxToken): string[] {
  return pagesSchema.safeParse(store.object(pagesKey(token))).data?.pageIds ?? [];
}
