import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { api, dataOf } from '../../api/client.js';
import { ApiError } from '../../api/errors.js';
import { keys } from '../../api/keys.js';
import { useWorkspace } from '../../api/workspace.js';
import { useSettled } from '../../lib/use-settled.js';
import { bodyOf, wantedAt, type Draft } from './draft.js';
import { costsOf, type Costs } from './costs.js';
import { findingsOf, findingsOfDetails, type PlacedFinding } from './findings.js';

const typingPauseMs = 400;
const noCosts: Costs = new Map();

export interface Findings {
  list: readonly PlacedFinding[];
  /** The charges of the accounts' platforms for the post. */
  costs: Costs;
  isChecking: boolean;
  /** The error of the validation request, if it failed. */
  error: unknown;
}

/**
 * Lets the service validate the draft whenever the user pauses typing. A newer check aborts the older one, and the
 * previous findings are shown meanwhile. A change in `mediaStates` repeats the check, for instance when a video becomes
 * ready.
 */
export function useFindings(draft: Draft, mediaStates: string, { isNew }: { isNew: boolean }): Findings {
  const { id } = useWorkspace();
  const settled = useSettled(draft, typingPauseMs);
  const at = wantedAt(settled);
  const body = { ...bodyOf(settled), ...(at !== null && { scheduledFor: at }) };
  const accountIds = settled.targets.map(({ accountId }) => accountId);
  const isAsked = accountIds.length > 0;
  const query = useQuery({
    queryKey: keys.of(id, 'validation', JSON.stringify(body), mediaStates),
    queryFn: async ({ signal }) => {
      try {
        const result = await dataOf(api.POST('/posts/validate', { body, signal }));
        return { list: findingsOf(result, accountIds, { isNew }), costs: costsOf(result) };
      } catch (error) {
        // If the service cannot parse the request, the details of its error are shown as findings.
        if (error instanceof ApiError && error.details.length > 0)
          return { list: findingsOfDetails(error.details, settled), costs: noCosts };
        throw error;
      }
    },
    enabled: isAsked,
    placeholderData: keepPreviousData,
    refetchOnWindowFocus: false,
    retry: false,
    gcTime: 0,
  });
  const known = new Set(draft.targets.map(({ accountId }) => accountId));
  const { list, costs } = (isAsked ? query.data : undefined) ?? { list: [], costs: noCosts };
  return {
    list: list.filter(({ accountId }) => accountId === null || known.has(accountId)),
    costs,
    isChecking: isAsked && (query.isFetching || settled !== draft),
    error: query.error,
  };
}
