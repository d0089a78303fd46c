import { useInfiniteQuery, type QueryKey } from '@tanstack/react-query';
import { isStreamed } from './changes.js';
import { nextReadMs, nextStreamedReadMs } from './polling.js';

export interface Page<Row> {
  data: Row[];
  nextCursor: string | null;
}

const pagesMax = 50;

/** Reads all pages of a short list, but no more than `pagesMax`. */
export async function readAll<Row>(read: (cursor: string | undefined) => Promise<Page<Row>>): Promise<Row[]> {
  const rows: Row[] = [];
  let cursor: string | undefined;
  for (let pages = 0; pages < pagesMax; pages += 1) {
    const page: Page<Row> = await read(cursor);
    rows.push(...page.data);
    if (page.nextCursor === null) break;
    cursor = page.nextCursor;
  }
  return rows;
}

/**
 * Reads a list of the API page by page. `rows` contains the rows of all pages that have been read. `refetchMs` is the
 * polling interval for data whose changes the stream does not report.
 */
export function usePages<Row>(
  queryKey: QueryKey,
  read: (cursor: string | undefined, signal: AbortSignal) => Promise<Page<Row>>,
  options: { refetchMs?: number } = {},
) {
  const { refetchMs } = options;
  const query = useInfiniteQuery({
    queryKey,
    queryFn: ({ pageParam, signal }) => read(pageParam, signal),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: (last) => last.nextCursor ?? undefined,
    // Each refetch reads all pages again, so long lists are refetched less often.
    refetchInterval: ({ state: { data, error } }) => {
      const streamedMs = isStreamed(queryKey) && nextStreamedReadMs(error);
      if (streamedMs !== false || refetchMs === undefined) return streamedMs;
      return nextReadMs(error, refetchMs * Math.max(1, data?.pages.length ?? 0));
    },
  });
  return { ...query, rows: query.data?.pages.flatMap((page) => page.data) ?? [] };
}
