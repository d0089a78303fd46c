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

/** A person as the messages need it. The messages have their own wording for the user and for people who have left. */
export interface Person {
  who: 'you' | 'somebody' | 'member';
  name: string;
}

/** Returns a function that finds a person by the id. */
export function usePeople(): (userId: string | null) => Person {
  const { user } = useSession();
  const { data } = useMembers();
  return (userId) => {
    if (userId === user.id) return { who: 'you', name: user.name };
    const name = data?.find((member) => member.userId === userId)?.name;
    return name === undefined ? { who: 'somebody', name: '' } : { who: 'member', name };
  };
}
