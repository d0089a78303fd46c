import { useQuery } from '@tanstack/react-query';
import { api, dataOf } from '../../api/client.js';
import { keys } from '../../api/keys.js';

const rowsMax = 100;
/** The polling interval. It is long, because the count is on every screen and each request extends the session. */
const refetchMs = 10 * 60_000;

/** Shows the number of posts that wait for approval, in the navigation. */
export function WaitingCount({ workspaceId }: { workspaceId: string }) {
  const { data: count = 0 } = useQuery({
    queryKey: keys.of(workspaceId, 'posts', 'waiting-count'),
    queryFn: async ({ signal }) => {
      const query = { workspaceId, status: 'NEEDS_APPROVAL', limit: rowsMax };
      const { data, nextCursor } = await dataOf(api.GET('/posts', { params: { query }, signal }));
      return nextCursor === null ? data.length : rowsMax;
    },
    refetchInterval: refetchMs,
  });
  if (count === 0) return null;
  const shown = count === rowsMax ? `${rowsMax - 1}+` : String(count);
  return (
    <span className="ml-auto rounded-full bg-warning-soft px-2 text-sm font-medium text-warning">
      {shown}
      <span className="sr-only"> waiting</span>
    </span>
  );
}
