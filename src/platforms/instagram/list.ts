import { z } from 'zod';
import { isSuccess, readAnswer } from '../kit/call.js';
import { graphFailure } from '../kit/meta/graph-api.js';
import type { PlatformFailure } from '../kit/failure.js';
import type { FindAnswer } from '../kit/platform.js';
import type { PlatformSession } from '../kit/session.js';
import { callInstagram, type InstagramContext } from './api.js';

const pageSize = 50;
const pagesMax = 4;

const listSchema = z.object({
  data: z.array(z.unknown()),
  paging: z.object({ cursors: z.object({ after: z.string().nullish() }).nullish() }).nullish(),
});

export interface ListToRead<T> {
  path: string;
  params: Record<string, string>;
  /** The schema of one entry. Unreadable entries are skipped. */
  schema: z.ZodType<T>;
  /** Whether an entry, and so all that follow, is too old to matter. Lists are newest first. */
  isTooOld: (entry: T) => boolean;
}

/** Every entry that may matter, each once; or why they cannot all be read. */
export async function readList<T extends { id: string }>(
  context: InstagramContext,
  session: PlatformSession,
  list: ListToRead<T>,
): Promise<{ entries: T[] } | { failure: PlatformFailure }> {
  const entries = new Map<string, T>();
  let after: string | undefined;
  for (let page = 0; page < pagesMax; page += 1) {
    const result = await callInstagram(context, session, {
      path: list.path,
      method: 'GET',
      params: { ...list.params, limit: String(pageSize), ...(after === undefined ? {} : { after }) },
    });
    if ('failure' in result) return result;
    const read = isSuccess(result.answer) ? readAnswer(result.answer, listSchema) : null;
    if (read === null) return { failure: graphFailure(result.answer, context.clock) };
    const known = read.data.flatMap((entry) => list.schema.safeParse(entry).data ?? []);
    for (const entry of known) entries.set(entry.id, entry);
    after = read.paging?.cursors?.after ?? undefined;
    const last = known.at(-1);
    const isDone = last !== undefined && list.isTooOld(last);
    if (after === undefined || read.data.length === 0 || isDone) return { entries: [...entries.values()] };
  }
  return {
    failure: { kind: 'ambiguous', message: 'There are too many entries since then to search through.' },
  };
}

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
    return { kind: 'ambiguous', message: 'Instagram does not say who made the entry.' };
  }
  return found(only.entry);
}
