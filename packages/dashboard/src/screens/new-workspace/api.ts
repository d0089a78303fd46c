import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { components } from '../../../../client/src/api-types.js';
import { api, dataOf } from '../../api/client.js';
import { keys } from '../../api/keys.js';
import { useOnce } from '../../api/use-once.js';

/** Creates a workspace, and lists it before it resolves, so that its screens can be opened. */
export function useCreateWorkspace() {
  const client = useQueryClient();
  const once = useOnce();
  return useMutation({
    mutationFn: (body: components['schemas']['CreateWorkspace']) => {
      const header = { 'Idempotency-Key': once.key(body) };
      return dataOf(api.POST('/workspaces', { params: { header }, body }));
    },
    onSuccess: () => client.refetchQueries({ queryKey: keys.workspaces }),
    onSettled: (_workspace, error) => once.settle(error),
  });
}
