import { expect, it } from 'vitest';
import { formatDay, formatInstant } from './dates.js';

const instant = '2027-03-28T00:30:00.000Z';

it('shows an instant in a zone, by its wall clock and with the zone named', () => {
  const told = formatInstant(instant, { timeZone: 'America/New_York', locale: 'en-US' });
  expect(told).toMatch(/Mar 27, 2027/);
  expect(told).toMatch(/8:30.PM EDT/);
});

it('shows the day that it is there', () => {
  expect(formatDay(instant, { timeZone: 'Asia/Tokyo', locale: 'en-US' })).toBe('Mar 28, 2027');
});
