import { useNavigate } from '@tanstack/react-router';
import { lazy, Suspense, useEffect, useRef, useState } from 'react';
import { ApiError, ChangedError, isOutcomeUnknown } from '../../api/errors.js';
import { useMay, useWorkspace } from '../../api/workspace.js';
import { showToast } from '../../lib/toasts.js';
import { Button } from '../../ui/button.js';
import { ErrorNote } from '../../ui/error-state.js';
import { Skeleton } from '../../ui/states.js';
import { List } from './list.js';
import { newPostTime } from './new-post-time.js';
import type { PlatformInfo } from './quotas.js';
import { isSubmittedByMove, nameOf, type Account, type Tile } from './tiles.js';
import type { CalendarAddress } from './use-calendar-address.js';
import { SubmitDialog } from './submit-dialog.js';
import { subjectOf, type Moves } from './use-moves.js';

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
  platforms: readonly PlatformInfo[];
  moves: Moves;
}

interface Refusal {
  name: string;
  error: unknown;
}

/** The posts themselves, and what is done with them. */
export function Board(props: BoardProps) {
  const { address, firstDayOfWeek, tiles, isLoading, accounts, platforms, moves } = props;
  const { view, day, zone } = address;
  const isWriter = useMay('writePosts');
  const [opened, setOpened] = useState<Tile | null>(null);
  const [refusal, setRefusal] = useState<Refusal | null>(null);
  const write = useWriteAt(zone);
  const [submitted, setSubmitted] = useState<{ tile: Tile; at: string } | null>(null);
  const workspace = useWorkspace();
  const move = (tile: Tile, at: string): void => {
    setRefusal(null);
    moves.move(tile, at, zone).catch((error: unknown) => {
      const refused = { name: nameOf(tile), error };
      setRefusal(refused);
      // The note stands above the calendar, which may be scrolled away.
      showToast(toastOf(refused), 'bad', subjectOf(tile));
    });
  };
  const drop = (tile: Tile, at: string): void => {
    if (isSubmittedByMove(tile, workspace)) setSubmitted({ tile, at });
    else move(tile, at);
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
            onDrop={drop}
          />
        </Suspense>
      )}
      {submitted !== null && (
        <SubmitDialog
          {...submitted}
          zone={zone}
          onClose={() => {
            setSubmitted(null);
          }}
          onConfirm={() => {
            setSubmitted(null);
            move(submitted.tile, submitted.at);
          }}
        />
      )}
      <Suspense fallback={null}>
        {current !== null && (
          <PostDialog
            key={current.id}
            tile={current}
            zone={zone}
            accounts={accounts}
            platforms={platforms}
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

const toastOf = (refusal: Refusal): string =>
  refusal.error instanceof ApiError && !isOutcomeUnknown(refusal.error)
    ? `${wordsOf(refusal)} ${refusal.error.message}`
    : wordsOf(refusal);

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
