import { userLocale } from './language.js';

const minuteFormat: Intl.DateTimeFormatOptions = {
  year: 'numeric',
  month: 'short',
  day: 'numeric',
  hour: 'numeric',
  minute: '2-digit',
  timeZoneName: 'short',
};

/** The current names of zones that some browsers list under outdated names. */
const currentNames: Readonly<Record<string, string>> = {
  'Africa/Asmera': 'Africa/Asmara',
  'America/Buenos_Aires': 'America/Argentina/Buenos_Aires',
  'America/Godthab': 'America/Nuuk',
  'America/Indianapolis': 'America/Indiana/Indianapolis',
  'Asia/Calcutta': 'Asia/Kolkata',
  'Asia/Katmandu': 'Asia/Kathmandu',
  'Asia/Rangoon': 'Asia/Yangon',
  'Asia/Saigon': 'Asia/Ho_Chi_Minh',
  'Atlantic/Faeroe': 'Atlantic/Faroe',
  'Europe/Kiev': 'Europe/Kyiv',
  'Pacific/Enderbury': 'Pacific/Kanton',
  'Pacific/Ponape': 'Pacific/Pohnpei',
  'Pacific/Truk': 'Pacific/Chuuk',
};

/** Returns the current name of a zone. If the browser does not know that name, the given one is returned. */
export function currentZone(timeZone: string): string {
  const current = currentNames[timeZone];
  return current !== undefined && isKnownZone(current) ? current : timeZone;
}

function isKnownZone(timeZone: string): boolean {
  try {
    new Intl.DateTimeFormat(undefined, { timeZone });
    return true;
  } catch {
    return false;
  }
}

/** Returns the reader's time zone by its IANA name. */
export const localTimeZone = (): string => currentZone(Intl.DateTimeFormat().resolvedOptions().timeZone);

/** Formats an instant in the reader's language, with the zone's name. The default zone is the reader's. */
export function formatInstant(
  instant: string,
  {
    timeZone,
    locale = userLocale,
    withSeconds,
  }: { timeZone?: string; locale?: string; withSeconds?: boolean } = {},
): string {
  return new Intl.DateTimeFormat(locale, {
    ...minuteFormat,
    ...(withSeconds === true && { second: '2-digit' }),
    timeZone: timeZone ?? localTimeZone(),
  }).format(new Date(instant));
}

/** Formats an instant without the current year, and without the name of the reader's own zone. */
export function formatBriefly(
  instant: string,
  {
    timeZone,
    locale = userLocale,
    withSeconds = false,
    now = new Date(),
  }: { timeZone: string; locale?: string; withSeconds?: boolean; now?: Date },
): string {
  const yearOf = (at: Date): string => at.toLocaleString('en', { year: 'numeric', timeZone });
  const at = new Date(instant);
  const { year, timeZoneName, ...brief } = minuteFormat;
  return new Intl.DateTimeFormat(locale, {
    ...brief,
    ...(yearOf(at) !== yearOf(now) && { year }),
    ...(timeZone !== localTimeZone() && { timeZoneName }),
    ...(withSeconds && { second: '2-digit' }),
    timeZone,
  }).format(at);
}

/** Formats the time of day in the reader's language and zone. */
export const formatTime = (instant: string): string =>
  new Intl.DateTimeFormat(userLocale, {
    hour: 'numeric',
    minute: '2-digit',
    timeZone: localTimeZone(),
  }).format(new Date(instant));

export function formatDay(
  instant: string,
  { timeZone, locale = userLocale }: { timeZone?: string; locale?: string } = {},
): string {
  return new Intl.DateTimeFormat(locale, {
    dateStyle: 'medium',
    timeZone: timeZone ?? localTimeZone(),
  }).format(new Date(instant));
}
