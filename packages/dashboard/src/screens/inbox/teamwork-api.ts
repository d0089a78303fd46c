import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import type { components } from '../../../../client/src/api-types.js';
import { api, dataOf } from '../../api/client.js';
import { keys } from '../../api/keys.js';
import { readAll } from '../../api/pages.js';
import { useOnce } from '../../api/use-once.js';
import { useWorkspace } from '../../api/workspace.js';

export type CommentNote = components['schemas']['CommentNote'];

const resource = 'comments';
const pageRows = 100;

/** Refreshes the inbox after a change by the user. */
function useRefreshed() {
  const { id } = useWorkspace();
  const client = useQueryClient();
  return () => client.invalidateQueries({ queryKey: keys.of(id, resource) });
}

export function useAssign() {
  const onSettled = useRefreshed();
  return useMutation({
    mutationFn: ({ commentId, userId }: { commentId: string; userId: string | null }) =>
      dataOf(api.PUT('/comments/{id}/assignment', { params: { path: { id: commentId } }, body: { userId } })),
    onSettled,
  });
}

/** Reads the notes about a conversation, oldest first. */
export function useNotes(commentId: string) {
  const { id } = useWorkspace();
  return useQuery({
    queryKey: keys.of(id, resource, 'notes', commentId),
    queryFn: ({ signal }) =>
      readAll((cursor) => {
        const query = {
          sort: 'createdAt' as const,
          limit: pageRows,
          ...(cursor !== undefined && { cursor }),
        };
        const params = { path: { id: commentId }, query };
        return dataOf(api.GET('/comments/{id}/notes', { params, signal }));
      }),
  });
}

/** `name` is the storage name of the typed text and of its idempotency key. */
export function useAddNote(name: string) {
  const refreshed = useRefreshed();
  const once = useOnce(name);
  return useMutation({
    mutationFn: (note: { commentId: string; text: string }) => {
      const header = { 'Idempotency-Key': once.key(note) };
      const params = { path: { id: note.commentId }, header };
      return dataOf(api.POST('/comments/{id}/notes', { params, body: { text: note.text } }));
    },
    onSettled: (_answer, error) => {
      once.settle(error);
      return refreshed();
    },
  });
}

export function useDeleteNote() {
  const onSettled = useRefreshed();
  return useMutation({
    mutationFn: ({ id, commentId }: CommentNote) =>
      dataOf(
        api.DELETE('/comments/{id}/notes/{noteId}', { params: { path: { id: commentId, noteId: id } } }),
      ),
    onSettled,
  });
}
