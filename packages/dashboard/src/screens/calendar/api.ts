import { useQuery, type QueryClient } from '@tanstack/react-query';
import { useCallback } from 'react';
import { api, dataOf } from '../../api/client.js';
import { ChangedError } from '../../api/errors.js';
import { keys } from '../../api/keys.js';
import { actOnShown, type ReadPost } from '../../api/posts.js';
import { useWorkspace } from '../../api/workspace.js';
import { deletions, useNotHeld } from '../../lib/held-requests.js';
import { shownTiles, type ReadTiles } from './read-tiles.js';
import type { ShownPeriod } from './shown-period.js';
import { inOrder, movable, toTile, type Post, type Tile } from './tiles.js';

const resource = 'posts';
const name = 'calendar';
/** The number of drafts in the tray. The screen of drafts shows all. */
const undatedMax = 20;

export function useTiles(params: ShownPeriod) {
  const { id } = useWorkspace();
  const isShown = useNotHeld(deletions);
  return useQuery({
    ...shownTiles(id, params),
    select: useCallback((read: ReadTiles) => ({ ...read, tiles: read.tiles.filter(isShown) }), [isShown]),
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

/** Gives a draft a date. Throws a ChangedError if the post is not a draft, or has another date. */
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
