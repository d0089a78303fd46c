import { expect, it } from 'vitest';
import { landingOn } from './landing.js';

const shownIn = 'America/New_York';
/** 09:00 in Berlin, 04:00 in New York, whose clocks have changed already. */
const tile = { at: '2027-03-24T08:00:00.000Z', timeZone: 'Europe/Berlin' };

it('a post that is dropped on another day keeps its wall clock time', () => {
  expect(landingOn('2027-03-31', tile, shownIn)).toBe('2027-03-31T07:00:00.000Z');
});

it('a dropped post without a time zone keeps the displayed wall clock time', () => {
  expect(landingOn('2027-03-31', { ...tile, timeZone: null }, shownIn)).toBe('2027-03-31T08:00:00.000Z');
});

it('a post that is dropped on its own day keeps its time', () => {
  expect(landingOn('2027-03-24', tile, shownIn)).toBe(tile.at);
});
