import { formatBriefly, formatDay, formatInstant, localTimeZone } from '../lib/dates.js';

/**
 * Shows an instant in the reader's language, in `timeZone` or else in the reader's own zone. The tooltip has the year and
 * the zone, too.
 */
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
    <time dateTime={at} title={formatInstant(at, { timeZone: zone, withSeconds })}>
      {dayOnly ? formatDay(at, { timeZone: zone }) : formatBriefly(at, { timeZone: zone, withSeconds })}
    </time>
  );
}
