import { useEffect, useRef, type RefObject } from 'react';

const placeType = 'application/x-punctual-place';

/**
 * Accepts files that are dropped on the element. The caller must offer a button that does the same for the keyboard.
 */
export function useFileDrops(
  element: RefObject<HTMLElement | null>,
  onFiles: (files: FileList) => void,
): void {
  const told = useLatest(onFiles);
  useEffect(() => {
    const over = (event: DragEvent): void => {
      if (event.dataTransfer?.types.includes('Files') === true) event.preventDefault();
    };
    const drop = (event: DragEvent): void => {
      const files = event.dataTransfer?.files;
      if (files === undefined || files.length === 0) return;
      event.preventDefault();
      told.current(files);
    };
    return listenTo(element.current, { dragover: over, drop });
  }, [element, told]);
}

/**
 * Lets the user reorder items, which have `data-place`, by dragging. The caller must offer buttons that do the same for
 * the keyboard.
 */
export function useDragOrder(
  list: RefObject<HTMLElement | null>,
  onMove: (from: number, to: number) => void,
): void {
  const told = useLatest(onMove);
  useEffect(() => {
    const start = (event: DragEvent): void => event.dataTransfer?.setData(placeType, String(placeOf(event)));
    const over = (event: DragEvent): void => {
      if (event.dataTransfer?.types.includes(placeType) === true) event.preventDefault();
    };
    const drop = (event: DragEvent): void => {
      const from = event.dataTransfer?.getData(placeType) ?? '';
      if (from === '') return;
      event.preventDefault();
      told.current(Number(from), placeOf(event));
    };
    return listenTo(list.current, { dragstart: start, dragover: over, drop });
  }, [list, told]);
}

/** Returns the place of the dragged or target item, or -1 outside of all items. */
function placeOf({ target }: Event): number {
  const item = target instanceof Element ? target.closest<HTMLElement>('[data-place]') : null;
  return Number(item?.dataset['place'] ?? -1);
}

type Listeners = Partial<Record<'dragstart' | 'dragover' | 'drop', (event: DragEvent) => void>>;

function listenTo(element: HTMLElement | null, listeners: Listeners): () => void {
  const entries = Object.entries(listeners) as [
    'dragstart' | 'dragover' | 'drop',
    (event: DragEvent) => void,
  ][];
  for (const [name, listener] of entries) element?.addEventListener(name, listener);
  return () => {
    for (const [name, listener] of entries) element?.removeEventListener(name, listener);
  };
}

function useLatest<T>(value: T): RefObject<T> {
  const latest = useRef(value);
  useEffect(() => {
    latest.current = value;
  });
  return latest;
}
