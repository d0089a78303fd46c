import { z } from 'zod';
import { PlatformFailed } from '../failure.js';
import type { FindAnswer } from '../platform.js';
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
  /** Whether an entry, and so all that follow, is too old to matter. Default: the list has no such entries. */
  isTooOld?: (entry: T) => boolean;
}

/** Every entry of an account's list that may matter, each once. Fails if there are too many. */
export async function readEntries<T extends { id: string }>(
  parts: ConnectorParts,
  { call, schema, isTooOld = () => false }: Search<T>,
): Promise<T[]> {
  const entries = new Map<string, T>();
  let after: string | undefined;
  for (let page = 0; page < pagesMax; page += 1) {
    const params = { ...call.params, limit: String(pageSize), ...(after === undefined ? {} : { after }) };
    const list = await readGraph(parts, { ...call, method: 'GET', params }, listSchema);
    const known = list.data.flatMap((entry) => schema.safeParse(entry).data ?? []);
    for (const entry of known) entries.set(entry.id, entry);
    after = list.paging?.cursors?.after ?? undefined;
    const last = known.at(-1);
    const isDone = last !== undefined && isTooOld(last);
    if (after === undefined || list.data.length === 0 || isDone) return [...entries.values()];
  }
  const message = 'There are too many entries since then to search through.';
  throw new PlatformFailed({ kind: 'ambiguous', message });
}

/** Whether an entry is the publication; PERHAPS if the platform returns too few details to tell. */
export type Match = 'YES' | 'NO' | 'PERHAPS';

/** The only entry that can be the publication. If there are several, we take none. */
export function theOneOf<T>(
  entries: readonly T[],
  matchOf: (entry: T) => Match,
  found: (entry: T) => FindAnswer,
  whenUnseen: FindAnswer,
): FindAnswer {
  const matches = entries
    .map((entry) => ({ entry, match: matchOf(entry) }))
    .filter(({ match }) => match !== 'NO');
  const [only, ...others] = matches;
  if (only === undefined) return whenUnseen;
  if (others.length > 0) return { kind: 'ambiguous', message: 'Several entries could be this publication.' };
  if (only.match === 'PERHAPS') {
    return { kind: 'ambiguous', message: 'The list has an entry with too few details to tell.' };
  }
  return found(only.entry);
}
