import { useQuery } from '@tanstack/react-query';
import type { components } from '../../../../client/src/api-types.js';
import { api, dataOf } from '../../api/client.js';
import { keys } from '../../api/keys.js';
import type { Post } from '../../api/posts.js';
import { deletions, useNotHeld } from '../../lib/held-requests.js';
import { useWorkspace } from '../../api/workspace.js';

export type Comment = components['schemas']['Comment'];

/** The rows of a card. One more is read, to find out whether there are others. */
export const cardRows = 5;
export const failedDaysShown = 30;
const rowsRead = cardRows + 1;
const dayMs = 24 * 60 * 60_000;

const postsOf = (workspaceId: string, query: object, signal: AbortSignal): Promise<Post[]> =>
  dataOf(
    api.GET('/posts', {
      params: { query: { workspaceId, expand: 'targets.account', limit: rowsRead, ...query } },
      signal,
    }),
  ).then(({ data }) => data);

function usePosts(name: string, read: (workspaceId: string, signal: AbortSignal) => Promise<Post[]>) {
  const { id } = useWorkspace();
  const isShown = useNotHeld(name === 'waiting' ? undefined : deletions);
  return useQuery({
    queryKey: keys.of(id, 'posts', 'home', name),
    queryFn: ({ signal }) => read(id, signal),
    select: (posts) => posts.filter(isShown),
  });
}

/** Returns the limits of the reader's day. */
function dayAround(now: Date): { begin: Date; end: Date } {
  const begin = new Date(now.getFullYear(), now.getMonth(), now.getDate());
  return { begin, end: new Date(now.getFullYear(), now.getMonth(), now.getDate() + 1) };
}

/** Reads the posts that are still to be published today, the earliest first. */
export const useDuePosts = () =>
  usePosts('due', (workspaceId, signal) => {
    const { begin, end } = dayAround(new Date());
    const query = {
      status: 'SCHEDULED,PUBLISHING,NEEDS_APPROVAL',
      sort: 'scheduledAt',
      // The limit is exclusive, and a post can be due at midnight.
      scheduledAfter: new Date(begin.getTime() - 1).toISOString(),
      scheduledBefore: end.toISOString(),
    };
    return postsOf(workspaceId, query, signal);
  });

export const useFailedPosts = () =>
  usePosts('failed', (workspaceId, signal) => {
    const { end } = dayAround(new Date());
    const query = {
      status: 'FAILED,PARTIALLY_PUBLISHED',
      sort: '-scheduledAt',
      scheduledAfter: new Date(end.getTime() - failedDaysShown * dayMs).toISOString(),
    };
    return postsOf(workspaceId, query, signal);
  });

export const useWaitingPosts = () =>
  usePosts('waiting', (workspaceId, signal) =>
    postsOf(workspaceId, { needsApproval: true, sort: 'scheduledAt' }, signal),
  );

/** Whether a post is one of those that a first `npm start` adds, which are older than all others. */
const isSample = ({ metadata }: Post): boolean => metadata['sample'] === 'true';

const newestOwn = async (workspaceId: string, query: object, signal: AbortSignal): Promise<Post[]> =>
  (await postsOf(workspaceId, { ...query, limit: 1 }, signal)).filter((post) => !isSample(post));

export const useLatestPosts = () =>
  usePosts('latest', (workspaceId, signal) => newestOwn(workspaceId, {}, signal));

export const usePublishedPosts = () =>
  usePosts('published', (workspaceId, signal) =>
    newestOwn(workspaceId, { status: 'PUBLISHED,PARTIALLY_PUBLISHED' }, signal),
  );

export function useUnreadComments() {
  const { id: workspaceId } = useWorkspace();
  return useQuery({
    queryKey: keys.of(workspaceId, 'comments', 'home'),
    queryFn: async ({ signal }) => {
      const query = { workspaceId, mine: false, unread: true, limit: rowsRead };
      return (await dataOf(api.GET('/comments', { params: { query }, signal }))).data;
    },
  });
}

export function useBrokenAccounts() {
  const { id: workspaceId } = useWorkspace();
  return useQuery({
    queryKey: keys.of(workspaceId, 'social-accounts', 'broken'),
    queryFn: async ({ signal }) => {
      const query = { workspaceId, status: 'TOKEN_EXPIRED' as const, limit: rowsRead };
      return (await dataOf(api.GET('/social-accounts', { params: { query }, signal }))).data;
    },
  });
}
