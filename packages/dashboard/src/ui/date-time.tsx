import { formatDay, formatInstant, localTimeZone } from '../lib/dates.js';

/** An instant in the reader's locale, with its zone; `timeZone` shows it in another one. */
export function DateTime({
  at,
  timeZone,
  dayOnly = false,
}: {
  at: string;
  timeZone?: string;
  dayOnly?: boolean;
}) {
  const zone = timeZone ?? localTimeZone();
  return (
    <time dateTime={at} title={zone}>
      {dayOnly ? formatDay(at, { timeZone: zone }) : formatInstant(at, { timeZone: zone })}
    </time>
  );
}
