import { expect, it } from 'vitest';
import { daysBetween, daysLater, instantOfWallClock, twoInstantsOf, wallClockOf } from './wall-clock.js';

const berlin = 'Europe/Berlin';

it('a move by days keeps nine o’clock when the clocks change in between', () => {
  const before = '2027-03-24T08:00:00.000Z';
  expect(wallClockOf(before, berlin)).toBe('2027-03-24T09:00');
  const after = daysLater(before, berlin, 7);
  expect(after).toBe('2027-03-31T07:00:00.000Z');
  expect(wallClockOf(after, berlin)).toBe('2027-03-31T09:00');
  expect(daysLater(after, berlin, -7)).toBe(before);
});

it('a skipped time becomes the same time in the next hour', () => {
  expect(instantOfWallClock('2027-03-28T02:30', berlin)).toBe('2027-03-28T01:30:00.000Z');
  expect(daysLater('2027-03-27T01:30:00.000Z', berlin, 1)).toBe('2027-03-28T01:30:00.000Z');
});

it('an ambiguous time means the first of the two instants', () => {
  expect(instantOfWallClock('2027-10-31T02:30', berlin)).toBe('2027-10-31T00:30:00.000Z');
});

it('a move by days keeps the seconds', () => {
  expect(daysLater('2027-03-24T08:00:07.000Z', berlin, 7)).toBe('2027-03-31T07:00:07.000Z');
});

it('days are counted in the calendar of the time zone', () => {
  expect(daysBetween('2027-03-27T22:30:00Z', '2027-03-27T23:30:00Z', berlin)).toBe(1);
  expect(daysBetween('2027-03-31T10:00:00Z', '2027-03-24T23:30:00Z', 'America/New_York')).toBe(-7);
});

it('the second of two ambiguous times is kept with its seconds while nothing is edited', () => {
  const second = '2027-10-31T01:30:07.000Z';
  const shown = wallClockOf(second, berlin);
  expect(shown).toBe('2027-10-31T02:30');
  expect(instantOfWallClock(shown, berlin, second)).toBe(second);
  expect(instantOfWallClock('2027-10-31T02:31', berlin, second)).toBe('2027-10-31T00:31:00.000Z');
});

it('an ambiguous time has two instants, and other times have none to choose from', () => {
  expect(twoInstantsOf('2027-10-31T02:30', berlin)).toEqual({
    first: '2027-10-31T00:30:00.000Z',
    second: '2027-10-31T01:30:00.000Z',
  });
  expect(twoInstantsOf('2027-10-31T03:30', berlin)).toBeNull();
  expect(twoInstantsOf('2027-03-28T02:30', berlin)).toBeNull();
});
