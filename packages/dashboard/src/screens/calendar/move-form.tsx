import { useState } from 'react';
import { formatInstant } from '../../lib/dates.js';
import { daysLater, instantOfWallClock, twoInstantsOf, wallClockOf } from '../../lib/wall-clock.js';
import { useHasPassed } from '../../lib/use-now.js';
import { pastTime } from '../../lib/labels.js';
import { t } from '../../messages/calendar.js';
import { Button } from '../../ui/button.js';
import { SelectField } from '../../ui/field.js';
import { DialogForm } from '../../ui/form.js';
import type { Tile } from './tiles.js';
import type { Moves } from './use-moves.js';
import { WallClockFields } from './wall-clock-fields.js';

const steps = [
  { label: t('aDayLater'), days: 1 },
  { label: t('aWeekLater'), days: 7 },
];

/**
 * A form to change the time of a post, in the post's own zone. It is the alternative to dragging for keyboard and
 * touch.
 */
export function MoveForm(props: { tile: Tile; zone: string; moves: Moves; onDone: () => void }) {
  const { zone, moves, onDone } = props;
  // The post as it was when the form opened, because the fields contain its time.
  const [tile] = useState(props.tile);
  const own = tile.timeZone ?? zone;
  const [wallClock, setWallClock] = useState(() => wallClockOf(tile.at, own));
  const [error, setError] = useState<unknown>(null);
  const [isBusy, setBusy] = useState(false);
  const [day = '', time = ''] = wallClock.split('T');
  const [isSecond, setSecond] = useState(() => isSameMinute(twoInstantsOf(wallClock, own)?.second, tile.at));
  const isComplete = day !== '' && time !== '';
  const two = isComplete ? twoInstantsOf(wallClock, own) : null;
  const once = isComplete ? instantOfWallClock(wallClock, own, tile.at) : null;
  const picked = two === null ? once : two[isSecond ? 'second' : 'first'];
  // The fields have no seconds, so an unchanged time keeps the seconds of the post.
  const at = isSameMinute(picked, tile.at) ? tile.at : picked;
  const hasPassed = useHasPassed(at) && at !== tile.at;
  const isDraft = tile.state === 'DRAFT';
  const submit = async (): Promise<void> => {
    if (isBusy || at === null || (hasPassed && !isDraft)) return;
    setBusy(true);
    setError(null);
    try {
      if (at !== tile.at) await moves.move(tile, at, zone);
      onDone();
    } catch (refusal) {
      setError(refusal);
      setBusy(false);
    }
  };
  return (
    <DialogForm action={t('move')} sending={{ error, isPending: isBusy }} onSubmit={submit} onCancel={onDone}>
      <WallClockFields wallClock={wallClock} zone={own} onWallClock={setWallClock} />
      {two !== null && <WhichOfTwo two={two} zone={own} isSecond={isSecond} onSecond={setSecond} />}
      <Steps
        onStep={(days) => {
          if (at !== null) setWallClock(wallClockOf(daysLater(at, own, days), own));
        }}
      />
      <p aria-live="polite" className="text-sm text-muted">
        {at === null ? t('enterADateAndA') : consequence(at, wallClock, own, zone)}
      </p>
      {hasPassed && <Past isDraft={isDraft} />}
    </DialogForm>
  );
}

/** A note that the time has passed. A draft may have a past time, but a scheduled post needs a future one. */
function Past({ isDraft }: { isDraft: boolean }) {
  return (
    <p role="alert" className={isDraft ? 'text-warning' : 'text-bad'}>
      {isDraft ? t('thisTimeHasPassedChoose') : pastTime}
    </p>
  );
}

function Steps({ onStep }: { onStep: (days: number) => void }) {
  return (
    <div className="flex flex-wrap gap-2">
      {steps.map(({ label, days }) => (
        <Button key={label} onClick={() => onStep(days)}>
          {label}
        </Button>
      ))}
    </div>
  );
}

const isSameMinute = (one: string | null | undefined, other: string): boolean =>
  one?.slice(0, 'YYYY-MM-DDTHH:MM'.length) === other.slice(0, 'YYYY-MM-DDTHH:MM'.length);

/** Asks which of two instants an ambiguous local time means. */
function WhichOfTwo(props: {
  two: { first: string; second: string };
  zone: string;
  isSecond: boolean;
  onSecond: (isSecond: boolean) => void;
}) {
  const { two, zone, isSecond, onSecond } = props;
  return (
    <SelectField
      label={t('whichOne')}
      hint={t('thisTimeComesTwiceBecause')}
      value={isSecond ? 'second' : 'first'}
      choices={[
        {
          value: 'first',
          label: t('theFirst', { time: formatInstant(two.first, { timeZone: zone }) }),
        },
        {
          value: 'second',
          label: t('theSecond', { time: formatInstant(two.second, { timeZone: zone }) }),
        },
      ]}
      onValue={(value) => onSecond(value === 'second')}
    />
  );
}

/** Returns a text with the new time, also in the reader's zone. Warns if DST skips the entered local time. */
function consequence(at: string, wallClock: string, own: string, zone: string): string {
  const inOwn = formatInstant(at, { timeZone: own });
  const isSkipped = wallClockOf(at, own) !== wallClock;
  const time =
    own === zone
      ? t('newTime', { time: inOwn })
      : t('newTimeAlsoHere', { time: inOwn, here: formatInstant(at, { timeZone: zone }) });
  return isSkipped ? `${t('thisTimeDoesNotExist')} ${time}` : time;
}
