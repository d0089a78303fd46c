import { userLocale } from '../../lib/language.js';
import { currentZone, localTimeZone } from '../../lib/dates.js';
import { platformNames } from '../../lib/platform-looks.js';
import { shownStateLabels } from '../../lib/labels.js';
import { t } from '../../messages/calendar.js';
import { nameOf } from './tile-names.js';
import type { Platform, Tile } from './tiles.js';

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

/** Returns the time for places that have room for few letters: "9 AM", but "9:30 AM". */
export const shortTimeOf = (tile: Tile, timeZone: string): string =>
  timeOf(tile, timeZone).replace(/:00(?=\s[ap]m)/i, '');

export const platformsOf = ({ targets }: Tile): Platform[] => [
  ...new Set(targets.map(({ platform }) => platform)),
];

/** Returns the text for the icons of a tile: its state and platforms. */
export const wordsOf = (tile: Tile): string =>
  [shownStateLabels[tile.shown].label, ...platformsOf(tile).map((one) => platformNames[one])].join(', ');

/** Returns the accessible name of a tile: its time, state, platforms and text. */
export const spokenName = (tile: Tile, timeZone: string): string =>
  `${timeOf(tile, timeZone)}, ${wordsOf(tile)}: ${nameOf(tile)}`;

/** Formats a day in the reader's language: "Wednesday, March 24". */
export const dayLabel = (day: string): string =>
  formatIn('UTC', { weekday: 'long', month: 'long', day: 'numeric' }).format(midnightOf(day));

const midnightOf = (day: string): Date => new Date(`${day}T00:00:00Z`);

/** Returns the number of a day, with its month if `withMonth` is set. */
export const dateName = (day: string, withMonth: boolean): string =>
  withMonth
    ? formatIn('UTC', { month: 'short', day: 'numeric' }).format(midnightOf(day))
    : String(Number(day.slice('YYYY-MM-'.length)));

/** Returns the accessible name of the button on a date, which has to contain the text of the date. */
export const newPostLabel = (day: string): string =>
  t('newPostOn', {
    date: formatIn('UTC', { month: 'short', day: 'numeric', year: 'numeric' }).format(midnightOf(day)),
  });

export const weekdayName = (day: string): string =>
  formatIn('UTC', { weekday: 'short' }).format(midnightOf(day));

export function zoneLabel(zone: string): string {
  const words = currentZone(zone).replaceAll('_', ' ');
  return currentZone(zone) === localTimeZone() ? t('localZone', { zone: words }) : words;
}
