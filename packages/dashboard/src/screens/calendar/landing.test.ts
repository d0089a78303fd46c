import { expect, it } from 'vitest';
import { landingOf } from './landing.js';

const shownIn = 'America/New_York';
/** 09:00 in Berlin, 04:00 in New York, whose clocks have changed already. */
const tile = { at: '2027-03-24T08:00:00.000Z', timeZone: 'Europe/Berlin' };

it('a post that is dropped on another day keeps its wall clock time', () => {
  // In a grid in New York it is 04:00, which is 10:00 in Berlin on that day.
  const dropped = '2027-03-31T08:00:00.000Z';
  expect(landingOf(tile, dropped, { shownIn, wholeDays: true })).toBe('2027-03-31T07:00:00.000Z');
});

it('a dropped post without a time zone keeps the displayed wall clock time', () => {
  const dropped = '2027-03-31T08:00:00.000Z';
  const landing = landingOf({ ...tile, timeZone: null }, dropped, { shownIn, wholeDays: true });
  expect(landing).toBe('2027-03-31T08:00:00.000Z');
});

it('a post that is dropped on an hour gets that hour', () => {
  const dropped = '2027-03-25T13:30:00Z';
  expect(landingOf(tile, dropped, { shownIn, wholeDays: false })).toBe('2027-03-25T13:30:00.000Z');
});
