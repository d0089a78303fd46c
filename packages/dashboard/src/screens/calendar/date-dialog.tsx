import { useState } from 'react';
import { instantOfWallClock, wallClockOf } from '../../lib/wall-clock.js';
import { Button } from '../../ui/button.js';
import { Dialog, DialogActions } from '../../ui/dialog.js';
import { ErrorNote } from '../../ui/error-state.js';
import { newPostTime } from './new-post-time.js';
import { WallClockFields } from './wall-clock-fields.js';

const dayMs = 86_400_000;
const isComplete = /^\d.*T\d/;

/** Asks for the date of an undated draft, and suggests tomorrow. */
export function DateDialog(props: {
  name: string;
  zone: string;
  onPick: (at: string) => Promise<void>;
  onClose: () => void;
}) {
  const { name, zone, onPick, onClose } = props;
  const [wallClock, setWallClock] = useState(() => tomorrowIn(zone));
  const [error, setError] = useState<unknown>(null);
  const [isBusy, setBusy] = useState(false);
  const submit = async (): Promise<void> => {
    if (isBusy || !isComplete.test(wallClock)) return;
    setBusy(true);
    setError(null);
    try {
      await onPick(instantOfWallClock(wallClock, zone));
      onClose();
    } catch (refusal) {
      setError(refusal);
      setBusy(false);
    }
  };
  return (
    <Dialog
      open
      onClose={onClose}
      title={`Set date for “${name}”`}
      description="It stays a draft, and appears on the calendar."
    >
      <form
        className="flex flex-col gap-4"
        onSubmit={(event) => {
          event.preventDefault();
          void submit();
        }}
      >
        <WallClockFields wallClock={wallClock} zone={zone} onWallClock={setWallClock} />
        <ErrorNote error={error} />
        <DialogActions>
          <Button onClick={onClose}>Cancel</Button>
          <Button type="submit" look="primary" busy={isBusy}>
            Set date
          </Button>
        </DialogActions>
      </form>
    </Dialog>
  );
}

function tomorrowIn(zone: string): string {
  const day = wallClockOf(new Date(Date.now() + dayMs).toISOString(), zone).slice(0, 'YYYY-MM-DD'.length);
  return wallClockOf(newPostTime({ day }, zone, Date.now()) ?? new Date().toISOString(), zone);
}
