import { useQueryClient } from '@tanstack/react-query';
import { useCallback, useState } from 'react';
import { useWorkspace } from '../../api/workspace.js';
import { formatInstant } from '../../lib/dates.js';
import { showToast } from '../../lib/toasts.js';
import { movePost, noteMoved } from './api.js';
import { nameOf, type Tile } from './tiles.js';

export interface Moves {
  /** Where posts stand for whoever has moved them, until the service has said so itself. */
  asMoved: (tiles: readonly Tile[]) => Tile[];
  /** Throws what the service says against it; the post is back at its place by then. */
  move: (tile: Tile, at: string, shownIn: string) => Promise<void>;
}

type Wanted = Readonly<Record<string, string>>;

/** The one way in which a post gets another time here, by drag or by dialog. */
export function useMoves(): Moves {
  const { id } = useWorkspace();
  const client = useQueryClient();
  const [wanted, setWanted] = useState<Wanted>({});
  const asMoved = useCallback(
    (tiles: readonly Tile[]) => tiles.map((tile) => ({ ...tile, at: wanted[tile.id] ?? tile.at })),
    [wanted],
  );
  const move = async (tile: Tile, at: string, shownIn: string): Promise<void> => {
    setWanted((all) => ({ ...all, [tile.id]: at }));
    try {
      const post = await movePost(tile, at);
      noteMoved(client, id, post);
      const timeZone = tile.timeZone ?? shownIn;
      showToast(`“${nameOf(tile)}” was rescheduled to ${formatInstant(at, { timeZone })}`);
      for (const { message } of post.warnings ?? []) showToast(message, 'warning');
      if (tile.state === 'SCHEDULED' && post.status === 'NEEDS_APPROVAL') {
        showToast('The post needs approval again', 'warning');
      }
    } finally {
      setWanted((all) => without(all, tile.id, at));
    }
  };
  return { asMoved, move };
}

/** Only if it has not been moved again meanwhile. */
function without(all: Wanted, id: string, at: string): Wanted {
  return all[id] === at ? Object.fromEntries(Object.entries(all).filter(([key]) => key !== id)) : all;
}
