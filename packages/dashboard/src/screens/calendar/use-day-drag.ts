import { useRef, type DragEvent } from 'react';
import { showToast } from '../../lib/toasts.js';
import { t } from '../../messages/calendar.js';
import type { Receive } from './grid-props.js';
import { landingOn } from './landing.js';
import { nameOf } from './tile-names.js';
import type { Tile } from './tiles.js';

/** The type of the data of a draft from the tray: its id. */
const draftType = 'application/x-punctual-draft';

/** Called when the user begins to drag an item of a list, whose draft is then dragged along. */
export function dragDraft({ target, dataTransfer }: globalThis.DragEvent): void {
  const item = target instanceof Element ? target.closest<HTMLElement>('[data-draft]') : null;
  if (item === null || dataTransfer === null) return;
  dataTransfer.setData(draftType, item.dataset['draft'] ?? '');
  dataTransfer.effectAllowed = 'move';
}

interface Dragging {
  tiles: readonly Tile[];
  zone: string;
  onDrop: (tile: Tile, at: string) => void;
  onReceive: Receive;
}

/** Returns the handlers of an element with days, `[data-date]`: a post moves to the day under the pointer, never to the past. */
export function useDayDrag({ tiles, zone, onDrop, onReceive }: Dragging) {
  const dragged = useRef<Tile | null>(null);
  const over = useRef<HTMLElement | null>(null);
  // Whether the day under the pointer is in the past, and so refused.
  const isRefused = useRef(false);
  const mark = (cell: HTMLElement | null): void => {
    if (over.current === cell) return;
    if (over.current !== null) delete over.current.dataset['over'];
    if (cell !== null) cell.dataset['over'] = '';
    over.current = cell;
  };
  const landing = (tile: Tile, cell: HTMLElement): string =>
    landingOn(cell.dataset['date'] ?? '', tile, zone);
  return {
    onDragStart: ({ target, dataTransfer }: DragEvent<HTMLElement>): void => {
      const postId = target instanceof Element && target.closest<HTMLElement>('[data-post]')?.dataset['post'];
      dragged.current = tiles.find(({ id }) => id === postId) ?? null;
      isRefused.current = false;
      if (dragged.current === null) return;
      dataTransfer.setData('text/plain', nameOf(dragged.current));
      dataTransfer.effectAllowed = 'move';
    },
    onDragOver: (event: DragEvent<HTMLElement>): void => {
      const cell = cellOf(event.target);
      const isDraft = event.dataTransfer.types.includes(draftType);
      const tile = isDraft ? null : dragged.current;
      if (cell === null || (tile === null && !isDraft)) return;
      isRefused.current = tile !== null && Date.parse(landing(tile, cell)) <= Date.now();
      mark(isRefused.current ? null : cell);
      // Without this, the browser allows no drop. A draft is checked when it is dropped.
      if (!isRefused.current) event.preventDefault();
    },
    onDragLeave: ({ currentTarget, relatedTarget }: DragEvent<HTMLElement>): void => {
      if (relatedTarget instanceof Node && currentTarget.contains(relatedTarget)) return;
      mark(null);
      // If the pointer has not entered another element, the post was released or the pointer left the window.
      if (relatedTarget !== null) isRefused.current = false;
    },
    onDrop: (event: DragEvent<HTMLElement>): void => {
      const cell = cellOf(event.target);
      const tile = dragged.current;
      mark(null);
      if (cell === null) return;
      event.preventDefault();
      const draftId = event.dataTransfer.getData(draftType);
      if (draftId !== '') onReceive(draftId, { day: cell.dataset['date'] ?? '' });
      else if (tile !== null && landing(tile, cell) !== tile.at) onDrop(tile, landing(tile, cell));
    },
    onDragEnd: (): void => {
      mark(null);
      if (isRefused.current) showToast(t('cannotMoveToPast'), 'warning');
      dragged.current = null;
    },
  };
}

const cellOf = (target: EventTarget): HTMLElement | null =>
  target instanceof Element ? target.closest<HTMLElement>('[data-date]') : null;
