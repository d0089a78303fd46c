import { useNavigate } from '@tanstack/react-router';
import { lazy, Suspense, useState } from 'react';
import { useMay, useWorkspace } from '../../api/workspace.js';
import { useFocusBack } from '../../lib/use-focus-back.js';
import { t } from '../../messages/calendar.js';
import { Skeleton } from '../../ui/states.js';
import { BesideTray } from './beside-tray.js';
import { DropOutcome, useDrops } from './drops.js';
import { Legend } from './legend.js';
import { List } from './list.js';
import { newPostTime } from './new-post-time.js';
import { beginsThisWeek, rangeOf, weeksIn } from './range.js';
import type { Account, Tile } from './tiles.js';
import type { CalendarParams } from './use-calendar-params.js';
import type { Moves } from './use-moves.js';

const loadGrid = () => import('./grid.js');
const loadDialog = () => import('./post-dialog.js');
const Grid = lazy(async () => ({ default: (await loadGrid()).Grid }));
const PostDialog = lazy(async () => ({ default: (await loadDialog()).PostDialog }));
// Preloads these chunks while the posts are read. A chunk that failed to load is requested again when it is needed.
loadGrid()
  .then(loadDialog)
  .catch(() => undefined);

interface BoardProps {
  params: CalendarParams;
  firstDayOfWeek: number;
  tiles: readonly Tile[];
  isLoading: boolean;
  accounts: readonly Account[];
  moves: Moves;
}

/** Shows the posts in the chosen view, with the dialogs of the calendar and drag and drop. */
export function Board(props: BoardProps) {
  const { params, firstDayOfWeek, tiles, isLoading, accounts, moves } = props;
  const { view, day, zone, set } = params;
  const isWriter = useMay('writePosts');
  const [opened, setOpened] = useState<Tile | null>(null);
  const write = useWriteAt(zone);
  const drops = useDrops(moves, zone);
  // Uses the current version of the opened post, because it may have changed since the dialog was opened.
  const current = tiles.find(({ id }) => id === opened?.id) ?? opened;
  useFocusBack(current?.id ?? null);
  return (
    <>
      <DropOutcome drops={drops} zone={zone} />
      <BesideTray zone={zone} hasDays={view !== 'list'}>
        {(onReceive) =>
          view === 'list' ? (
            <List
              key={day}
              tiles={tiles}
              zone={zone}
              accounts={accounts}
              isLoading={isLoading}
              onOpen={setOpened}
            />
          ) : (
            <Suspense fallback={<Skeleton rows={5} label={t('loadingCalendar')} />}>
              <Grid
                view={view}
                day={day}
                isFromNow={beginsThisWeek(params)}
                weeks={weeksIn(rangeOf(params, firstDayOfWeek))}
                zone={zone}
                firstDayOfWeek={firstDayOfWeek}
                tiles={tiles}
                isWriter={isWriter}
                onOpen={setOpened}
                onDay={(next) => set({ view: 'day', day: next })}
                onEmpty={write}
                onDrop={drops.drop}
                onReceive={onReceive}
              />
              <Legend tiles={tiles} />
            </Suspense>
          )
        }
      </BesideTray>
      <Suspense fallback={null}>
        {current !== null && (
          <PostDialog
            key={current.id}
            tile={current}
            zone={zone}
            accounts={accounts}
            moves={moves}
            onClose={() => setOpened(null)}
          />
        )}
      </Suspense>
    </>
  );
}

/** Returns a function that opens the composer with the clicked time. */
function useWriteAt(zone: string): (place: { day: string; time?: string }) => void {
  const { id } = useWorkspace();
  const navigate = useNavigate();
  return (place) => {
    const at = newPostTime(place, zone, Date.now());
    if (at === null) return;
    void navigate({ to: `/w/${id}/compose`, search: { at } });
  };
}
