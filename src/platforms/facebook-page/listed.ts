import { z } from 'zod';
import type { Published } from '../kit/failure.js';
import type { FindAnswer, PublishedSearch } from '../kit/platform.js';
import { readPages, theOnly, unclear, type Match } from '../kit/look-up.js';
import { read, type FacebookPage, type PageCall } from './api.js';

const pageSize = 50;
const pagesMax = 4;

const listSchema = z.object({
  data: z.array(z.unknown()),
  paging: z.object({ cursors: z.object({ after: z.string().nullish() }).nullish() }).nullish(),
});

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

/** Finds the only entry of a list that can be ours. Several candidates, or none, give no certain answer. */
export async function findListed<Entry extends ListedEntry>(
  page: FacebookPage,
  { path, params, schema, judge, publishedOf }: Listing<Entry>,
  { since, takenIds }: PublishedSearch,
): Promise<FindAnswer> {
  const ours = new Map<string, Entry>();
  const open = new Set<string>();
  await readPages(pagesMax, async (after: string | undefined) => {
    const asked = { ...params, ...spanOf(since), ...(after && { after }) };
    const list = await read(page, { path, method: 'GET', params: asked }, listSchema);
    for (const entry of list.data.flatMap((item) => schema.safeParse(item).data ?? [])) {
      // Keep entries with an unreadable time: the list was requested for this time span.
      if (takenIds.has(entry.id) || Date.parse(entry.created_time ?? '') < since.getTime()) continue;
      const match = judge(entry);
      if (match === 'YES') ours.set(entry.id, entry);
      if (match === 'PERHAPS') open.add(entry.id);
    }
    return list.data.length === 0 ? null : list.paging?.cursors?.after;
  });
  if (ours.size === 0 && open.size > 0)
    return unclear('Facebook lists an entry with too few details to tell.');
  return theOnly(ours.values(), (entry): FindAnswer => ({ kind: 'found', published: publishedOf(entry) }));
}

function spanOf(since: Date): Record<string, string> {
  return { since: String(Math.floor(since.getTime() / 1000)), limit: String(pageSize) };
}
