import { queryOptions } from '@tanstack/react-query';
import { api, dataOf } from '../../api/client.js';
import { ApiError } from '../../api/errors.js';
import { keys } from '../../api/keys.js';
import { pause } from '../../lib/pause.js';
import type { ShownPeriod } from './shown-period.js';
import { hasPictures, pageQuery, shownSpan, spansAfter, type Instants } from './tile-pages.js';
import { inOrder, toTile, type Tile } from './tiles.js';

const pagesMax = 60;
/** Further pages are read without pictures: a day shows only a few posts, and media take long to read. */
const picturePagesMax = 10;
/** The least time between two reads of the calendar that changes cause, because each page is a request. */
const restMs = 5_000;
/**
 * A partial list is shown only if reading takes longer than this, and again only after it has grown by this factor,
 * because each time the whole calendar is redrawn.
 */
const partAfterMs = 500;
const partGrowth = 2;
const refusalsMax = 20;
const refusalMs = 2_000;

export interface ReadTiles {
  tiles: Tile[];
  /** Whether the list is incomplete because more pages are being read. */
  isPart: boolean;
  /** Whether the list is incomplete because there are more posts than the calendar reads. */
  isCut: boolean;
}

/**
 * Reads the posts of a period page by page; `withPictures` includes the URLs of their pictures. If that takes long, the
 * first pages are shown while the others are read.
 */
const tilesQuery = (workspaceId: string, { from, until }: Instants, withPictures: boolean) => {
  const queryKey = keys.of(workspaceId, 'posts', 'calendar', from, until, withPictures);
  return queryOptions({
    queryKey,
    queryFn: ({ signal, client }): Promise<ReadTiles> => {
      const isFirst = client.getQueryData(queryKey) === undefined;
      return readTiles(workspaceId, { from, until, withPictures }, signal, (part) => {
        if (isFirst) client.setQueryData(queryKey, part);
      });
    },
    meta: { restMs },
  });
};

/** Returns the query of the posts that the calendar shows for the parameters of its URL. */
export const shownTiles = (workspaceId: string, params: ShownPeriod) =>
  tilesQuery(workspaceId, shownSpan(params), hasPictures(params));

async function readTiles(
  workspaceId: string,
  { from, until, withPictures }: Instants & { withPictures: boolean },
  signal: AbortSignal,
  onPart: (part: ReadTiles) => void,
): Promise<ReadTiles> {
  const begunMs = performance.now();
  const tiles: Tile[] = [];
  let pages = 0;
  let drawn = 0;
  const readPage = async (span: Instants, cursor: string | null) => {
    pages += 1;
    const query = {
      ...pageQuery(workspaceId, span, withPictures && pages <= picturePagesMax),
      ...(cursor !== null && { cursor }),
    };
    const page = await patiently(signal, () => dataOf(api.GET('/posts', { params: { query }, signal })));
    tiles.push(...page.data.map(toTile).filter((tile) => tile !== null));
    return page;
  };
  /** Returns whether all posts of the span were read. */
  const readAll = async (span: Instants): Promise<boolean> => {
    let cursor: string | null = null;
    do {
      if (pages >= pagesMax) return false;
      cursor = (await readPage(span, cursor)).nextCursor;
      const isSlow = performance.now() - begunMs >= partAfterMs;
      if (cursor !== null && isSlow && tiles.length >= drawn * partGrowth) {
        onPart({ tiles: inOrder(tiles), isPart: true, isCut: false });
        drawn = tiles.length;
      }
    } while (cursor !== null);
    return true;
  };
  const spans = spansAfter(await readPage({ from, until }, null), until);
  const outcomes = await Promise.all(spans.map(readAll));
  return { tiles: inOrder(tiles), isPart: false, isCut: outcomes.includes(false) };
}

/**
 * Reads one page. If the API's rate limit refuses it, waits as long as the service asks and tries again, so that a long
 * list need not start over.
 */
async function patiently<T>(signal: AbortSignal, read: () => Promise<T>): Promise<T> {
  for (let refusals = 0; ; refusals += 1) {
    try {
      return await read();
    } catch (error) {
      if (!(error instanceof ApiError) || error.status !== 429 || refusals >= refusalsMax) throw error;
      await pause(error.retryAfterMs ?? refusalMs, signal);
    }
  }
}
