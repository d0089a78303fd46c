import type { Receive } from './beside-tray.js';
import type { Tile } from './tiles.js';

/** What the grids of days and of hours have in common. */
export interface GridProps {
  /** Whether the user may write and move posts. */
  isWriter: boolean;
  onOpen: (tile: Tile) => void;
  onDrop: (tile: Tile, at: string) => void;
  /** Called to show all posts of a day. */
  onDay: (day: string) => void;
  onEmpty: (place: { day: string; time?: string }) => void;
  onReceive: Receive;
}
