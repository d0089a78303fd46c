import { useRef } from 'react';
import { announce } from '../../lib/announce.js';
import { mediaName, type Form } from './form.js';
import { MediaCard } from './media-card.js';
import { useDragOrder } from './use-drops.js';

/** Shows the media in order. The user can change the order by dragging or with buttons. */
export function MediaList(props: {
  form: Form;
  ids: readonly string[];
  onIds: (change: (ids: readonly string[]) => readonly string[]) => void;
  /** Called after the focused item was removed, so that the caller can move the focus. */
  onRemoved: () => void;
}) {
  const { form, ids, onIds, onRemoved } = props;
  const list = useRef<HTMLUListElement>(null);
  const move = (from: number, to: number): void => {
    if (from < 0 || to < 0 || to >= ids.length) return;
    onIds((current) => moved(current, from, to));
    announce(`${mediaName(form, ids[from] ?? '')} is now ${to + 1} of ${ids.length}`);
  };
  useDragOrder(list, move);
  return (
    <ul ref={list} className="flex flex-col gap-3">
      {ids.map((id, index) => (
        <li key={id} data-place={index}>
          <MediaCard
            form={form}
            id={id}
            place={{ index, count: ids.length }}
            onMove={(to) => move(index, to)}
            onRemove={() => {
              onRemoved();
              onIds((current) => current.filter((one) => one !== id));
            }}
          />
        </li>
      ))}
    </ul>
  );
}

function moved(ids: readonly string[], from: number, to: number): string[] {
  const next = ids.filter((_, index) => index !== from);
  next.splice(to, 0, ...ids.slice(from, from + 1));
  return next;
}
