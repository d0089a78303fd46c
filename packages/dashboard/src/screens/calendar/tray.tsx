import { Draggable } from '@fullcalendar/react/interaction';
import { Link } from '@tanstack/react-router';
import { useEffect, useRef, useState } from 'react';
import { useWorkspace } from '../../api/workspace.js';
import { nameOfPost } from '../../lib/post-name.js';
import { t } from '../../messages/calendar.js';
import { Button } from '../../ui/button.js';
import { ErrorNote } from '../../ui/error-state.js';
import { DateDialog } from './date-dialog.js';
import type { Post } from './tiles.js';
import type { Pins } from './use-pins.js';

interface TrayProps {
  drafts: readonly Post[];
  hasMore: boolean;
  zone: string;
  /** Whether the view shows days that drafts can be dropped on. */
  hasDays: boolean;
  pins: Pins;
}

/** Shows undated drafts. The user gives them a date by dragging them onto a day, or in a dialog. */
export function Tray({ drafts, hasMore, zone, hasDays, pins }: TrayProps) {
  const { id } = useWorkspace();
  const list = useDragging(hasDays);
  const [dated, setDated] = useState<Post | null>(null);
  return (
    <aside
      aria-labelledby="undated-title"
      className="flex flex-col gap-2 rounded-lg border border-line bg-surface p-3"
    >
      <h2 id="undated-title" className="font-semibold">
        {t('draftsWithoutADate')}
      </h2>
      {hasDays && <p className="text-sm text-muted">{t('dragOneOntoADay')}</p>}
      <ul ref={list} aria-labelledby="undated-title" className="flex flex-col gap-2">
        {drafts.map((post) => (
          <TrayItem key={post.id} post={post} isDragged={hasDays} onDate={() => setDated(post)} />
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

/** Makes the items of a list draggable onto the calendar. Returns the ref for the list. */
function useDragging(hasDays: boolean) {
  const list = useRef<HTMLUListElement>(null);
  useEffect(() => {
    if (!hasDays || list.current === null) return undefined;
    const dragging = new Draggable(list.current, {
      itemSelector: 'li',
      eventData: (item) => ({
        id: item.dataset['draft'] ?? '',
        title: item.dataset['name'] ?? '',
        duration: '01:00',
      }),
    });
    return () => dragging.destroy();
  }, [hasDays]);
  return list;
}

function TrayItem(props: { post: Post; isDragged: boolean; onDate: () => void }) {
  const { post, isDragged, onDate } = props;
  const { id } = useWorkspace();
  const name = nameOfPost(post);
  return (
    <li
      data-draft={post.id}
      data-name={name}
      className={`flex flex-col items-start gap-1 rounded-md border border-line bg-raised p-2 ${isDragged ? 'cursor-grab' : ''}`}
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
