import { useQuery } from '@tanstack/react-query';
import { useCallback } from 'react';
import { api, dataOf } from '../../api/client.js';
import { keys } from '../../api/keys.js';
import { nextReadMs } from '../../api/polling.js';
import type { Post } from '../../api/posts.js';
import { useWorkspace } from '../../api/workspace.js';
import { since, toResults, type Reading, type Result } from './results.js';

/** The longest period whose results are shown. It is read once for all periods. */
export const daysRead = 90;
const pageRows = 100;
/** The limit of posts is `pageRows` times this. */
const pagesMax = 10;
/** Numbers are polled, because the stream of changes does not report them. */
const usualMs = 120_000;
/** The least time between two reads that changes cause, because each page is a request. */
const restMs = 10_000;

/** Returns the results of the last days, the newest first. Today is part of the period. */
export function useResults(days: number) {
  const { id: workspaceId } = useWorkspace();
  const queryKey = keys.of(workspaceId, 'posts', 'results');
  return useQuery({
    queryKey,
    queryFn: ({ signal, client }): Promise<Reading> => {
      const isFirst = client.getQueryData(queryKey) === undefined;
      return readResults(workspaceId, signal, (part) => {
        if (isFirst) client.setQueryData(queryKey, part);
      });
    },
    select: useCallback((reading: Reading) => since(reading, beginOf(days)), [days]),
    refetchInterval: ({ state: { error } }) => nextReadMs(error, usualMs),
    meta: { restMs },
  });
}

function beginOf(days: number): string {
  const now = new Date();
  return new Date(now.getFullYear(), now.getMonth(), now.getDate() - days + 1).toISOString();
}

/** Reads page by page. A short period is shown while the posts before it are still being read. */
async function readResults(
  workspaceId: string,
  signal: AbortSignal,
  onPart: (part: Reading) => void,
): Promise<Reading> {
  const query = {
    workspaceId,
    status: 'PUBLISHED,PARTIALLY_PUBLISHED',
    // The limit is exclusive.
    scheduledAfter: new Date(Date.parse(beginOf(daysRead)) - 1).toISOString(),
    sort: '-scheduledAt' as const,
    expand: 'targets.account,targets.metrics',
    limit: pageRows,
  };
  const results: Result[] = [];
  let reading: Reading = { results, posts: 0, readTo: '', rest: 'pending' };
  let cursor: string | null = null;
  for (let pages = 1; reading.rest === 'pending'; pages += 1) {
    const params = { query: { ...query, ...(cursor !== null && { cursor }) } };
    const page: { data: Post[]; nextCursor: string | null } = await dataOf(
      api.GET('/posts', { params, signal }),
    );
    cursor = page.nextCursor;
    results.push(...toResults(page.data));
    reading = {
      results: [...results],
      posts: reading.posts + page.data.length,
      readTo: page.data.at(-1)?.scheduledAt ?? reading.readTo,
      rest: cursor === null ? 'none' : pages < pagesMax ? 'pending' : 'left',
    };
    if (reading.rest === 'pending') onPart(reading);
  }
  return reading;
}
