import { z } from 'zod';
import type { Published } from '../kit/failure.js';
import type { FindAnswer, PublishedSearch } from '../kit/platform.js';
import { read, type FacebookPage, type PageCall } from './api.js';

const pageSize = 50;
const pagesMax = 4;

const listSchema = z.object({
  data: z.array(z.unknown()),
  paging: z.object({ cursors: z.object({ after: z.string().nullish() }).nullish() }).nullish(),
});

/** Whether an entry of a list is ours; PERHAPS if Facebook returns too few details to tell. */
export type Match = 'YES' | 'NO' | 'PERHAPS';

interface Listing<Entry> {
  path: PageCall['path'];
  params: Record<string, string>;
  schema: z.ZodType<Entry>;
  judge: (entry: Entry) => Match;
  publishedOf: (entry: Entry) => Published;
}

interface ListedEntry {
  id: string;
  created_time?: string | null | undefined;
}

const unclear = (message: string): FindAnswer => ({ kind: 'ambiguous', message });

/** The only entry that can be it. If there are several, we take none. If there is none, that proves nothing. */
export async function findListed<Entry extends ListedEntry>(
  page: FacebookPage,
  { path, params, schema, judge, publishedOf }: Listing<Entry>,
  { since, takenIds }: PublishedSearch,
): Promise<FindAnswer> {
  const ours = new Map<string, Entry>();
  let isUnclear = false;
  let after: string | undefined;
  for (let number = 0; number < pagesMax; number += 1) {
    const list: z.infer<typeof listSchema> = await readPage(page, path, {
      ...params,
      ...spanOf(since),
      ...(after && { after }),
    });
    for (const entry of list.data.flatMap((item) => schema.safeParse(item).data ?? [])) {
      // Keep entries with an unreadable time: the list was requested for this time span.
      if (takenIds.has(entry.id) || Date.parse(entry.created_time ?? '') < since.getTime()) continue;
      const match = judge(entry);
      if (match === 'YES') ours.set(entry.id, entry);
      isUnclear ||= match === 'PERHAPS';
    }
    after = list.paging?.cursors?.after ?? undefined;
    if (after === undefined || list.data.length === 0) {
      const [only, ...others] = ours.values();
      if (others.length > 0) return unclear('Several entries of the Page could be this publication.');
      if (only !== undefined) return { kind: 'found', published: publishedOf(only) };
      return isUnclear
        ? unclear('Facebook lists an entry with too few details to tell.')
        : { kind: 'absent' };
    }
  }
  return unclear('The Page has published too many posts since then to search through.');
}

function spanOf(since: Date): Record<string, string> {
  return { since: String(Math.floor(since.getTime() / 1000)), limit: String(pageSize) };
}

function readPage(
  page: FacebookPage,
  path: PageCall['path'],
  params: Record<string, string>,
): Promise<z.infer<typeof listSchema>> {
  return read(page, { path, method: 'GET', params }, listSchema);
}
