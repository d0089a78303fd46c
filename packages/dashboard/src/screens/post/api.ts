import { api, dataOf } from '../../api/client.js';
import { keys } from '../../api/keys.js';
import { usePages } from '../../api/pages.js';
import { useWorkspace } from '../../api/workspace.js';
import type { TimelineEntry } from '../../lib/timeline-sentences.js';

const pageRows = 30;

/** Reads the timeline, newest entry first. */
export function useTimeline(postId: string) {
  const { id } = useWorkspace();
  return usePages<TimelineEntry>(keys.of(id, 'posts', 'timeline', postId), (cursor, signal) => {
    const query = { limit: pageRows, sort: '-at' as const, ...(cursor !== undefined && { cursor }) };
    return dataOf(api.GET('/posts/{id}/timeline', { params: { path: { id: postId }, query }, signal }));
  });
}
