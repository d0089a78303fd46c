import { Link } from '@tanstack/react-router';
import { useEffect, useRef, useState } from 'react';
import { useWorkspace } from '../../api/workspace.js';
import { nameOfPost } from '../../lib/post-name.js';
import { t } from '../../messages/calendar.js';
import { Button } from '../../ui/button.js';
import { ErrorNote } from '../../ui/error-state.js';
import { DateDialog } from './date-dialog.js';
import type { Places } from './grid-props.js';
import type { Post } from './tiles.js';
import { dragDraft } from './use-day-drag.js';
import type { Pins } from './use-pins.js';

interface TrayProps {
  drafts: readonly Post[];
  hasMore: boolean;
  zone: string;
  /** The places that drafts can be dropped on in the view. */
  places: Places | null;
  pins: Pins;
}

/** Shows undated drafts. The user gives them a date by dragging them onto a day, or in a dialog. */
export function Tray({ drafts, hasMore, zone, places, pins }: TrayProps) {
  const { id } = useWorkspace();
  const list = useDragging(places);
  const [dated, setDated] = useState<Post | null>(null);
  return (
    <aside
      aria-labelledby="undated-title"
      className="flex flex-col gap-2 rounded-lg border border-line bg-surface p-3"
    >
      <h2 id="undated-title" className="font-semibold">
        {t('draftsWithoutADate')}
      </h2>
      {places !== null && <p className="text-sm text-muted">{t('dragOneOntoADay')}</p>}
      <ul ref={list} aria-labelledby="undated-title" className="flex flex-col gap-2">
        {drafts.map((post) => (
          <TrayItem key={post.id} post={post} places={places} onDate={() => setDated(post)} />
        ))}
      </ul>
      {hasMore && (
        <Link to={`/w/${id}/drafts`} className="text-sm underline">
          {t('allDrafts')}
        </Link>
      )}
      <ErrorNote error={pins.error} />
      {dated !== null && (
        <DateDialog
          name={nameOfPost(dated)}
          zone={zone}
          onPick={(at) => pins.pin(dated, at)}
          onClose={() => setDated(null)}
        />
      )}
    </aside>
  );
}

/** Makes the items of a list draggable onto days or hours. Returns the ref for the list. */
function useDragging(places: Places | null) {
  const list = useRef<HTMLUListElement>(null);
  useEffect(() => {
    const element = list.current;
    if (places === null || element === null) return undefined;
    if (places === 'days') {
      element.addEventListener('dragstart', dragDraft);
      return () => element.removeEventListener('dragstart', dragDraft);
    }
    // If the tray cannot be loaded, the dialog for a date still works.
    const ending = import('./tray-drag.js')
      .then(({ dragOntoHours }) => dragOntoHours(element))
      .catch(() => () => undefined);
    return () => void ending.then((end) => end());
  }, [places]);
  return list;
}

function TrayItem(props: { post: Post; places: Places | null; onDate: () => void }) {
  const { post, places, onDate } = props;
  const { id } = useWorkspace();
  const name = nameOfPost(post);
  return (
    <li
      data-draft={post.id}
      data-name={name}
      draggable={places === 'days'}
      className={`flex flex-col items-start gap-1 rounded-md border border-line bg-raised p-2 ${places === null ? '' : 'cursor-grab'}`}
    >
      <Link to={`/w/${id}/posts/${post.id}`} draggable={false} className="text-sm wrap-anywhere underline">
        {name}
      </Link>
      <Button aria-label={t('moveToName', { name })} onClick={onDate}>
        {t('moveTo')}
      </Button>
    </li>
  );
}
