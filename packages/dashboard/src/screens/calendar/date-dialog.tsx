import { useState } from 'react';
import { instantOfWallClock, wallClockOf } from '../../lib/wall-clock.js';
import { t } from '../../messages/calendar.js';
import { Dialog } from '../../ui/dialog.js';
import { DialogForm } from '../../ui/form.js';
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
    <Dialog open onClose={onClose} title={t('moveName', { name })} description={t('itStaysADraftAnd')}>
      <DialogForm
        action={t('move')}
        sending={{ error, isPending: isBusy }}
        onSubmit={submit}
        onCancel={onClose}
      >
        <WallClockFields wallClock={wallClock} zone={zone} onWallClock={setWallClock} />
      </DialogForm>
    </Dialog>
  );
}

function tomorrowIn(zone: string): string {
  const day = wallClockOf(new Date(Date.now() + dayMs).toISOString(), zone).slice(0, 'YYYY-MM-DD'.length);
  return wallClockOf(newPostTime({ day }, zone, Date.now()) ?? new Date().toISOString(), zone);
}
