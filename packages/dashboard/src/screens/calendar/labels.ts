import { userLocale } from '../../lib/language.js';
import { currentZone, localTimeZone } from '../../lib/dates.js';
import { platformNames } from '../../lib/platform-looks.js';
import { shownStateLabels, type Tone } from '../../lib/labels.js';
import { t } from '../../messages/calendar.js';
import { nameOf, type Platform, type Tile } from './tiles.js';

export const toneColors: Record<Tone, { color: string; contrastColor: string }> = {
  neutral: { color: 'var(--raised)', contrastColor: 'var(--ink)' },
  info: { color: 'var(--info-soft)', contrastColor: 'var(--info)' },
  good: { color: 'var(--good-soft)', contrastColor: 'var(--good)' },
  warning: { color: 'var(--warning-soft)', contrastColor: 'var(--warning)' },
  unsure: { color: 'var(--unsure-soft)', contrastColor: 'var(--unsure)' },
  bad: { color: 'var(--bad-soft)', contrastColor: 'var(--bad)' },
};

const formats = new Map<string, Intl.DateTimeFormat>();

/** Returns a format of a zone. Formats are cached, because creating one is slow and there are thousands of tiles. */
function formatIn(timeZone: string, options: Intl.DateTimeFormatOptions): Intl.DateTimeFormat {
  const key = [timeZone, ...Object.keys(options)].join(' ');
  const known = formats.get(key);
  if (known !== undefined) return known;
  const made = new Intl.DateTimeFormat(userLocale, { ...options, timeZone });
  formats.set(key, made);
  return made;
}

export const timeOf = ({ at }: Tile, timeZone: string): string =>
  formatIn(timeZone, { hour: 'numeric', minute: '2-digit' }).format(new Date(at));

const platformsOf = ({ targets }: Tile): Platform[] => [...new Set(targets.map(({ platform }) => platform))];

/** Returns the accessible name of a tile: its time, state, platforms and text. */
export const spokenName = (tile: Tile, timeZone: string): string =>
  `${[timeOf(tile, timeZone), shownStateLabels[tile.shown].label, ...platformsOf(tile).map((one) => platformNames[one])].join(', ')}: ${nameOf(tile)}`;

/** Formats a day in the reader's language: "Wednesday, March 24". */
export function dayLabel(day: string): string {
  return new Intl.DateTimeFormat(userLocale, {
    weekday: 'long',
    month: 'long',
    day: 'numeric',
    timeZone: 'UTC',
  }).format(new Date(`${day}T00:00:00Z`));
}

/** The format of the first day of a month, which also names the month. */
export const firstOfMonth = { month: 'short', day: 'numeric' } as const;

/** Returns the accessible name of the link on a date, which has to contain the text of the date. */
export const newPostLabel = (date: Date, timeZone: string): string =>
  t('newPostOn', {
    date: formatIn(timeZone, { ...firstOfMonth, year: 'numeric' }).format(date),
  });

export function zoneLabel(zone: string): string {
  const words = currentZone(zone).replaceAll('_', ' ');
  return currentZone(zone) === localTimeZone() ? t('localZone', { zone: words }) : words;
}
