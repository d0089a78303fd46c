const hourMs = 60 * 60 * 1000;

/**
 * How long the day goes on in a time zone. Exact also on the days that are an hour shorter or longer, as the clocks
 * there change by whole hours and after midnight.
 */
export function msUntilMidnight(now: Date, timeZone: string): number {
  const dayOf = new Intl.DateTimeFormat('en-CA', { timeZone, dateStyle: 'short' });
  const today = dayOf.format(now);
  // Offsets there are whole hours, so that midnight is the beginning of one.
  const hourStartMs = Math.floor(now.getTime() / hourMs) * hourMs;
  let midnightMs = hourStartMs + hourMs;
  while (dayOf.format(midnightMs) === today) midnightMs += hourMs;
  return midnightMs - now.getTime();
}
