const minuteFormat: Intl.DateTimeFormatOptions = {
  year: 'numeric',
  month: 'short',
  day: 'numeric',
  hour: 'numeric',
  minute: '2-digit',
  timeZoneName: 'short',
};

/** The reader's own zone, by its IANA name. */
export const localTimeZone = (): string => Intl.DateTimeFormat().resolvedOptions().timeZone;

/** An instant in the reader's locale, with the zone named: theirs, or the post's where that differs. */
export function formatInstant(
  instant: string,
  { timeZone, locale }: { timeZone?: string; locale?: string } = {},
): string {
  return new Intl.DateTimeFormat(locale, { ...minuteFormat, timeZone: timeZone ?? localTimeZone() }).format(
    new Date(instant),
  );
}

export function formatDay(
  instant: string,
  { timeZone, locale }: { timeZone?: string; locale?: string } = {},
): string {
  return new Intl.DateTimeFormat(locale, {
    dateStyle: 'medium',
    timeZone: timeZone ?? localTimeZone(),
  }).format(new Date(instant));
}
