import { useRef, useState } from 'react';
import { announce } from '../../lib/announce.js';
import { mediaStateLabels } from '../../lib/labels.js';
import { t } from '../../messages/composer.js';
import { Badge } from '../../ui/badge.js';
import { Picture } from '../../ui/picture.js';
import { mediaName, type Form } from './form.js';
import { MediaDetails } from './media-details.js';
import { useDragOrder } from './use-drops.js';

/**
 * Shows the media in order as thumbnails, and the details of one of them. The user can change the order by dragging or
 * with buttons.
 */
export function MediaList(props: {
  form: Form;
  ids: readonly string[];
  onIds: (change: (ids: readonly string[]) => readonly string[]) => void;
  /** Called after the focused item was removed, so that the caller can move the focus. */
  onRemoved: () => void;
}) {
  const { form, ids, onIds, onRemoved } = props;
  const list = useRef<HTMLUListElement>(null);
  const [chosen, setChosen] = useState<string>();
  // A file that has just been added comes last. Its alt text is written next.
  const [known, setKnown] = useState(ids);
  if (known !== ids) {
    setKnown(ids);
    const added = ids.findLast((id) => !known.includes(id));
    if (added !== undefined) setChosen(added);
  }
  const shown = chosen !== undefined && ids.includes(chosen) ? chosen : (ids.at(-1) ?? '');
  const move = (from: number, to: number): void => {
    if (from < 0 || to < 0 || to >= ids.length) return;
    onIds((current) => moved(current, from, to));
    announce(
      t('movedTo', {
        name: mediaName(form, ids[from] ?? ''),
        position: to + 1,
        count: ids.length,
      }),
    );
  };
  useDragOrder(list, move);
  const index = ids.indexOf(shown);
  return (
    <>
      <ul ref={list} className="flex flex-wrap gap-2">
        {ids.map((id, place) => (
          <li key={id} data-place={place}>
            <Thumbnail
              form={form}
              id={id}
              place={place}
              isShown={id === shown}
              onChoose={() => setChosen(id)}
            />
          </li>
        ))}
      </ul>
      <MediaDetails
        key={shown}
        form={form}
        id={shown}
        place={{ index, count: ids.length }}
        onMove={(to) => move(index, to)}
        onRemove={() => {
          onRemoved();
          onIds((current) => current.filter((one) => one !== shown));
        }}
      />
    </>
  );
}

function Thumbnail(props: { form: Form; id: string; place: number; isShown: boolean; onChoose: () => void }) {
  const { form, id, place, isShown, onChoose } = props;
  const media = form.media.get(id);
  return (
    <button
      type="button"
      draggable
      aria-pressed={isShown}
      className="relative block size-18 overflow-hidden rounded-md border border-line aria-pressed:outline-2 aria-pressed:outline-offset-1 aria-pressed:outline-accent"
      onClick={onChoose}
    >
      <Picture media={media} alt="" />
      <span className="sr-only">
        {place + 1}. {mediaName(form, id)}
      </span>
      {media !== undefined && media.status !== 'READY' && (
        <span className="absolute inset-x-0 bottom-0 flex justify-center bg-surface">
          <Badge {...mediaStateLabels[media.status]} />
        </span>
      )}
    </button>
  );
}

function moved(ids: readonly string[], from: number, to: number): string[] {
  const next = ids.filter((_, index) => index !== from);
  next.splice(to, 0, ...ids.slice(from, from + 1));
  return next;
}
