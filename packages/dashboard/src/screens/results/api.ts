import { useQuery } from '@tanstack/react-query';
import { api, dataOf } from '../../api/client.js';
import { keys } from '../../api/keys.js';
import { nextReadMs } from '../../api/polling.js';
import type { Post } from '../../api/posts.js';
import { useWorkspace } from '../../api/workspace.js';
import { toResults, type Result } from './results.js';

const pageRows = 100;
/** The limit of posts is `pageRows` times this. */
const pagesMax = 10;
/** Numbers are polled, because the stream of changes does not report them. */
const usualMs = 120_000;
/** The least time between two reads that changes cause, because each page is a request. */
const restMs = 10_000;

export interface ReadResults {
  results: Result[];
  /** The number of posts that were read, if there are more. */
  cutAt: number | null;
}

/** Reads the published posts of the last days with their numbers, the newest first. Today is part of the period. */
export function useResults(days: number) {
  const { id: workspaceId } = useWorkspace();
  return useQuery({
    queryKey: keys.of(workspaceId, 'posts', 'results', days),
    queryFn: ({ signal }) => readResults(workspaceId, days, signal),
    refetchInterval: ({ state: { error } }) => nextReadMs(error, usualMs),
    meta: { restMs },
  });
}

async function readResults(workspaceId: string, days: number, signal: AbortSignal): Promise<ReadResults> {
  const now = new Date();
  const begin = new Date(now.getFullYear(), now.getMonth(), now.getDate() - days + 1);
  const posts: Post[] = [];
  let cursor: string | null = null;
  for (let pages = 0; pages < pagesMax && (pages === 0 || cursor !== null); pages += 1) {
    const query = {
      workspaceId,
      status: 'PUBLISHED,PARTIALLY_PUBLISHED',
      // The limit is exclusive.
      scheduledAfter: new Date(begin.getTime() - 1).toISOString(),
      sort: '-scheduledAt' as const,
      expand: 'targets.account,targets.metrics',
      limit: pageRows,
      ...(cursor !== null && { cursor }),
    };
    const page: { data: Post[]; nextCursor: string | null } = await dataOf(
      api.GET('/posts', { params: { query }, signal }),
    );
    posts.push(...page.data);
    cursor = page.nextCursor;
  }
  return { results: toResults(posts), cutAt: cursor === null ? null : posts.length };
}
