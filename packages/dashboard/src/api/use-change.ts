import { useMutation, useQueryClient } from '@tanstack/react-query';
import { keys } from './keys.js';
import { useOnce } from './use-once.js';
import { useWorkspace } from './workspace.js';

/**
 * Returns a mutation that changes a resource of the workspace and then refreshes it. Responses are not cached, because
 * they may contain secrets. With `header`, a repeat after a lost response creates nothing a second time.
 */
export function useChange<Variables, Answer>(
  resource: string,
  mutationFn: (
    variables: Variables,
    workspaceId: string,
    header: { 'Idempotency-Key': string },
  ) => Promise<Answer>,
) {
  const { id } = useWorkspace();
  const client = useQueryClient();
  const once = useOnce();
  return useMutation({
    gcTime: 0,
    mutationFn: (variables: Variables) =>
      mutationFn(variables, id, { 'Idempotency-Key': once.key(variables) }),
    onSuccess: () => client.invalidateQueries({ queryKey: keys.of(id, resource) }),
    onSettled: (_answer, error) => once.settle(error),
  });
}
