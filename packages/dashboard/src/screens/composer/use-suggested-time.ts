import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { keys } from '../../api/keys.js';
import { readPlanned, type Planned } from '../../api/planned.js';
import { useWorkspace } from '../../api/workspace.js';
import { suggestedTime } from '../../lib/free-hour.js';
import { useNow } from '../../lib/use-now.js';
import type { Draft } from './draft.js';

/** Returns the draft with the next free full hour as its time if the user has not entered a time. */
export function useTimed(draft: Draft): Draft {
  const nowMs = useNow();
  const planned = usePlanned();
  const { date, time } = useMemo(
    () => suggestedTime(nowMs, planned, draft.timezone),
    [nowMs, planned, draft.timezone],
  );
  const isOpen = draft.date === '' && draft.time === '';
  return useMemo(() => (isOpen ? { ...draft, date, time } : draft), [isOpen, draft, date, time]);
}

const none: readonly string[] = [];
const timesOf = (planned: readonly Planned[]): string[] => planned.map(({ at }) => at);

/** Returns the times of the posts that are planned next. Until they are known, every hour counts as free. */
function usePlanned(): readonly string[] {
  const { id } = useWorkspace();
  const planned = useQuery({
    queryKey: keys.of(id, 'posts', 'planned-next'),
    queryFn: ({ signal }) => readPlanned(id, { signal }),
    select: timesOf,
    refetchOnWindowFocus: false,
  });
  return planned.data ?? none;
}
