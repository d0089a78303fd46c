import { queryOptions } from '@tanstack/react-query';
import { api, dataOf } from '../../api/client.js';
import { keys } from '../../api/keys.js';
import { shownQuery, type CalendarQuery } from './shown-query.js';
import type { ShownPeriod } from './shown-period.js';
import { inOrder, toTile, type Tile } from './tiles.js';

const pagesMax = 6;
/** The least time between two reads of the calendar that changes cause, because a page may have hundreds of posts. */
const restMs = 5_000;

export interface ReadTiles {
  tiles: Tile[];
  /** Whether the list is incomplete because more pages are being read. */
  isPart: boolean;
  /** Whether the list is incomplete because there are more posts than the calendar reads. */
  isCut: boolean;
}

/** Returns the query of the posts that the calendar shows for the parameters of its URL. */
export function shownTiles(workspaceId: string, period: ShownPeriod) {
  const query = shownQuery(workspaceId, period);
  const queryKey = keys.of(workspaceId, 'posts', 'calendar', query);
  return queryOptions({
    queryKey,
    queryFn: ({ signal, client }): Promise<ReadTiles> => {
      const isFirst = client.getQueryData(queryKey) === undefined;
      return readTiles(query, signal, (part) => {
        if (isFirst) client.setQueryData(queryKey, part);
      });
    },
    meta: { restMs },
  });
}

/** Reads the posts of a period page by page. The first pages are shown while the others are read. */
async function readTiles(
  shown: CalendarQuery,
  signal: AbortSignal,
  onPart: (part: ReadTiles) => void,
): Promise<ReadTiles> {
  const tiles: Tile[] = [];
  let cursor: string | null = null;
  for (let pages = 0; pages < pagesMax; pages += 1) {
    const query: CalendarQuery & { cursor?: string } = { ...shown, ...(cursor !== null && { cursor }) };
    const page = await dataOf(api.GET('/calendar', { params: { query }, signal }));
    tiles.push(...page.data.map(toTile).filter((tile) => tile !== null));
    cursor = page.nextCursor;
    if (cursor === null) break;
    onPart({ tiles: inOrder(tiles), isPart: true, isCut: false });
  }
  return { tiles: inOrder(tiles), isPart: false, isCut: cursor !== null };
}
