import { clockChangeNote, type WallClock } from '../lib/date-fields.js';

/** A note below date fields if the local time is skipped or repeated by a clock change. */
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
