import { z } from 'zod';
import { avatarUrl } from '../../../sandbox/avatars.js';
import { accessTokenOf, grantedScopes, issueTokens } from '../../../sandbox/tokens.js';
import { noSuchObject } from '../../kit/meta/sandbox/errors.js';
import { isShortLived, lacksScope, shortLifeMs } from '../../kit/meta/sandbox/login.js';
import { facebookPageOf, isInPortfolio, personId, portfolioId, tasksOf } from './accounts.js';
import { invalid } from './errors.js';
import { dataAccessMs, pageIdsOf, scopes } from './oauth.js';
import { nameFault, pickFields, type GraphCall } from './requests.js';

const listSchema = z.object({
  limit: z.coerce.number().int().min(1).max(100).default(25),
  after: z.coerce.number().int().min(0).default(0),
});

/** Responds with a portion of a list, whose items have the requested fields. */
function list(
  call: GraphCall,
  path: string,
  all: readonly string[],
  fieldsOf: (id: string) => Record<string, unknown>,
): Response {
  const { baseUrl, token, params } = call;
  const fault = nameFault(call, ['fields', 'limit', 'after']);
  if (fault !== null) return fault;
  const query = listSchema.safeParse(params).data;
  if (query === undefined) return invalid('A parameter of the list cannot be read.');
  const ids = all.slice(query.after, query.after + query.limit);
  const items = ids.map((id) => pickFields(fieldsOf(id), params['fields']));
  const refusal = items.find((item) => item instanceof Response);
  if (refusal !== undefined) return refusal;
  const end = query.after + ids.length;
  const next = new URLSearchParams({ ...params, access_token: accessTokenOf(token), after: String(end) });
  const paging = {
    cursors: { before: String(query.after), after: String(end) },
    ...(end < all.length && { next: `${baseUrl}/v26.0${path}?${next.toString()}` }),
  };
  return Response.json({ data: items, paging });
}

const isPerson = ({ token }: GraphCall): boolean => token.accountId === personId;

/** GET /{version}/me/accounts: the Pages that the person ticked, without those of a portfolio. */
export function listAccounts(call: GraphCall): Response {
  const isHidden = lacksScope(call, 'pages_show_list');
  const ids = isHidden ? [] : pageIdsOf(call.store, call.token).filter((id) => !isInPortfolio(id));
  // Only this list has the tasks.
  return list(call, '/me/accounts', ids, (id) => ({ ...grantedFields(call, id), tasks: tasksOf(id) }));
}

/** GET /{version}/me/businesses */
export function listBusinesses(call: GraphCall): Response {
  const ids = isPerson(call) ? [portfolioId] : [];
  return list(call, '/me/businesses', ids, (id) => ({ id, name: 'Acme Group' }));
}

/** GET /{version}/{business}/owned_pages and client_pages: the only portfolio owns one Page and has no clients. */
export function listPortfolio(call: GraphCall, edge: 'owned_pages' | 'client_pages'): Response {
  const id = call.c.req.param('business') ?? '';
  if (!isPerson(call) || id !== portfolioId) return noSuchObject(id);
  const owned = pageIdsOf(call.store, call.token).filter((pageId) => isInPortfolio(pageId));
  const ids = edge === 'owned_pages' ? owned : [];
  return list(call, `/${id}/${edge}`, ids, (pageId) => grantedFields(call, pageId));
}

/** Returns a Page for the token of a person who ticked it. Undefined for every other token. */
export function pageOfPerson(call: GraphCall, id: string): Record<string, unknown> | undefined {
  const isTicked = isPerson(call) && pageIdsOf(call.store, call.token).includes(id);
  return isTicked ? grantedFields(call, id) : undefined;
}

/** The fields of a Page for a person who may have its token. */
function grantedFields(call: GraphCall, id: string): Record<string, unknown> {
  const { token: person } = call;
  const terms = {
    // With a person's one-hour token, the Page's token also lasts an hour.
    accessLifeMs: isShortLived(call) ? shortLifeMs : dataAccessMs,
    refreshLifeMs: null,
    scopes: grantedScopes(call, person) ?? scopes,
  };
  return {
    ...pageFields(call, id),
    access_token: accessTokenOf(issueTokens(call, id, terms)),
    category: 'Software',
  };
}

/** The fields of a Page that any token of the Page can read. */
export function pageFields({ baseUrl }: GraphCall, id: string): Record<string, unknown> {
  const picture = { data: { url: avatarUrl(baseUrl, id), is_silhouette: false } };
  return { id, ...facebookPageOf(id), picture };
}
