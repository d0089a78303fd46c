import { queryOptions, useQuery, type QueryClient } from '@tanstack/react-query';
import { useCallback } from 'react';
import { api, dataOf } from '../../api/client.js';
import { ApiError, ChangedError } from '../../api/errors.js';
import { keys } from '../../api/keys.js';
import { actOnShown, type ReadPost } from '../../api/posts.js';
import { useWorkspace } from '../../api/workspace.js';
import { deletions, useNotHeld } from '../../lib/held-requests.js';
import { firstDayOfWeek } from '../../lib/language.js';
import { pause } from '../../lib/pause.js';
import type { PlatformInfo } from './quotas.js';
import { rangeOf, startOfDay } from './range.js';
import type { ShownPeriod } from './shown-period.js';
import { inOrder, movable, toTile, type Account, type Post, type Tile } from './tiles.js';

const resource = 'posts';
const name = 'calendar';
/** The number of drafts in the tray. The screen of drafts shows all. */
const undatedMax = 20;
const pageRows = 100;
const pagesMax = 60;
/** Further pages are read without pictures: a day shows only a few posts, and media take long to read. */
const picturePagesMax = 10;
const accountsMax = 1_000;
const platformsFreshMs = 600_000;
const accountsFreshMs = 60_000;
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
  const queryKey = keys.of(workspaceId, resource, name, from, until, withPictures);
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

export function useTiles(params: ShownPeriod) {
  const { id } = useWorkspace();
  const isShown = useNotHeld(deletions);
  return useQuery({
    ...shownTiles(id, params),
    select: useCallback((read: ReadTiles) => ({ ...read, tiles: read.tiles.filter(isShown) }), [isShown]),
  });
}

async function readTiles(
  workspaceId: string,
  { from, until, withPictures }: Instants & { withPictures: boolean },
  signal: AbortSignal,
  onPart: (part: ReadTiles) => void,
): Promise<ReadTiles> {
  const query = {
    workspaceId,
    // The API excludes the bounds. Times have a precision of one millisecond, so this bound includes `from`.
    scheduledAfter: new Date(Date.parse(from) - 1).toISOString(),
    scheduledBefore: until,
    limit: pageRows,
  };
  const begunMs = performance.now();
  const tiles: Tile[] = [];
  const ends = { scheduledAt: from, '-scheduledAt': until };
  let pages = 0;
  let drawn = 0;
  let isWhole = false;
  const readNext = async (sort: keyof typeof ends, cursor: string | null): Promise<string | null> => {
    pages += 1;
    const expand = withPictures && pages <= picturePagesMax && { expand: 'media.asset' };
    const params = { query: { ...query, ...expand, sort, ...(cursor !== null && { cursor }) } };
    const list = await patiently(signal, () => dataOf(api.GET('/posts', { params, signal })));
    tiles.push(...list.data.map(toTile).filter((tile) => tile !== null));
    ends[sort] = list.data.at(-1)?.scheduledAt ?? ends[sort];
    isWhole ||= list.nextCursor === null || ends.scheduledAt > ends['-scheduledAt'];
    const isSlow = performance.now() - begunMs >= partAfterMs;
    if (!isWhole && isSlow && tiles.length >= drawn * partGrowth) {
      onPart({ tiles: inOrder(tiles), isPart: true, isCut: false });
      drawn = tiles.length;
    }
    return list.nextCursor;
  };
  const readOn = async (sort: keyof typeof ends, after: string | null): Promise<void> => {
    let cursor = after;
    do cursor = await readNext(sort, cursor);
    while (!isWhole && pages < pagesMax);
  };
  const cursor = await readNext('scheduledAt', null);
  // A long list is read from both ends until they meet, which takes half the time.
  if (cursor !== null) await Promise.all([readOn('scheduledAt', cursor), readOn('-scheduledAt', null)]);
  return { tiles: inOrder(tiles), isPart: false, isCut: !isWhole };
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

export function useAccounts() {
  const { id } = useWorkspace();
  return useQuery({
    queryKey: keys.of(id, 'social-accounts', 'all'),
    queryFn: ({ signal }) => readAccounts(id, signal),
    staleTime: accountsFreshMs,
  });
}

async function readAccounts(workspaceId: string, signal: AbortSignal): Promise<Account[]> {
  const all: Account[] = [];
  let cursor: string | null = null;
  do {
    const query: { workspaceId: string; limit: number; sort: 'createdAt'; cursor?: string } = {
      workspaceId,
      limit: pageRows,
      sort: 'createdAt',
      ...(cursor !== null && { cursor }),
    };
    const page: { data: Account[]; nextCursor: string | null } = await dataOf(
      api.GET('/social-accounts', { params: { query }, signal }),
    );
    all.push(...page.data);
    cursor = page.nextCursor;
  } while (cursor !== null && all.length < accountsMax);
  return all;
}

export function usePlatforms() {
  return useQuery({
    queryKey: keys.platforms,
    queryFn: async ({ signal }): Promise<PlatformInfo[]> =>
      (await dataOf(api.GET('/platforms', { signal }))).data,
    staleTime: platformsFreshMs,
  });
}

/**
 * Moves a post unless it differs from its tile, for which it throws a ChangedError. Changes nothing if the post already
 * has the new time.
 */
export async function movePost(tile: Tile, at: string): Promise<Post> {
  const isThere = (post: Post): boolean => movable.has(post.status) && isAt(post, at);
  const isAsShown = (post: Post): boolean => post.status === tile.state && isAt(post, tile.at);
  const moved = await actOnShown(
    tile.id,
    (now) => isThere(now) || isAsShown(now),
    async (now) => (isThere(now.post) ? now.post : sendMove(now, at)),
  );
  if (!isAt(moved, at)) throw new ChangedError();
  return moved;
}

/** Reads the drafts without a date, newest first. */
export function useUndated(enabled: boolean) {
  const { id: workspaceId } = useWorkspace();
  return useQuery({
    queryKey: keys.of(workspaceId, resource, 'undated'),
    queryFn: ({ signal }) => {
      const query = { workspaceId, status: 'DRAFT', dated: false, limit: undatedMax };
      return dataOf(api.GET('/posts', { params: { query }, signal }));
    },
    enabled,
  });
}

/** Gives a draft a date. Throws a ChangedError if the post is no draft or has another date. */
export function pinDraft(postId: string, at: string): Promise<Post> {
  return actOnShown(
    postId,
    (now) => now.status === 'DRAFT' && (now.scheduledAt === null || isAt(now, at)),
    (now) => sendMove(now, at),
  );
}

const isAt = ({ scheduledAt }: Post, at: string): boolean =>
  scheduledAt !== null && Date.parse(scheduledAt) === Date.parse(at);

function sendMove({ post: { id, status }, etag }: ReadPost, at: string): Promise<Post> {
  const params = { path: { id }, header: etag === null ? {} : { 'If-Match': etag } };
  return status === 'DRAFT'
    ? dataOf(api.PATCH('/posts/{id}', { params, body: { draftScheduledFor: at } }))
    : dataOf(api.POST('/posts/{id}/reschedule', { params, body: { scheduledAt: at } }));
}

/** Updates the calendar's cache after a move and marks the posts of other screens as outdated. */
export async function noteMoved(client: QueryClient, workspaceId: string, post: Post): Promise<void> {
  const moved = toTile(post);
  const lists = { queryKey: keys.of(workspaceId, resource, name) };
  // Cancels reads that began before the move, because they would put the post back.
  const isReading = client.isFetching(lists) > 0;
  await client.cancelQueries(lists);
  client.setQueriesData<ReadTiles>(lists, (read) =>
    read === undefined || moved === null
      ? read
      : {
          ...read,
          tiles: inOrder(
            read.tiles.map((tile) => (tile.id === moved.id ? { ...moved, picture: tile.picture } : tile)),
          ),
        },
  );
  void client.invalidateQueries({ queryKey: keys.of(workspaceId, resource), refetchType: 'none' });
  if (isReading) void client.invalidateQueries(lists);
}
