import { useQueryClient } from '@tanstack/react-query';
import { useCallback, useRef, useState } from 'react';
import { keys } from '../../api/keys.js';
import { useWorkspace } from '../../api/workspace.js';
import { formatInstant } from '../../lib/dates.js';
import { findingText } from '../../lib/finding-sentence.js';
import { lateWarnings } from '../../lib/late-warnings.js';
import { showToast } from '../../lib/toasts.js';
import { t as common } from '../../messages/common.js';
import { t } from '../../messages/calendar.js';
import { movePost, noteMoved } from './api.js';
import { nameOf } from './tile-names.js';
import { toTile, type Post, type Tile } from './tiles.js';

export interface Moves {
  /** Returns the tiles with moved posts at their new times, even before the service has confirmed a move. */
  asMoved: (tiles: readonly Tile[]) => Tile[];
  /** Moves a post. Throws if the service refuses the move, after the post is shown at its old time again. */
  move: (tile: Tile, at: string, shownIn: string) => Promise<void>;
}

type Wanted = Readonly<Record<string, string>>;

/** Returns functions that move posts, for both dragging and the dialog. */
export function useMoves(): Moves {
  const { id } = useWorkspace();
  const client = useQueryClient();
  const [wanted, setWanted] = useState<Wanted>({});
  const asMoved = useCallback(
    (tiles: readonly Tile[]) =>
      tiles.map((tile) => {
        const at = wanted[tile.id];
        return at === undefined ? tile : { ...tile, at };
      }),
    [wanted],
  );
  const moveNow = async (tile: Tile, at: string, shownIn: string): Promise<Tile> => {
    try {
      const post = await movePost(tile, at);
      await noteMoved(client, id, post);
      const moved = toTile(post) ?? tile;
      tellMoved(tile, post, tile.timeZone ?? shownIn, () => {
        move(moved, tile.at, shownIn).catch(() => {
          showToast(t('nameCouldNotBeMovedBack', { name: nameOf(tile) }), 'bad', subjectOf(tile));
        });
      });
      return moved;
    } catch (error) {
      // After an error, the posts are read again: the move may still have happened, or the post may have changed
      // elsewhere.
      void client.invalidateQueries({ queryKey: keys.of(id, 'posts') });
      throw error;
    }
  };
  // Moves of the same post run one after the other, because concurrent ones could end in either order.
  const last = useRef(new Map<string, Promise<Tile>>());
  const move = async (tile: Tile, at: string, shownIn: string): Promise<void> => {
    setWanted((all) => ({ ...all, [tile.id]: at }));
    const before = last.current.get(tile.id) ?? Promise.resolve(tile);
    const moving = before.then((stands) => moveNow(stands, at, shownIn));
    const after = moving.catch(() => before);
    last.current.set(tile.id, after);
    try {
      await moving;
    } finally {
      if (last.current.get(tile.id) === after) last.current.delete(tile.id);
      setWanted((all) => without(all, tile.id, at));
    }
  };
  return { asMoved, move };
}

/** Returns the subject of toasts about the time of a post, so that a newer toast replaces the older one. */
export const subjectOf = ({ id }: Tile): string => `move ${id}`;

function tellMoved(tile: Tile, post: Post, timeZone: string, undo: () => void): void {
  const told = formatInstant(post.scheduledAt ?? tile.at, { timeZone });
  // A scheduled post cannot be moved back to a time that has passed.
  const canUndo = post.status === 'DRAFT' || Date.parse(tile.at) > Date.now();
  showToast(
    t('wasMoved', { name: nameOf(tile), time: told }),
    'good',
    subjectOf(tile),
    canUndo ? { label: common('undo'), run: undo } : undefined,
  );
  for (const warning of lateWarnings(post)) showToast(findingText(warning), 'warning');
  if (tile.state === 'SCHEDULED' && post.status === 'NEEDS_APPROVAL') {
    showToast(tile.isApproved ? t('thePostNeedsApprovalAgain') : t('thePostNeedsApproval'), 'warning');
  }
}

/** Removes the new time of a post from the display, unless the post was moved again meanwhile. */
function without(all: Wanted, id: string, at: string): Wanted {
  return all[id] === at ? Object.fromEntries(Object.entries(all).filter(([key]) => key !== id)) : all;
}
