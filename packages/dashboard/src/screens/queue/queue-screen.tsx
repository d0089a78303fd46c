import { Link } from '@tanstack/react-router';
import { ListOrdered } from 'lucide-react';
import { useId, useState } from 'react';
import type { Post } from '../../api/posts.js';
import { useMay, useWorkspace } from '../../api/workspace.js';
import { toBulkPost, type BulkPost } from '../../lib/bulk-actions.js';
import { localTimeZone } from '../../lib/dates.js';
import { deletions, useNotHeld } from '../../lib/held-requests.js';
import { useFocusBack, useFocusKept } from '../../lib/use-focus-back.js';
import { useNow } from '../../lib/use-now.js';
import { useSelection, type Selection } from '../../lib/use-selection.js';
import { t } from '../../messages/queue.js';
import { SelectionBar } from '../../ui/bulk/selection-bar.js';
import { buttonClass } from '../../ui/button.js';
import { ErrorState } from '../../ui/error-state.js';
import { LoadMore } from '../../ui/load-more.js';
import { PublishDialog } from '../../ui/publish-now.js';
import { ScheduleDialog } from '../../ui/schedule-dialog.js';
import { Screen } from '../../ui/screen.js';
import { EmptyState, Skeleton } from '../../ui/states.js';
import { useQueue } from './api.js';
import { dayAt, dayLabel, inDays, nearnessOf, type Day } from './days.js';
import { QueueRow, type Asked } from './queue-row.js';

/** Shows the posts that will be published by day, in order of time. */
export function QueueScreen() {
  return (
    <Screen title={t('queue')}>
      <Queue />
    </Screen>
  );
}

function Queue() {
  const pages = useQueue();
  const mayWrite = useMay('writePosts');
  const timeZone = localTimeZone();
  const today = dayAt(useNow(), timeZone);
  const rows = pages.rows.filter(useNotHeld(deletions));
  const posts = rows.map(toBulkPost);
  const selection = useSelection(posts);
  // The dialogs are not part of the rows, which leave their day when the post is moved.
  const [asked, setAsked] = useState<{ what: Asked; post: Post } | null>(null);
  const close = (): void => setAsked(null);
  useFocusBack(asked?.post.id ?? null);
  const keepFocus = useFocusKept();
  if (pages.isPending) return <Skeleton label={t('loadingQueue')} />;
  if (pages.isError && pages.rows.length === 0) {
    return <ErrorState error={pages.error} onRetry={() => void pages.refetch()} />;
  }
  return (
    <>
      {rows.length === 0 && <NothingWaits mayWrite={mayWrite} />}
      {mayWrite && <SelectionBar posts={posts} selection={selection} zone={timeZone} />}
      {inDays(rows, { today, timeZone }).map((day) => (
        <DayOfQueue
          key={day.day}
          day={day}
          today={today}
          mayWrite={mayWrite}
          selection={selection}
          onAsk={(what, post) => setAsked({ what, post })}
          onAct={keepFocus}
        />
      ))}
      <LoadMore pages={pages} what={t('morePosts')} />
      {asked?.what === 'move' && <ScheduleDialog post={asked.post} onClose={close} />}
      {asked?.what === 'publish' && <PublishDialog post={asked.post} onClose={close} />}
    </>
  );
}

function NothingWaits({ mayWrite }: { mayWrite: boolean }) {
  const { id } = useWorkspace();
  return (
    <EmptyState
      icon={ListOrdered}
      title={t('nothingWaits')}
      action={
        mayWrite && (
          <Link to={`/w/${id}/compose`} className={buttonClass('primary')}>
            {t('writeAPost')}
          </Link>
        )
      }
    >
      {t('scheduledPostsAppearHere')}
    </EmptyState>
  );
}

interface DayProps {
  day: Day<Post>;
  today: string;
  mayWrite: boolean;
  selection: Selection<BulkPost>;
  onAsk: (what: Asked, post: Post) => void;
  onAct: (postId: string) => void;
}

function DayOfQueue({ day: { day, posts }, today, mayWrite, selection, onAsk, onAct }: DayProps) {
  const titleId = useId();
  return (
    <section aria-labelledby={titleId} className="flex flex-col gap-2">
      <h2 id={titleId} className="flex flex-wrap items-baseline gap-x-2 text-lg font-semibold">
        {day === null ? t('earlier') : <DayName day={day} today={today} />}
      </h2>
      <ul aria-labelledby={titleId} className="flex flex-col gap-2">
        {posts.map((post) => (
          <QueueRow
            key={post.id}
            post={post}
            isLate={day === null}
            mayWrite={mayWrite}
            selection={selection}
            onAsk={(what) => onAsk(what, post)}
            onAct={() => onAct(post.id)}
          />
        ))}
      </ul>
    </section>
  );
}

function DayName({ day, today }: { day: string; today: string }) {
  const nearness = nearnessOf(day, today);
  const date = dayLabel(day, today);
  if (nearness === null) return date;
  return (
    <>
      {t(nearness)} <span className="text-sm font-normal text-muted">{date}</span>
    </>
  );
}
