import { z } from 'zod';
import { readPages } from '../look-up.js';
import { readGraph, type GraphCall } from './graph-api.js';
import type { ConnectorParts } from '../parts.js';

const pageSize = 50;
const pagesMax = 4;

const listSchema = z.object({
  data: z.array(z.unknown()),
  paging: z.object({ cursors: z.object({ after: z.string().nullish() }).nullish() }).nullish(),
});

interface Search<T> {
  call: Omit<GraphCall, 'method'>;
  /** The schema of one entry. Unreadable entries are skipped. */
  schema: z.ZodType<T>;
  /** Whether an entry, and so all that follow, is too old to matter. By default, no entry is too old. */
  isTooOld?: (entry: T) => boolean;
}

/** Reads every entry of an account's list that may matter, each once. Fails if there are too many. */
export async function readEntries<T extends { id: string }>(
  parts: ConnectorParts,
  { call, schema, isTooOld = () => false }: Search<T>,
): Promise<T[]> {
  const entries = new Map<string, T>();
  await readPages(pagesMax, async (after: string | undefined) => {
    const params = { ...call.params, limit: String(pageSize), ...(after === undefined ? {} : { after }) };
    const list = await readGraph(parts, { ...call, method: 'GET', params }, listSchema);
    const known = list.data.flatMap((entry) => schema.safeParse(entry).data ?? []);
    for (const entry of known) entries.set(entry.id, entry);
    const last = known.at(-1);
    const isDone = list.data.length === 0 || (last !== undefined && isTooOld(last));
    return isDone ? null : list.paging?.cursors?.after;
  });
  return [...entries.values()];
}
