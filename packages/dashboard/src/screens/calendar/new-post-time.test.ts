import { expect, it } from 'vitest';
import { newPostTime } from './new-post-time.js';

const zone = 'America/New_York';
/** 10:20 in New York. */
const nowMs = Date.parse('2027-03-24T14:20:00.000Z');

it.each([
  ['a later day at nine', { day: '2027-03-25' }, '2027-03-25T13:00:00.000Z'],
  ['today at the next full hour', { day: '2027-03-24' }, '2027-03-24T15:00:00.000Z'],
  ['a future hour', { day: '2027-03-24', time: '18:30' }, '2027-03-24T22:30:00.000Z'],
  ['an hour of today that has passed', { day: '2027-03-24', time: '08:00' }, '2027-03-24T15:00:00.000Z'],
])('a new post gets a proposed time: %s', (_name, place, at) => {
  expect(newPostTime(place, zone, nowMs)).toBe(at);
});

it('a new post on a day in the past gets no proposed time', () => {
  expect(newPostTime({ day: '2027-03-23' }, zone, nowMs)).toBeNull();
  expect(newPostTime({ day: '2027-03-23', time: '23:30' }, zone, nowMs)).toBeNull();
});
