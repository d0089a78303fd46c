import { useQuery } from '@tanstack/react-query';
import { api, dataOf } from '../api/client.js';
import { keys } from '../api/keys.js';
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
  drafts: { words: t('countDrafts'), resource: 'posts', filter: { status: 'DRAFT' } },
  approvals: { words: t('countWaiting'), resource: 'posts', filter: { status: 'NEEDS_APPROVAL' } },
  inbox: { words: t('countUnread'), resource: 'comments', filter: { mine: false, unread: true } },
};

/** Shows how many items wait on a screen, beside its name in the navigation. */
export function NavCount({ workspaceId, path }: { workspaceId: string; path: string }) {
  const list = counted[path];
  return list === undefined ? null : <Count workspaceId={workspaceId} list={list} />;
}

function Count({ workspaceId, list }: { workspaceId: string; list: Counted }) {
  const { words, resource, filter } = list;
  const { data: count = 0 } = useQuery({
    queryKey: keys.of(workspaceId, resource, 'count', filter),
    queryFn: async ({ signal }) => {
      const params = { query: { workspaceId, ...filter, limit: rowsMax } };
      const { data, nextCursor } =
        resource === 'posts'
          ? await dataOf(api.GET('/posts', { params, signal }))
          : await dataOf(api.GET('/comments', { params, signal }));
      return nextCursor === null ? data.length : rowsMax;
    },
  });
  if (count === 0) return null;
  return (
    <span className="ml-auto rounded-full bg-accent-soft px-2 text-xs leading-5 font-semibold text-accent tabular-nums md:max-lg:absolute md:max-lg:top-0 md:max-lg:right-0.5 md:max-lg:px-1.5 md:max-lg:leading-4">
      {count === rowsMax ? `${rowsMax - 1}+` : count}
      <span className="sr-only"> {words}</span>
    </span>
  );
}
