import { expect, it } from 'vitest';
import { formatDay, formatInstant } from './dates.js';

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
