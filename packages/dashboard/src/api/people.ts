import { useQuery } from '@tanstack/react-query';
import { api, dataOf } from './client.js';
import { keys } from './keys.js';
import { readAll } from './pages.js';
import { useSession } from './session.js';
import { useWorkspace } from './workspace.js';

const pageRows = 100;
const freshMs = 300_000;

/** Reads all members of the workspace. */
export function useMembers() {
  const { id } = useWorkspace();
  return useQuery({
    queryKey: keys.of(id, 'members', 'all'),
    queryFn: ({ signal }) =>
      readAll((cursor) => {
        const query = { limit: pageRows, ...(cursor !== undefined && { cursor }) };
        return dataOf(api.GET('/workspaces/{id}/members', { params: { path: { id }, query }, signal }));
      }),
    staleTime: freshMs,
  });
}

/** Returns a function that gives the name of a member: "You" for the user, and a general word for a former member. */
export function useNames(): (userId: string | null) => string {
  const me = useSession().user.id;
  const { data } = useMembers();
  return (userId) => {
    if (userId === me) return 'You';
    return data?.find((member) => member.userId === userId)?.name ?? 'Somebody';
  };
}
