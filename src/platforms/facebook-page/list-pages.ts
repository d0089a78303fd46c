import { z } from 'zod';
import { onFailure, PlatformFailed, type PlatformFailure } from '../kit/failure.js';
import { readGraph } from '../kit/meta/graph-api.js';
import type { DebuggedToken } from '../kit/meta/login.js';
import { pathOf, type FacebookContext, type PageCall } from './api.js';
import { facebookFailure } from './failure.js';

export const listScope = 'pages_show_list';
export const portfolioScope = 'business_management';

/** The size of the portions in which Facebook returns Pages, and the number of portions that are read. */
const portionPages = 100;
const portionsMax = 10;
/** How many Pages are read by their id, and the Pages of how many portfolios are listed. */
const namedPagesMax = 50;
const portfoliosMax = 10;

export const pageFields = 'id,name,username,picture.type(large)';
export const faceSchema = z.object({
  id: z.string().min(1),
  name: z.string().optional(),
  username: z.string().min(1).optional(),
  picture: z.object({ data: z.object({ url: z.url() }) }).optional(),
});
const pageSchema = faceSchema.extend({
  /** Missing if the person's role does not allow a token. */
  access_token: z.string().min(1).optional(),
  /** Only the list of the person's own Pages has them. */
  tasks: z.array(z.string()).optional(),
});
export type ListedPage = z.infer<typeof pageSchema>;
const grantedFields = `${pageFields},access_token`;
const portfolioSchema = z.object({ id: z.string().min(1) });

/** A person's token, and where it applies. */
interface Person {
  context: FacebookContext;
  baseUrl: string;
  accessToken: string;
  appSecret: string | null;
}

/**
 * Finds the Pages that a person granted. Facebook's list lacks Pages that the person has only through a business
 * portfolio, so these are read by the ids in the grant, or from the portfolios if the grant covers all Pages.
 */
export async function findPages(person: Person, token: DebuggedToken): Promise<ListedPage[]> {
  const listed = await readList(person, ['me', 'accounts'], `${grantedFields},tasks`, pageSchema);
  if (token.scopes?.includes(listScope) === false) return listed;
  // The listed Pages can be connected, even if Facebook refuses to show further ones.
  const skip = (failure: PlatformFailure): [] => {
    if (listed.length > 0 || failure.kind === 'rejected') return [];
    throw new PlatformFailed(failure);
  };
  const known = new Set(listed.map(({ id }) => id));
  const named = token.targetsOf(listScope)?.filter((id) => !known.has(id));
  const others = await (named === undefined
    ? pagesOfPortfolios(person, token, skip)
    : flatten(named.slice(0, namedPagesMax).map((id) => onFailure(readPage(person, id), skip))));
  const unlisted = new Map(others.filter(({ id }) => !known.has(id)).map((page) => [page.id, page]));
  return [...listed, ...unlisted.values()];
}

async function pagesOfPortfolios(
  person: Person,
  { scopes }: DebuggedToken,
  skip: (failure: PlatformFailure) => [],
): Promise<ListedPage[]> {
  if (scopes?.includes(portfolioScope) !== true) return [];
  const portfolios = await onFailure(readList(person, ['me', 'businesses'], 'id', portfolioSchema), skip);
  const edges = portfolios
    .slice(0, portfoliosMax)
    .flatMap(({ id }) => ['owned_pages', 'client_pages'].map((edge) => [id, edge] as const));
  return flatten(edges.map((path) => onFailure(readList(person, path, grantedFields, pageSchema), skip)));
}

const flatten = async <T>(lists: readonly Promise<T[]>[]): Promise<T[]> => (await Promise.all(lists)).flat();

async function readPage(person: Person, id: string): Promise<ListedPage[]> {
  const call = callOf(person, [id], { fields: grantedFields });
  return [await readGraph(person.context, call, pageSchema, facebookFailure)];
}

const callOf = (
  { context, baseUrl, accessToken, appSecret }: Person,
  path: PageCall['path'],
  params: Record<string, string>,
) => ({ baseUrl, path: pathOf(context, path), method: 'GET', params, accessToken, appSecret }) as const;

async function readList<T>(
  person: Person,
  path: PageCall['path'],
  fields: string,
  itemSchema: z.ZodType<T>,
): Promise<T[]> {
  const schema = z.object({
    data: z.array(itemSchema),
    paging: z
      .object({ cursors: z.object({ after: z.string() }).optional(), next: z.string().optional() })
      .optional(),
  });
  const items: T[] = [];
  let after: string | undefined;
  for (let portion = 0; portion < portionsMax; portion += 1) {
    const params = { fields, limit: String(portionPages), ...(after !== undefined && { after }) };
    const list = await readGraph(person.context, callOf(person, path, params), schema, facebookFailure);
    items.push(...list.data);
    // Facebook's URL of the next portion contains the token, so we build the URL ourselves.
    after = list.paging?.next === undefined ? undefined : list.paging.cursors?.after;
    if (after === undefined) break;
  }
  return items;
}
