import { useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { api, dataOf } from '../../api/client.js';
import { keys } from '../../api/keys.js';
import { usePages } from '../../api/pages.js';
import { pollMs, type Post } from '../../api/posts.js';
import { useWorkspace } from '../../api/workspace.js';
import type { TimelineEntry } from '../../lib/timeline-sentences.js';

const pageRows = 30;
const pollMsMin = 3_000;

/**
 * Reads the timeline, newest entry first. It is read again when the post changes, and polled at most every three
 * seconds.
 */
export function useTimeline(post: Post) {
  const { id } = useWorkspace();
  const client = useQueryClient();
  const queryKey = keys.of(id, 'posts', 'timeline', post.id);
  const stamp = [post, ...post.targets].map(({ status, updatedAt }) => `${status} ${updatedAt}`).join();
  useEffect(() => {
    void client.invalidateQueries({ queryKey: keys.of(id, 'posts', 'timeline', post.id) });
  }, [client, id, post.id, stamp]);
  return usePages<TimelineEntry>(
    queryKey,
    (cursor, signal) => {
      const query = { limit: pageRows, sort: '-at' as const, ...(cursor !== undefined && { cursor }) };
      return dataOf(api.GET('/posts/{id}/timeline', { params: { path: { id: post.id }, query }, signal }));
    },
    { refetchMs: Math.max(pollMsMin, pollMs(post)) },
  );
}
