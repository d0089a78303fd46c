import { clockChangeNote, type WallClock } from '../lib/date-fields.js';

/** Below a date and a time: what becomes of them where the clocks change then. Nothing at all other times. */
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
