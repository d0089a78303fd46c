import { useQuery } from '@tanstack/react-query';
import { useCallback } from 'react';
import { api, dataOf } from '../api/client.js';
import { keys } from '../api/keys.js';
import { unhurried, useQuiet } from '../api/use-quiet.js';
import type { Page } from '../api/pages.js';
import { useNotHeld } from '../lib/held-requests.js';
import { t } from '../messages/shell.js';

/** One more than the largest number that is shown, because the lists of the API have no total. */
const rowsMax = 10;

interface Counted {
  /** The words after the number, for screen readers. */
  words: string;
  resource: 'posts' | 'comments';
  filter: Record<string, string | boolean>;
}

/** The lists whose length is shown in the navigation, by the path of their screen. */
const counted: Readonly<Record<string, Counted>> = {
  queue: {
    words: t('countWaiting'),
    resource: 'posts',
    filter: { status: 'SCHEDULED,PUBLISHING,NEEDS_APPROVAL', dated: true },
  },
  drafts: { words: t('countDrafts'), resource: 'posts', filter: { status: 'DRAFT' } },
  approvals: { words: t('countWaiting'), resource: 'posts', filter: { needsApproval: true } },
  inbox: { words: t('countUnread'), resource: 'comments', filter: { mine: false, unread: true } },
};

/** Shows how many items wait on a screen, beside its name in the navigation. */
export function NavCount({ workspaceId, path }: { workspaceId: string; path: string }) {
  const list = counted[path];
  return list === undefined ? null : <Count workspaceId={workspaceId} list={list} />;
}

function Count({ workspaceId, list }: { workspaceId: string; list: Counted }) {
  const { words, resource, filter } = list;
  const isShown = useNotHeld();
  const isQuiet = useQuiet();
  const { data: count = 0 } = useQuery({
    queryKey: keys.of(workspaceId, resource, 'count', filter),
    queryFn: ({ signal }): Promise<Page<{ id: string }>> => {
      const params = { query: { workspaceId, ...filter, limit: rowsMax } };
      return resource === 'posts'
        ? dataOf(api.GET('/posts', { params, signal }))
        : dataOf(api.GET('/comments', { params, signal }));
    },
    select: useCallback(
      ({ data, nextCursor }: Page<{ id: string }>) =>
        nextCursor === null ? data.filter(isShown).length : rowsMax,
      [isShown],
    ),
    enabled: isQuiet,
    meta: unhurried,
  });
  if (count === 0) return null;
  return (
    <span className="ml-auto rounded-full bg-accent-soft px-2 text-xs leading-5 font-semibold text-accent tabular-nums md:max-lg:absolute md:max-lg:-top-1 md:max-lg:right-0 md:max-lg:px-1 md:max-lg:leading-4">
      {count === rowsMax ? `${rowsMax - 1}+` : count}
      <span className="sr-only"> {words}</span>
    </span>
  );
}
