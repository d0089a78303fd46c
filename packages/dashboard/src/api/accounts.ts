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
