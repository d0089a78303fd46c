import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { components } from '../../../../client/src/api-types.js';
import { api, dataOf } from '../../api/client.js';
import { keys } from '../../api/keys.js';
import { nextReadMs } from '../../api/polling.js';
import { useWorkspace } from '../../api/workspace.js';

export type TargetNumbers = components['schemas']['PostMetrics']['targets'][number];

const resource = 'metrics';
/** Numbers are polled, because the stream of changes does not report them. */
const usualMs = 60_000;
const readingMs = 2_000;
/** The longest wait for a reading that the user has requested. */
const waitMsMax = 60_000;

/** Reads the numbers of a post, and can request a new measurement. */
export function usePostNumbers(postId: string) {
  const { id: workspaceId } = useWorkspace();
  const client = useQueryClient();
  const [asked, setAsked] = useState<{ atMs: number; measured: string } | null>(null);
  const queryKey = keys.of(workspaceId, resource, postId);
  const query = useQuery({
    queryKey,
    queryFn: async ({ signal }) =>
      (await dataOf(api.GET('/posts/{id}/metrics', { params: { path: { id: postId } }, signal }))).targets,
    refetchInterval: ({ state: { data, error } }) => {
      const isWaited =
        asked !== null && Date.now() < asked.atMs + waitMsMax && measuredTimes(data) === asked.measured;
      return nextReadMs(error, isWaited ? readingMs : usualMs);
    },
  });
  const readNow = useMutation({
    mutationFn: () =>
      dataOf(api.POST('/metrics/refresh', { params: { query: { workspaceId } }, body: { postId } })),
    onSuccess: ({ accepted }) => {
      if (accepted.length > 0) setAsked({ atMs: Date.now(), measured: measuredTimes(query.data) });
      return client.invalidateQueries({ queryKey });
    },
  });
  return { query, readNow };
}

/** Returns a text that changes with each reading. */
const measuredTimes = (targets: readonly TargetNumbers[] = []): string =>
  targets.map(({ metrics }) => metrics.measuredAt).join();
