import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import type { components } from '../../../../client/src/api-types.js';
import { api, dataOf } from '../../api/client.js';
import { keys } from '../../api/keys.js';
import { readAll } from '../../api/pages.js';
import { useOnce } from '../../api/use-once.js';
import { useWorkspace } from '../../api/workspace.js';

export type HashtagSet = components['schemas']['HashtagSet'];

const resource = 'hashtag-sets';
const pageRows = 100;

/** Reads the hashtag sets of the workspace by name. */
export function useHashtagSets() {
  const { id } = useWorkspace();
  return useQuery({
    queryKey: keys.of(id, resource),
    queryFn: async ({ signal }) => {
      const sets = await readAll((cursor) => {
        const query = { limit: pageRows, ...(cursor !== undefined && { cursor }) };
        return dataOf(api.GET('/workspaces/{id}/hashtag-sets', { params: { path: { id }, query }, signal }));
      });
      return sets.sort((one, other) => one.name.localeCompare(other.name));
    },
  });
}

/** Creates a hashtag set, or changes the one with the id. */
export function useSaveHashtagSet() {
  const { id } = useWorkspace();
  const client = useQueryClient();
  const once = useOnce();
  return useMutation({
    mutationFn: (given: { hashtagSetId: string | null; name: string; hashtags: string }) => {
      const { hashtagSetId, ...body } = given;
      const header = { 'Idempotency-Key': once.key(given) };
      if (hashtagSetId === null) {
        return dataOf(api.POST('/workspaces/{id}/hashtag-sets', { params: { path: { id }, header }, body }));
      }
      const params = { path: { id, hashtagSetId } };
      return dataOf(api.PATCH('/workspaces/{id}/hashtag-sets/{hashtagSetId}', { params, body }));
    },
    onSettled: (_answer, error) => {
      once.settle(error);
      return client.invalidateQueries({ queryKey: keys.of(id, resource) });
    },
  });
}

export function useDeleteHashtagSet() {
  const { id } = useWorkspace();
  const client = useQueryClient();
  return useMutation({
    mutationFn: (hashtagSetId: string) => {
      const params = { path: { id, hashtagSetId } };
      return dataOf(api.DELETE('/workspaces/{id}/hashtag-sets/{hashtagSetId}', { params }));
    },
    onSettled: () => client.invalidateQueries({ queryKey: keys.of(id, resource) }),
  });
}
