import { useNavigate } from '@tanstack/react-router';
import { lazy, Suspense, useEffect, useRef, useState } from 'react';
import { useMay, useWorkspace } from '../../api/workspace.js';
import { Skeleton } from '../../ui/states.js';
import { BesideTray } from './beside-tray.js';
import { DropOutcome, useDrops } from './drops.js';
import { List } from './list.js';
import { newPostTime } from './new-post-time.js';
import type { Account, Tile } from './tiles.js';
import type { CalendarAddress } from './use-calendar-address.js';
import type { Moves } from './use-moves.js';

const loadGrid = () => import('./grid.js');
const loadDialog = () => import('./post-dialog.js');
const Grid = lazy(async () => ({ default: (await loadGrid()).Grid }));
const PostDialog = lazy(async () => ({ default: (await loadDialog()).PostDialog }));
// On their way while the posts are being read. What fails is tried again when it is needed.
loadGrid()
  .then(loadDialog)
  .catch(() => undefined);

interface BoardProps {
  address: CalendarAddress;
  firstDayOfWeek: number;
  tiles: readonly Tile[];
  isLoading: boolean;
  accounts: readonly Account[];
  moves: Moves;
}

/** The posts themselves, and what is done with them. */
export function Board(props: BoardProps) {
  const { address, firstDayOfWeek, tiles, isLoading, accounts, moves } = props;
  const { view, day, zone } = address;
  const isWriter = useMay('writePosts');
  const [opened, setOpened] = useState<Tile | null>(null);
  const write = useWriteAt(zone);
  const drops = useDrops(moves, zone);
  // As it is by now: it may have been moved or published since it was opened.
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
            <Suspense fallback={<Skeleton rows={5} label="Loading calendar" />}>
              <Grid
                view={view}
                day={day}
                zone={zone}
                firstDayOfWeek={firstDayOfWeek}
                tiles={tiles}
                isWriter={isWriter}
                onOpen={setOpened}
                onEmpty={write}
                onDrop={drops.drop}
                onReceive={onReceive}
              />
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
            onClose={() => {
              setOpened(null);
            }}
          />
        )}
      </Suspense>
    </>
  );
}

/** Begins a post at a place of the calendar. */
function useWriteAt(zone: string): (place: { day: string; time?: string }) => void {
  const { id } = useWorkspace();
  const navigate = useNavigate();
  return (place) => {
    const at = newPostTime(place, zone, Date.now());
    if (at === null) return;
    void navigate({ to: `/w/${id}/compose`, search: { at } });
  };
}

/** A tile that was moved is another element than the one that was opened: the focus goes to where it is now. */
function useFocusBack(openId: string | null): void {
  const lastId = useRef<string | null>(null);
  useEffect(() => {
    const left = lastId.current;
    lastId.current = openId;
    if (left === null || openId !== null) return;
    const frame = requestAnimationFrame(() => {
      if (document.activeElement !== null && document.activeElement !== document.body) return;
      document.querySelector<HTMLElement>(`[data-post="${CSS.escape(left)}"]`)?.focus();
    });
    return () => {
      cancelAnimationFrame(frame);
    };
  }, [openId]);
}
