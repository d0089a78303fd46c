import { useNavigate } from '@tanstack/react-router';
import { lazy, Suspense, useEffect, useState } from 'react';
import { useMay, useWorkspace } from '../../api/workspace.js';
import { useFocusBack } from '../../lib/use-focus-back.js';
import { t } from '../../messages/calendar.js';
import { Skeleton } from '../../ui/states.js';
import { BesideTray } from './beside-tray.js';
import { DropOutcome, useDrops } from './drops.js';
import type { GridProps } from './grid-props.js';
import { Legend } from './legend.js';
import { newPostTime } from './new-post-time.js';
import { MonthGrid } from './month-grid.js';
import { beginsThisWeek, rangeOf, weeksIn } from './range.js';
import { loadPopover } from './popup-panel.js';
import { RestOfWindow } from './rest-of-window.js';
import { monthPxMin } from './room-for-tiles.js';
import type { Account, Tile } from './tiles.js';
import type { CalendarParams } from './use-calendar-params.js';
import type { Moves } from './use-moves.js';

const hoursPxMin = 480;

const loadDialog = () => import('./post-dialog.js');
const loadList = () => import('./list.js');
/** This file imports the calendar library, which only these views need. */
const loadHours = () => import('./hours-grid.js');
const PostDialog = lazy(async () => ({ default: (await loadDialog()).PostDialog }));
const List = lazy(async () => ({ default: (await loadList()).List }));
const HoursGrid = lazy(async () => ({ default: (await loadHours()).HoursGrid }));

/**
 * Loads what the user may want next, when the posts are shown. A chunk that failed to load is requested again when it is
 * needed.
 */
async function loadMore(): Promise<void> {
  for (const load of [loadPopover, loadDialog, loadList, loadHours]) await load().catch(() => undefined);
}

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
  const { params, tiles, isLoading, accounts, moves } = props;
  const { view, day, zone, set } = params;
  const isWriter = useMay('writePosts');
  const [opened, setOpened] = useState<Tile | null>(null);
  const write = useWriteAt(zone);
  const drops = useDrops(moves, zone);
  // Uses the current version of the opened post, because it may have changed since the dialog was opened.
  const current = tiles.find(({ id }) => id === opened?.id) ?? opened;
  useFocusBack(current?.id ?? null);
  useEffect(() => {
    if (!isLoading) void loadMore();
  }, [isLoading]);
  return (
    <>
      <DropOutcome drops={drops} zone={zone} />
      <BesideTray zone={zone} places={view === 'list' ? null : view === 'month' ? 'days' : 'hours'}>
        {(onReceive) =>
          view === 'list' ? (
            <Suspense fallback={<Skeleton rows={5} label={t('loadingCalendar')} />}>
              <List
                key={day}
                tiles={tiles}
                zone={zone}
                accounts={accounts}
                isLoading={isLoading}
                onOpen={setOpened}
              />
            </Suspense>
          ) : (
            <Grid
              {...props}
              isWriter={isWriter}
              onOpen={setOpened}
              onDay={(next) => set({ view: 'day', day: next })}
              onEmpty={write}
              onDrop={drops.drop}
              onReceive={onReceive}
            />
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

/** Shows the days of a month, or the hours of a week or a day. */
function Grid(props: BoardProps & GridProps) {
  const { params, firstDayOfWeek, tiles } = props;
  const { view, day } = params;
  const range = rangeOf(params, firstDayOfWeek);
  return (
    <>
      <RestOfWindow heightPxMin={view === 'month' ? monthPxMin(weeksIn(range)) : hoursPxMin}>
        {({ heightPx, widthPx }) =>
          view === 'week' || view === 'day' ? (
            <Suspense fallback={<Skeleton rows={5} label={t('loadingCalendar')} />}>
              <HoursGrid {...props} zone={params.zone} view={view} day={day} />
            </Suspense>
          ) : (
            <MonthGrid
              {...props}
              zone={params.zone}
              range={range}
              monthOf={beginsThisWeek(params) ? null : day}
              heightPx={heightPx}
              widthPx={widthPx}
            />
          )
        }
      </RestOfWindow>
      <Legend tiles={tiles} />
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
