import { useEffect, useRef } from 'react';
import { TextField } from '../../ui/field.js';
import { zoneWords } from './words.js';

/** A day and a time by the clock of a zone: `YYYY-MM-DDTHH:MM`, with nothing on a side that is not filled in. */
export function WallClockFields(props: {
  wallClock: string;
  zone: string;
  onWallClock: (wallClock: string) => void;
}) {
  const { wallClock, zone, onWallClock } = props;
  const [day = '', time = ''] = wallClock.split('T');
  const fields = useRef<HTMLDivElement>(null);
  // A dialog that was open already moves no focus by itself.
  useEffect(() => {
    fields.current?.querySelector('input')?.focus();
  }, []);
  return (
    <div ref={fields} className="grid gap-4 sm:grid-cols-2">
      <TextField
        type="date"
        label="Date"
        required
        value={day}
        onChange={(event) => {
          onWallClock(`${event.target.value}T${time}`);
        }}
      />
      <TextField
        type="time"
        label="Time"
        hint={`In ${zoneWords(zone)}`}
        required
        value={time}
        onChange={(event) => {
          onWallClock(`${day}T${event.target.value}`);
        }}
      />
    </div>
  );
}
