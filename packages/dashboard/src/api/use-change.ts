import { useMutation, useQueryClient } from '@tanstack/react-query';
import { keys } from './keys.js';
import { useWorkspace } from './workspace.js';

/**
 * Returns a mutation that changes a resource of the workspace and then refreshes it. Responses are not cached, because
 * they may contain secrets.
 */
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
