import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { keys } from './keys.js';
import { readAll, type Page } from './pages.js';
import { useOnce } from './use-once.js';
import { useWorkspace } from './workspace.js';

const pageRows = 100;

interface Calls<Row, Body> {
  /** The name of the resource in the URLs and in the keys of cached queries. */
  resource: string;
  list: (
    workspaceId: string,
    query: { limit: number; cursor?: string },
    signal: AbortSignal,
  ) => Promise<Page<Row>>;
  create: (workspaceId: string, body: Body, idempotencyKey: string) => Promise<unknown>;
  update: (workspaceId: string, rowId: string, body: Body) => Promise<unknown>;
  remove: (workspaceId: string, rowId: string) => Promise<unknown>;
}

/** Returns the hooks for texts that the members of a workspace keep under names, to insert them. */
export function namedTextHooks<Row extends { name: string }, Body>(calls: Calls<Row, Body>) {
  const { resource, list, create, update, remove } = calls;

  /** Reads all texts of the workspace by name. */
  function useAll() {
    const { id } = useWorkspace();
    return useQuery({
      queryKey: keys.of(id, resource),
      queryFn: async ({ signal }) => {
        const rows = await readAll((cursor) =>
          list(id, { limit: pageRows, ...(cursor !== undefined && { cursor }) }, signal),
        );
        return rows.sort((one, other) => one.name.localeCompare(other.name));
      },
    });
  }

  /** Creates a text, or changes the one with the id. */
  function useSave() {
    const { id } = useWorkspace();
    const client = useQueryClient();
    const once = useOnce();
    return useMutation({
      mutationFn: ({ rowId, body }: { rowId: string | null; body: Body }) => {
        const key = once.key({ rowId, body });
        return rowId === null ? create(id, body, key) : update(id, rowId, body);
      },
      onSettled: (_answer, error) => {
        once.settle(error);
        return client.invalidateQueries({ queryKey: keys.of(id, resource) });
      },
    });
  }

  function useRemove() {
    const { id } = useWorkspace();
    const client = useQueryClient();
    return useMutation({
      mutationFn: (rowId: string) => remove(id, rowId),
      onSettled: () => client.invalidateQueries({ queryKey: keys.of(id, resource) }),
    });
  }

  return { useAll, useSave, useRemove };
}
