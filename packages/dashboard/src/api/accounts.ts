import { useQuery } from '@tanstack/react-query';
import type { components } from '../../../client/src/api-types.js';
import { api, dataOf } from './client.js';
import { keys } from './keys.js';

export type SocialAccount = components['schemas']['SocialAccount'];

const accountsMax = 100;
const freshMs = 60_000;

/** Reads the first page of a workspace's accounts, for their names and states. */
export function useFirstAccounts(workspaceId: string | undefined) {
  return useQuery({
    queryKey: keys.of(workspaceId ?? '', 'social-accounts', 'first'),
    queryFn: async ({ signal }) => {
      const params = { query: { workspaceId: workspaceId ?? '', limit: accountsMax } };
      return (await dataOf(api.GET('/social-accounts', { params, signal }))).data;
    },
    enabled: workspaceId !== undefined,
    staleTime: freshMs,
  });
}

/**
 * Returns where a workspace's accounts publish; undefined while that is not known, or if there are none. The shell says
 * that all are in the sandbox. Accounts are marked only where there are also real ones.
 */
export function useAccountsPlace(workspaceId: string | undefined): 'sandbox' | 'real' | 'mixed' | undefined {
  const { data = [] } = useFirstAccounts(workspaceId);
  if (data.length === 0) return undefined;
  const inSandbox = data.filter(({ sandbox }) => sandbox).length;
  return inSandbox === data.length ? 'sandbox' : inSandbox === 0 ? 'real' : 'mixed';
}
