import { formatDay, formatInstant, localTimeZone } from '../lib/dates.js';

/** Shows an instant in the reader's language, in `timeZone` or else in the reader's own zone. */
export function DateTime({
  at,
  timeZone,
  dayOnly = false,
  withSeconds = false,
}: {
  at: string;
  timeZone?: string;
  dayOnly?: boolean;
  withSeconds?: boolean;
}) {
  const zone = timeZone ?? localTimeZone();
  return (
    <time dateTime={at} title={zone}>
      {dayOnly ? formatDay(at, { timeZone: zone }) : formatInstant(at, { timeZone: zone, withSeconds })}
    </time>
  );
}
