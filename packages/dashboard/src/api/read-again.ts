import type { Query, QueryKey } from '@tanstack/react-query';
import { pause } from '../lib/pause.js';
import { queryClient } from './query-client.js';

const waiting = new WeakSet<Query>();

/** Marks the queries as outdated and reads those that are shown again. */
export function readAgain(isConcerned: (key: QueryKey) => boolean): void {
  const concerned = queryClient
    .getQueryCache()
    .findAll({ predicate: ({ queryKey }) => isConcerned(queryKey) });
  for (const query of concerned) void readOne(query);
}

async function readOne(query: Query): Promise<void> {
  if (waiting.has(query)) return;
  waiting.add(query);
  // A read that is under way may have begun before the change, so another one follows it.
  if (query.state.fetchStatus !== 'idle') await query.promise?.catch(() => undefined);
  const { restMs = 0 } = query.meta ?? {};
  const restsMs = query.state.dataUpdatedAt + restMs - Date.now();
  if (restsMs > 0) await pause(restsMs);
  waiting.delete(query);
  await queryClient.invalidateQueries({ queryKey: query.queryKey, exact: true });
}

declare module '@tanstack/react-query' {
  interface Register {
    queryMeta: {
      /** The least time between two reads that changes cause, for a query that costs many requests. */
      restMs?: number;
      /** Whether the query waits until everything else has been read. */
      isUnhurried?: boolean;
    };
  }
}
