import { expect, it } from 'vitest';
import { isDay, rangeOf, startOfDay, steppedDay, titleOf } from './range.js';

const monday = 1;
const sunday = 7;

it('the range of a month is extended to whole weeks', () => {
  expect(rangeOf('month', '2027-03-24', monday)).toEqual({ first: '2027-03-01', end: '2027-04-05' });
  expect(rangeOf('month', '2027-03-24', sunday)).toEqual({ first: '2027-02-28', end: '2027-04-04' });
});

it('the range of a week contains the selected day', () => {
  expect(rangeOf('week', '2027-03-28', monday)).toEqual({ first: '2027-03-22', end: '2027-03-29' });
  expect(rangeOf('week', '2027-03-28', sunday)).toEqual({ first: '2027-03-28', end: '2027-04-04' });
});

it('the range of a list contains the days of one month only', () => {
  expect(rangeOf('list', '2027-02-10', monday)).toEqual({ first: '2027-02-01', end: '2027-03-01' });
});

it('the step from the end of a month leads to the next month, not to the one after', () => {
  expect(steppedDay('month', '2027-01-31', 1)).toBe('2027-02-01');
  expect(steppedDay('list', '2027-03-31', -1)).toBe('2027-02-01');
  expect(steppedDay('week', '2027-03-24', 1)).toBe('2027-03-31');
});

it('a day starts at midnight in its time zone', () => {
  expect(startOfDay('2027-03-28', 'Europe/Berlin')).toBe('2027-03-27T23:00:00.000Z');
  expect(startOfDay('2027-03-29', 'Europe/Berlin')).toBe('2027-03-28T22:00:00.000Z');
});

it('the title of a range is its month or its days', () => {
  expect(titleOf('month', '2027-03-24', rangeOf('month', '2027-03-24', monday), 'en-GB')).toBe('March 2027');
  expect(titleOf('week', '2027-03-24', rangeOf('week', '2027-03-24', monday), 'en-GB')).toMatch(
    /^22.{1,3}28 March 2027$/,
  );
});

it('only a valid date is accepted as the day in a URL', () => {
  expect(isDay('2027-03-24')).toBe(true);
  expect(['2027-02-30', '2027-13-01', 'today', '', undefined].filter(isDay)).toEqual([]);
});
