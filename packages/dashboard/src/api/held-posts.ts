import { useMutation, useQueryClient } from '@tanstack/react-query';
import { hold, sendHeld, type HeldAction } from '../lib/held-requests.js';
import { isSamePost } from '../lib/same-post.js';
import { api, dataOf, newIdempotencyKey } from './client.js';
import { ChangedError } from './errors.js';
import { keys } from './keys.js';
import { actOnShown, readPost, type Post, type ReadPost } from './posts.js';
import { useWorkspace } from './workspace.js';

/**
 * Approves a post or its corrected texts as they are shown, or deletes it, which can be undone for a while. The post is read first, so that a single
 * request with its version is left to send if the page closes.
 */
export function useHoldPost(action: HeldAction) {
  const { id: workspaceId } = useWorkspace();
  const client = useQueryClient();
  const refresh = () => client.invalidateQueries({ queryKey: keys.of(workspaceId, 'posts') });
  return useMutation({
    mutationFn: async (shown: Post) => {
      await sendHeld(shown.id);
      const read = await readPost(shown.id);
      if (!isSamePost(shown, read.post)) throw new ChangedError();
      const heldKey = newIdempotencyKey();
      const act = ({ post, etag }: ReadPost, keepalive: boolean): Promise<unknown> => {
        // A response about an earlier version says nothing about this one.
        const key = post.updatedAt === read.post.updatedAt ? heldKey : newIdempotencyKey();
        const header = { 'Idempotency-Key': key, ...(etag !== null && { 'If-Match': etag }) };
        const params = { path: { id: shown.id }, header };
        return action === 'delete'
          ? dataOf(api.DELETE('/posts/{id}', { params, keepalive }))
          : dataOf(api.POST('/posts/{id}/approve', { params, body: {}, keepalive }));
      };
      await hold({
        postIds: [shown.id],
        action,
        // The post of a corrected text is public already, so nothing is due.
        dueAt: action === 'approveText' ? null : shown.scheduledAt,
        send: (isClosing) =>
          isClosing
            ? act(read, true)
            : actOnShown(
                shown.id,
                (now) => isSamePost(shown, now),
                (now) => act(now, false),
              ),
        refresh,
      });
    },
    onError: refresh,
  });
}
