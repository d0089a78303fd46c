import { useNavigate } from '@tanstack/react-router';
import { lazy, Suspense, useEffect, useRef, useState } from 'react';
import { ChangedError, isOutcomeUnknown } from '../../api/errors.js';
import { useMay, useWorkspace } from '../../api/workspace.js';
import { instantOfWallClock } from '../../lib/wall-clock.js';
import { Button } from '../../ui/button.js';
import { ErrorNote } from '../../ui/error-state.js';
import { Skeleton } from '../../ui/states.js';
import { List } from './list.js';
import { nameOf, type Account, type Tile } from './tiles.js';
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

/** Of a post that is begun at a day, not at an hour. */
const usualTime = '09:00';

interface BoardProps {
  address: CalendarAddress;
  firstDayOfWeek: number;
  tiles: readonly Tile[];
  isLoading: boolean;
  accounts: readonly Account[];
  moves: Moves;
}

interface Refusal {
  name: string;
  error: unknown;
}

/** The posts themselves, and what is done with them. */
export function Board(props: BoardProps) {
  const { address, firstDayOfWeek, tiles, isLoading, accounts, moves } = props;
  const { view, day, zone } = address;
  const isWriter = useMay('writePosts');
  const [opened, setOpened] = useState<Tile | null>(null);
  const [refusal, setRefusal] = useState<Refusal | null>(null);
  const write = useWriteAt(zone);
  const drop = (tile: Tile, at: string): void => {
    setRefusal(null);
    moves.move(tile, at, zone).catch((error: unknown) => {
      setRefusal({ name: nameOf(tile), error });
    });
  };
  // As it is by now: it may have been moved or published since it was opened.
  const current = tiles.find(({ id }) => id === opened?.id) ?? opened;
  useFocusBack(current?.id ?? null);
  return (
    <>
      {refusal !== null && (
        <RefusalNote
          refusal={refusal}
          onDismiss={() => {
            setRefusal(null);
          }}
        />
      )}
      {view === 'list' ? (
        <List key={day} tiles={tiles} zone={zone} isLoading={isLoading} onOpen={setOpened} />
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
            onDrop={drop}
          />
        </Suspense>
      )}
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

function wordsOf({ name, error }: Refusal): string {
  if (isOutcomeUnknown(error)) return `“${name}” may have been rescheduled. Check its time before you go on.`;
  if (error instanceof ChangedError) return `“${name}” was not rescheduled.`;
  return `“${name}” could not be rescheduled. Its time has not changed.`;
}

function RefusalNote({ refusal, onDismiss }: { refusal: Refusal; onDismiss: () => void }) {
  return (
    <section
      aria-label={isOutcomeUnknown(refusal.error) ? 'Not confirmed' : 'Not rescheduled'}
      className="flex flex-col items-start gap-2"
    >
      <p className="font-semibold">{wordsOf(refusal)}</p>
      <ErrorNote error={refusal.error} />
      <Button onClick={onDismiss}>Dismiss</Button>
    </section>
  );
}

/** Begins a post at a place of the calendar. */
function useWriteAt(zone: string): (place: { day: string; time?: string }) => void {
  const { id } = useWorkspace();
  const navigate = useNavigate();
  return ({ day, time = usualTime }) => {
    const at = instantOfWallClock(`${day}T${time}`, zone);
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
