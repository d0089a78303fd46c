import { clockChangeNote, type WallClock } from '../lib/date-fields.js';

/** Shows a note below date fields if a clock change skips or repeats the local time. */
export function ClockChangeNote({
  clock,
  at,
  timeZone,
}: {
  clock: WallClock;
  at: string | null;
  timeZone: string;
}) {
  const note = at === null ? null : clockChangeNote(clock, { at, timeZone });
  return <div aria-live="polite">{note !== null && <p className="text-sm text-warning">{note}</p>}</div>;
}
