import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import type { components } from '../../../../client/src/api-types.js';
import { api, dataOf } from '../../api/client.js';
import { keys } from '../../api/keys.js';
import { readAll } from '../../api/pages.js';
import { useOnce } from '../../api/use-once.js';
import { useWorkspace } from '../../api/workspace.js';

export type SavedReply = components['schemas']['SavedReply'];

const resource = 'saved-replies';
const pageRows = 100;

/** Reads the saved replies of the workspace by name. */
export function useSavedReplies() {
  const { id } = useWorkspace();
  return useQuery({
    queryKey: keys.of(id, resource),
    queryFn: async ({ signal }) => {
      const replies = await readAll((cursor) => {
        const query = { limit: pageRows, ...(cursor !== undefined && { cursor }) };
        return dataOf(api.GET('/workspaces/{id}/saved-replies', { params: { path: { id }, query }, signal }));
      });
      return replies.sort((one, other) => one.name.localeCompare(other.name));
    },
  });
}

/** Creates a saved reply, or changes the one with the id. */
export function useSaveReply() {
  const { id } = useWorkspace();
  const client = useQueryClient();
  const once = useOnce();
  return useMutation({
    mutationFn: (given: { savedReplyId: string | null; name: string; text: string }) => {
      const { savedReplyId, ...body } = given;
      const header = { 'Idempotency-Key': once.key(given) };
      if (savedReplyId === null) {
        return dataOf(api.POST('/workspaces/{id}/saved-replies', { params: { path: { id }, header }, body }));
      }
      const params = { path: { id, savedReplyId } };
      return dataOf(api.PATCH('/workspaces/{id}/saved-replies/{savedReplyId}', { params, body }));
    },
    onSettled: (_answer, error) => {
      once.settle(error);
      return client.invalidateQueries({ queryKey: keys.of(id, resource) });
    },
  });
}

export function useDeleteSavedReply() {
  const { id } = useWorkspace();
  const client = useQueryClient();
  return useMutation({
    mutationFn: (savedReplyId: string) => {
      const params = { path: { id, savedReplyId } };
      return dataOf(api.DELETE('/workspaces/{id}/saved-replies/{savedReplyId}', { params }));
    },
    onSettled: () => client.invalidateQueries({ queryKey: keys.of(id, resource) }),
  });
}
