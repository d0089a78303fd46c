import { useQuery } from '@tanstack/react-query';
import { api, dataOf } from './client.js';
import { keys } from './keys.js';
import { useSession } from './session.js';
import { useWorkspace } from './workspace.js';

const membersMax = 100;
const freshMs = 300_000;

/** Returns a function that gives the name of a member: "You" for the user, and a general word for a former member. */
export function useNames(): (userId: string | null) => string {
  const { id } = useWorkspace();
  const me = useSession().user.id;
  const { data } = useQuery({
    queryKey: keys.of(id, 'members', 'names'),
    queryFn: async ({ signal }) => {
      const query = { limit: membersMax };
      const page = await dataOf(
        api.GET('/workspaces/{id}/members', { params: { path: { id }, query }, signal }),
      );
      return Object.fromEntries(page.data.map(({ userId, name }) => [userId, name]));
    },
    staleTime: freshMs,
  });
  return (userId) => {
    if (userId === me) return 'You';
    return (userId === null ? undefined : data?.[userId]) ?? 'Somebody';
  };
}
