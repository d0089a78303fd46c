import { lazy, Suspense, useState } from 'react';
import { ApiError, ChangedError, isOutcomeUnknown, toldOf } from '../../api/errors.js';
import { useWorkspace } from '../../api/workspace.js';
import { showToast } from '../../lib/toasts.js';
import { inOne, type Told } from '../../lib/told.js';
import { t } from '../../messages/calendar.js';
import { Button } from '../../ui/button.js';
import { ErrorNote } from '../../ui/error-state.js';
import { nameOf } from './tile-names.js';
import { isSubmittedByMove, type Tile } from './tiles.js';
import { subjectOf, type Moves } from './use-moves.js';

const SubmitDialog = lazy(async () => ({ default: (await import('./submit-dialog.js')).SubmitDialog }));

interface Refusal {
  name: string;
  error: unknown;
}

interface Drop {
  tile: Tile;
  at: string;
}

/** Handles posts that are dropped on another time: some moves need a confirmation, some are refused by the service. */
export function useDrops(moves: Moves, zone: string) {
  const workspace = useWorkspace();
  const [refusal, setRefusal] = useState<Refusal | null>(null);
  const [asked, setAsked] = useState<Drop | null>(null);
  const move = ({ tile, at }: Drop): void => {
    setRefusal(null);
    moves.move(tile, at, zone).catch((error: unknown) => {
      const refused = { name: nameOf(tile), error };
      setRefusal(refused);
      // Also shows the refusal as a toast, because the note above the calendar may be scrolled out of view.
      showToast(toastOf(refused), 'bad', subjectOf(tile));
    });
  };
  return {
    refusal,
    asked,
    move,
    ask: setAsked,
    dismiss: () => setRefusal(null),
    drop: (tile: Tile, at: string): void => {
      if (isSubmittedByMove(tile, workspace)) setAsked({ tile, at });
      else move({ tile, at });
    },
  };
}

export function DropOutcome({ drops, zone }: { drops: ReturnType<typeof useDrops>; zone: string }) {
  const { refusal, asked, dismiss, ask, move } = drops;
  return (
    <>
      {refusal !== null && <RefusalNote refusal={refusal} onDismiss={dismiss} />}
      {asked !== null && (
        <Suspense fallback={null}>
          <SubmitDialog
            {...asked}
            zone={zone}
            onClose={() => ask(null)}
            onConfirm={() => {
              ask(null);
              move(asked);
            }}
          />
        </Suspense>
      )}
    </>
  );
}

function wordsOf({ name, error }: Refusal): string {
  if (isOutcomeUnknown(error)) return t('nameMayHaveBeenMoved', { name });
  if (error instanceof ChangedError) return t('nameWasNotMoved', { name });
  return t('nameCouldNotBeMoved', { name });
}

const toastOf = (refusal: Refusal): Told =>
  refusal.error instanceof ApiError && !isOutcomeUnknown(refusal.error)
    ? inOne(`${wordsOf(refusal)} `, toldOf(refusal.error))
    : wordsOf(refusal);

function RefusalNote({ refusal, onDismiss }: { refusal: Refusal; onDismiss: () => void }) {
  return (
    <section
      aria-label={isOutcomeUnknown(refusal.error) ? t('notConfirmed') : t('notMoved')}
      className="flex flex-col items-start gap-2"
    >
      <p className="font-semibold">{wordsOf(refusal)}</p>
      <ErrorNote error={refusal.error} />
      <Button onClick={onDismiss}>{t('dismiss')}</Button>
    </section>
  );
}
