import type { Tile } from './tiles.js';

/** The places that drafts can be dropped on. */
export type Places = 'days' | 'hours';

/** Called when a draft from the tray is dropped on the calendar. */
export type Receive = (draftId: string, place: { day: string; time?: string }) => void;

/** The props that the grids of days and of hours share. */
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
