import { expect, it } from 'vitest';
import {
  endOfTile,
  isDay,
  rangeOf,
  startOfDay,
  steppedDay,
  titleOf,
  type Period,
  type View,
} from './range.js';

const today = '2027-03-24';
const monday = 1;
const sunday = 7;
const chosen = (view: View, day: string): Period => ({ view, day, isDayChosen: true });
const fromNow: Period = { view: 'month', day: '2027-03-24', isDayChosen: false };

it('the range of a month is extended to whole weeks', () => {
  expect(rangeOf(chosen('month', '2027-03-24'), monday)).toEqual({ first: '2027-03-01', end: '2027-04-05' });
  expect(rangeOf(chosen('month', '2027-03-24'), sunday)).toEqual({ first: '2027-02-28', end: '2027-04-04' });
});

it('the range of a week contains the selected day', () => {
  expect(rangeOf(chosen('week', '2027-03-28'), monday)).toEqual({ first: '2027-03-22', end: '2027-03-29' });
  expect(rangeOf(chosen('week', '2027-03-28'), sunday)).toEqual({ first: '2027-03-28', end: '2027-04-04' });
});

it('the range of a list contains the days of one month only', () => {
  expect(rangeOf(chosen('list', '2027-02-10'), monday)).toEqual({ first: '2027-02-01', end: '2027-03-01' });
});

it('the step from the end of a month leads to the next month, not to the one after', () => {
  expect(steppedDay(chosen('month', '2027-01-31'), 1, today)).toBe('2027-02-01');
  expect(steppedDay(chosen('list', '2027-03-31'), -1, today)).toBe('2027-02-01');
  expect(steppedDay(chosen('week', '2027-03-24'), 1, today)).toBe('2027-03-31');
});

it('a day starts at midnight in its time zone', () => {
  expect(startOfDay('2027-03-28', 'Europe/Berlin')).toBe('2027-03-27T23:00:00.000Z');
  expect(startOfDay('2027-03-29', 'Europe/Berlin')).toBe('2027-03-28T22:00:00.000Z');
});

it('a tile ends on its own day', () => {
  expect(endOfTile('2027-03-24T08:00:00Z', 'Europe/Berlin')).toBe('2027-03-24T09:00:00Z');
  expect(endOfTile('2027-03-24T22:30:00Z', 'Europe/Berlin')).toBe('2027-03-24T23:00:00Z');
});

it('the title of a range is its month or its days', () => {
  expect(
    titleOf(chosen('month', '2027-03-24'), rangeOf(chosen('month', '2027-03-24'), monday), 'en-GB'),
  ).toBe('March 2027');
  expect(
    titleOf(chosen('week', '2027-03-24'), rangeOf(chosen('week', '2027-03-24'), monday), 'en-GB'),
  ).toMatch(/^22.{1,3}28 March 2027$/);
});

it('only a valid date is accepted as the day in a URL', () => {
  expect(isDay('2027-03-24')).toBe(true);
  expect(['2027-02-30', '2027-13-01', 'today', '', undefined].filter(isDay)).toEqual([]);
});

it('without a chosen day, the month begins with this week, and the whole month is one step back', () => {
  expect(rangeOf(fromNow, monday)).toEqual({ first: '2027-03-22', end: '2027-04-26' });
  expect(steppedDay(fromNow, -1, today)).toBe('2027-03-01');
  expect(steppedDay(fromNow, 1, today)).toBe('2027-04-01');
  expect(steppedDay(chosen('month', '2027-04-01'), -1, today)).toBe('');
  expect(steppedDay(chosen('month', '2027-03-01'), 1, today)).toBe('2027-04-01');
  expect(titleOf(fromNow, rangeOf(fromNow, monday), 'en-GB')).toMatch(/^March.{1,3}April 2027$/);
});

it('the day view shows one day and moves by one day', () => {
  expect(rangeOf(chosen('day', '2027-03-31'), monday)).toEqual({ first: '2027-03-31', end: '2027-04-01' });
  expect(steppedDay(chosen('day', '2027-03-31'), 1, today)).toBe('2027-04-01');
});
