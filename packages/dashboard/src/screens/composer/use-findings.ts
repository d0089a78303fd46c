import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { api, dataOf } from '../../api/client.js';
import { ApiError } from '../../api/errors.js';
import { keys } from '../../api/keys.js';
import { useWorkspace } from '../../api/workspace.js';
import { bodyOf, wantedAt, type Draft } from './draft.js';
import { findingsOf, findingsOfDetails, type PlacedFinding } from './findings.js';

const typingPauseMs = 400;

export interface Findings {
  list: readonly PlacedFinding[];
  isChecking: boolean;
  /** The check itself has failed. */
  error: unknown;
}

/**
 * What the service would say to the draft, asked for when the typing pauses. A check that is overtaken by the next one
 * is cancelled; until that has come, what was found before stays. `mediaStates` has it looked at again when a video
 * is ready.
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
        return findingsOf(await dataOf(api.POST('/posts/validate', { body, signal })), accountIds, { isNew });
      } catch (error) {
        // What cannot even be read is told in the same way.
        if (error instanceof ApiError && error.details.length > 0)
          return findingsOfDetails(error.details, settled);
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
  const list = (isAsked ? (query.data ?? []) : []).filter(
    ({ accountId }) => accountId === null || known.has(accountId),
  );
  return { list, isChecking: isAsked && (query.isFetching || settled !== draft), error: query.error };
}

function useSettled<T>(value: T, pauseMs: number): T {
  const [settled, setSettled] = useState(value);
  useEffect(() => {
    const timer = setTimeout(() => {
      setSettled(value);
    }, pauseMs);
    return () => {
      clearTimeout(timer);
    };
  }, [value, pauseMs]);
  return settled;
}
