import { useEffect, useRef } from 'react';
import { t } from '../../messages/calendar.js';
import { DateField, TimeField } from '../../ui/date-field.js';
import { zoneLabel } from './labels.js';

/** Fields for a local date and time, `YYYY-MM-DDTHH:MM`. While a field is empty, its side of the T is empty, too. */
export function WallClockFields(props: {
  wallClock: string;
  zone: string;
  onWallClock: (wallClock: string) => void;
}) {
  const { wallClock, zone, onWallClock } = props;
  const [day = '', time = ''] = wallClock.split('T');
  const fields = useRef<HTMLDivElement>(null);
  // The dialog was already open, so the focus does not move to the fields by itself.
  useEffect(() => {
    fields.current?.querySelector('input')?.focus();
  }, []);
  return (
    <div ref={fields} className="grid gap-4 sm:grid-cols-2">
      <DateField label={t('date')} required value={day} onValue={(date) => onWallClock(`${date}T${time}`)} />
      <TimeField
        label={t('time')}
        hint={t('inZone', { zone: zoneLabel(zone) })}
        required
        value={time}
        onValue={(next) => onWallClock(`${day}T${next}`)}
      />
    </div>
  );
}
