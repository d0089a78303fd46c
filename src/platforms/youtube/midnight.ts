const hourMs = 60 * 60 * 1000;

/**
 * The time until midnight in a time zone. Also exact on days that are an hour shorter or longer, if the
 * zone's clocks change by whole hours and after midnight.
 */
export function msUntilMidnight(now: Date, timeZone: string): number {
  const dayOf = new Intl.DateTimeFormat('en-CA', { timeZone, dateStyle: 'short' });
  const today = dayOf.format(now);
  // The zone's offsets are whole hours, so midnight is at the start of an hour.
  const hourStartMs = Math.floor(now.getTime() / hourMs) * hourMs;
  let midnightMs = hourStartMs + hourMs;
  while (dayOf.format(midnightMs) === today) midnightMs += hourMs;
  return midnightMs - now.getTime();
}
