import { queryOptions } from '@tanstack/react-query';
import { api, dataOf } from '../../api/client.js';
import { ApiError } from '../../api/errors.js';
import { keys } from '../../api/keys.js';
import { firstDayOfWeek } from '../../lib/language.js';
import { pause } from '../../lib/pause.js';
import { rangeOf, startOfDay } from './range.js';
import type { ShownPeriod } from './shown-period.js';
import { inOrder, toTile, type Tile } from './tiles.js';

const pageRows = 100;
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

interface Instants {
  from: string;
  until: string;
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
export function shownTiles(workspaceId: string, params: ShownPeriod) {
  const { view, zone } = params;
  const { first, end } = rangeOf(params, firstDayOfWeek);
  // The list shows no pictures.
  return tilesQuery(
    workspaceId,
    { from: startOfDay(first, zone), until: startOfDay(end, zone) },
    view !== 'list',
  );
}

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
      workspaceId,
      // The API excludes the bounds. Times have a precision of one millisecond, so this bound includes `from`.
      scheduledAfter: new Date(Date.parse(span.from) - 1).toISOString(),
      scheduledBefore: span.until,
      sort: 'scheduledAt' as const,
      limit: pageRows,
      ...(withPictures && pages <= picturePagesMax && { expand: 'media.asset' }),
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
  const { data, nextCursor } = await readPage({ from, until }, null);
  const read = data.flatMap(({ scheduledAt }) => scheduledAt ?? []);
  const spans = nextCursor === null ? [] : spansAfter(read, until);
  const outcomes = await Promise.all(spans.map(readAll));
  return { tiles: inOrder(tiles), isPart: false, isCut: outcomes.includes(false) };
}

const spansMax = 8;
/** A little more than needed, so that spans seldom need a second page. */
const spareFactor = 1.15;

/**
 * Divides the time after a page of posts, which are at the given times, into spans that are read at once: each would fill
 * about a page if the posts go on as densely. The first begins with the last time, at which there may be further posts.
 */
export function spansAfter(times: readonly string[], until: string): Instants[] {
  const [first = until, last = until] = [times[0], times.at(-1)];
  const [firstMs, lastMs, untilMs] = [first, last, until].map((at) => Date.parse(at)) as [
    number,
    number,
    number,
  ];
  const pagesLeft = ((untilMs - lastMs) / Math.max(1, lastMs - firstMs)) * spareFactor;
  const count = Math.min(spansMax, Math.max(1, Math.ceil(pagesLeft)));
  const bounds = Array.from({ length: count }, (_, index) =>
    new Date(lastMs + Math.floor(((untilMs - lastMs) / count) * index)).toISOString(),
  );
  return bounds.map((from, index) => ({ from, until: bounds[index + 1] ?? until }));
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
