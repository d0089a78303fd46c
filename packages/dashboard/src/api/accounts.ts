import { useQuery } from '@tanstack/react-query';
import type { components } from '../../../client/src/api-types.js';
import { api, dataOf } from './client.js';
import { keys } from './keys.js';
import { readAll } from './pages.js';

export type SocialAccount = components['schemas']['SocialAccount'];

const pageRows = 100;
const freshMs = 60_000;

/** Reads the accounts of a workspace, once for all parts of the page that show some of them. */
export function useAllAccounts(
  workspaceId: string | undefined,
  select?: (accounts: SocialAccount[]) => SocialAccount[],
) {
  return useQuery({
    queryKey: keys.of(workspaceId ?? '', 'social-accounts', 'all'),
    queryFn: ({ signal }) =>
      readAll((cursor) => {
        const page = { limit: pageRows, sort: 'createdAt' as const, ...(cursor !== undefined && { cursor }) };
        const params = { query: { workspaceId: workspaceId ?? '', ...page } };
        return dataOf(api.GET('/social-accounts', { params, signal }));
      }),
    enabled: workspaceId !== undefined,
    staleTime: freshMs,
    ...(select !== undefined && { select }),
  });
}

/**
 * Returns where a workspace's accounts publish; undefined while that is not known, or if there are none. The shell says
 * that all are in the sandbox. Accounts are marked only where there are also real ones.
 */
export function useAccountsPlace(workspaceId: string | undefined): 'sandbox' | 'real' | 'mixed' | undefined {
  const { data = [] } = useAllAccounts(workspaceId);
  if (data.length === 0) return undefined;
  const inSandbox = data.filter(({ sandbox }) => sandbox).length;
  return inSandbox === data.length ? 'sandbox' : inSandbox === 0 ? 'real' : 'mixed';
}
