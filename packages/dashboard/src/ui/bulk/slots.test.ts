import { expect, it } from 'vitest';
import { freeSlots, parseTimes } from './slots.js';

const zone = 'Europe/Berlin';
const nowMs = Date.parse('2027-03-26T09:30:00Z');
const slots = { day: '2027-03-26', times: ['10:00', '17:30'] };

it.each([
  ['9, 13:00; 5:30 pm', ['09:00', '13:00', '17:30']],
  ['18:00,9:00, 9', ['09:00', '18:00']],
  ['9 o’clock sharp, later', null],
  [' , ', null],
])('the times “%s” are understood', (typed, times) => {
  expect(parseTimes(typed)).toEqual(times);
});

it('slots follow each other, without those that have passed, also when the clocks change', () => {
  expect(freeSlots(slots, 4, { zone, takenAt: [], nowMs })).toEqual([
    '2027-03-26T16:30:00.000Z',
    '2027-03-27T09:00:00.000Z',
    '2027-03-27T16:30:00.000Z',
    '2027-03-28T08:00:00.000Z',
  ]);
});

it('a slot in whose hour another post is planned is left out', () => {
  const takenAt = ['2027-03-26T16:30:00.000Z', '2027-03-27T09:59:00Z', '2027-03-27T17:30:00Z'];
  expect(freeSlots(slots, 2, { zone, takenAt, nowMs })).toEqual([
    '2027-03-27T16:30:00.000Z',
    '2027-03-28T08:00:00.000Z',
  ]);
});

it('slots are searched for about a year at most', () => {
  expect(freeSlots({ ...slots, times: ['10:00'] }, 1_000, { zone, takenAt: [], nowMs })).toHaveLength(399);
});
