import type { paths } from './api-types.js';
import type { PunctualClient } from './client.js';
import { dataOf } from './errors.js';

interface ListOperation<T> {
  parameters: { query?: object; path?: object | undefined };
  responses: { 200: { content: { 'application/json': { data: T[]; nextCursor: string | null } } } };
}

/** The paths whose GET returns a page of a list. */
export type PagedPath = {
  [P in keyof paths]: paths[P] extends { get: ListOperation<unknown> } ? P : never;
}[keyof paths];

export type ItemOf<P extends PagedPath> = paths[P] extends { get: ListOperation<infer T> } ? T : never;

type ParametersOf<P extends PagedPath> = paths[P]['get']['parameters'];

/** The parameters of a list: filters, order and page size, and the ids in its path. */
export type PageParams<P extends PagedPath> = {
  query?: Omit<NonNullable<ParametersOf<P>['query']>, 'cursor'>;
} & (ParametersOf<P> extends { path: infer Path } ? { path: Path } : object);

interface Page<T> {
  data: T[];
  nextCursor: string | null;
}
/** The type of `client.GET` for any paged path. The generated type works only if the exact path is known. */
type LooseGet = (
  path: string,
  init: { params: object; signal?: AbortSignal },
) => Promise<{ data: Page<never>; error?: never; response: Response }>;

/**
 * Iterates over every item of a list and requests pages as they are needed. If items are added or removed meanwhile,
 * the others are neither repeated nor skipped. An item whose place in the order changes may appear again at its new
 * place.
 */
export async function* itemsOf<P extends PagedPath>(
  client: PunctualClient,
  path: P,
  ...[params, options]: object extends PageParams<P>
    ? [params?: PageParams<P>, options?: { signal?: AbortSignal }]
    : [params: PageParams<P>, options?: { signal?: AbortSignal }]
): AsyncGenerator<ItemOf<P>, void, undefined> {
  const get = client.GET as unknown as LooseGet;
  let cursor: string | null | undefined;
  do {
    const query = { ...params?.query, ...(typeof cursor === 'string' ? { cursor } : {}) };
    const page: Page<ItemOf<P>> = await dataOf(get(path, { params: { ...params, query }, ...options }));
    yield* page.data;
    if (page.nextCursor !== null && page.nextCursor === cursor) throw new Error('The list does not advance.');
    cursor = page.nextCursor;
  } while (cursor !== null);
}
