import { expect, it } from 'vitest';
import { formatBriefly, formatDay, formatInstant, localTimeZone } from './dates.js';

const instant = '2027-03-28T00:30:00.000Z';

it('an instant is shown by the wall clock of a time zone, with the zone’s name', () => {
  const reported = formatInstant(instant, { timeZone: 'America/New_York', locale: 'en-US' });
  expect(reported).toMatch(/Mar 27, 2027/);
  expect(reported).toMatch(/8:30.PM EDT/);
});

it('an instant can be shown with its seconds', () => {
  const at = '2027-03-28T00:30:07.900Z';
  expect(formatInstant(at, { timeZone: 'UTC', locale: 'en-US', withSeconds: true })).toMatch(
    /12:30:07.AM UTC/,
  );
});

it('a day is shown in the given time zone', () => {
  expect(formatDay(instant, { timeZone: 'Asia/Tokyo', locale: 'en-US' })).toBe('Mar 28, 2027');
});

it('an instant is brief without the current year and the zone of the reader', () => {
  const spring = '2027-03-28T12:30:07Z';
  const brief = (timeZone: string, now: string): string =>
    formatBriefly(spring, { timeZone, locale: 'en-US', now: new Date(now) }).replaceAll(/\s/g, ' ');
  const local = localTimeZone();
  expect(brief(local, '2027-06-01T12:00:00Z')).toMatch(/^Mar 28, \d+:30 [AP]M$/);
  expect(brief(local, '2026-06-01T12:00:00Z')).toMatch(/^Mar 28, 2027, \d+:30 [AP]M$/);
  const elsewhere = local === 'Asia/Tokyo' ? 'America/New_York' : 'Asia/Tokyo';
  expect(brief(elsewhere, '2027-06-01T12:00:00Z')).toMatch(/M \S+$/);
});
