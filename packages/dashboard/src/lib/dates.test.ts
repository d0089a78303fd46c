import { expect, it } from 'vitest';
import { formatDay, formatInstant } from './dates.js';

const instant = '2027-03-28T00:30:00.000Z';

it('shows an instant by the wall clock of a zone, with the zone’s name', () => {
  const reported = formatInstant(instant, { timeZone: 'America/New_York', locale: 'en-US' });
  expect(reported).toMatch(/Mar 27, 2027/);
  expect(reported).toMatch(/8:30.PM EDT/);
});

it('shows the date in that zone', () => {
  expect(formatDay(instant, { timeZone: 'Asia/Tokyo', locale: 'en-US' })).toBe('Mar 28, 2027');
});
