import { useMutation, useQueryClient } from '@tanstack/react-query';
import { keys } from './keys.js';
import { useWorkspace } from './workspace.js';

/** Changes a resource of the workspace and refreshes it. Responses may hold secrets, so none is cached. */
export function useChange<Variables, Answer>(
  resource: string,
  mutationFn: (variables: Variables, workspaceId: string) => Promise<Answer>,
) {
  const { id } = useWorkspace();
  const client = useQueryClient();
  return useMutation({
    gcTime: 0,
    mutationFn: (variables: Variables) => mutationFn(variables, id),
    onSuccess: () => client.invalidateQueries({ queryKey: keys.of(id, resource) }),
  });
}
