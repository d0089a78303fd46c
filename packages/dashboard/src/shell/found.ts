import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useCallback } from 'react';
import { api, dataOf } from '../api/client.js';
import { keys } from '../api/keys.js';
import type { Post } from '../api/posts.js';
import { deletions, useNotHeld } from '../lib/held-requests.js';
import { pause } from '../lib/pause.js';

export const postsMax = 20;
/** Shorter and longer texts are refused by the service. */
export const textCharsMin = 2;
export const textCharsMax = 100;
/** The search waits this long, because the user may still be typing. */
const pauseMs = 200;
/** For each page, the service searches only a part of the posts, so the first pages can be empty. */
const pagesMax = 5;
const freshMs = 30_000;

export interface FoundPosts {
  posts: Post[];
  /** Whether there are more posts than these. */
  isCut: boolean;
}

/** Finds posts of a workspace by their text, newest first. */
export function useFoundPosts(workspaceId: string | undefined, typed: string) {
  const q = typed.trim();
  const isAsked = q.length >= textCharsMin && workspaceId !== undefined;
  const isShown = useNotHeld(deletions);
  const found = useQuery({
    queryKey: keys.of(workspaceId ?? '', 'posts', 'found', q),
    queryFn: async ({ signal }) => {
      await pause(pauseMs, signal);
      return readFound(workspaceId ?? '', q, signal);
    },
    enabled: isAsked,
    select: useCallback((read: FoundPosts) => ({ ...read, posts: read.posts.filter(isShown) }), [isShown]),
    staleTime: freshMs,
    placeholderData: keepPreviousData,
  });
  return {
    isAsked,
    isSearching: isAsked && found.isFetching,
    error: found.error,
    data: isAsked ? found.data : undefined,
  };
}

async function readFound(workspaceId: string, q: string, signal: AbortSignal): Promise<FoundPosts> {
  const posts: Post[] = [];
  let cursor: string | null = null;
  for (let page = 0; page < pagesMax && posts.length < postsMax; page += 1) {
    const query: { workspaceId: string; q: string; limit: number; cursor?: string } = {
      workspaceId,
      q,
      limit: postsMax,
      ...(cursor !== null && { cursor }),
    };
    const read: { data: Post[]; nextCursor: string | null } = await dataOf(
      api.GET('/posts', { params: { query }, signal }),
    );
    posts.push(...read.data);
    cursor = read.nextCursor;
    if (cursor === null) break;
  }
  return { posts: posts.slice(0, postsMax), isCut: cursor !== null || posts.length > postsMax };
}
