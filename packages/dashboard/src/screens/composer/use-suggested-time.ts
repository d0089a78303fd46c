import { useQuery } from '@tanstack/react-query';
import { useEffect, useMemo, useState } from 'react';
import { api, dataOf } from '../../api/client.js';
import { keys } from '../../api/keys.js';
import { useWorkspace } from '../../api/workspace.js';
import type { Draft } from './draft.js';
import { nextFreeHour, soughtHours } from './free-hour.js';

const minuteMs = 60_000;
const hourMs = 60 * minuteMs;
const postsMax = 100;
const waiting: ('SCHEDULED' | 'NEEDS_APPROVAL')[] = ['SCHEDULED', 'NEEDS_APPROVAL'];

/** Returns the draft with the next free full hour as its time if the user has not entered a time. */
export function useTimed(draft: Draft): Draft {
  const nowMs = useNow();
  const planned = usePlanned();
  const { date, time } = useMemo(
    () => nextFreeHour(nowMs, planned, draft.timezone),
    [nowMs, planned, draft.timezone],
  );
  const isOpen = draft.date === '' && draft.time === '';
  return useMemo(() => (isOpen ? { ...draft, date, time } : draft), [isOpen, draft, date, time]);
}

function useNow(): number {
  const [nowMs, setNowMs] = useState(() => Date.now());
  useEffect(() => {
    const timer = setInterval(() => setNowMs(Date.now()), minuteMs);
    return () => clearInterval(timer);
  }, []);
  return nowMs;
}

const none: readonly string[] = [];

/** Returns the times of the posts that are planned next. Until they are known, every hour counts as free. */
function usePlanned(): readonly string[] {
  const { id } = useWorkspace();
  const planned = useQuery({
    queryKey: keys.of(id, 'posts', 'planned-next'),
    queryFn: async ({ signal }) => {
      const nowMs = Date.now();
      const query = {
        workspaceId: id,
        status: waiting,
        scheduledAfter: new Date(nowMs).toISOString(),
        scheduledBefore: new Date(nowMs + soughtHours * hourMs).toISOString(),
        sort: 'scheduledAt' as const,
        limit: postsMax,
      };
      const { data } = await dataOf(api.GET('/posts', { params: { query }, signal }));
      return data.flatMap(({ scheduledAt }) => scheduledAt ?? []);
    },
    refetchOnWindowFocus: false,
  });
  return planned.data ?? none;
}
