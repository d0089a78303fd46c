import { describe, expect, it } from 'vitest';
import { formatTypedDate, formatTypedTime, parseTypedDate, parseTypedTime } from './typed-dates.js';

const today = '2027-03-24';

describe('a typed date', () => {
  it.each([
    ['24.3.2027', 'de', '2027-03-24'],
    ['24.03.27', 'de', '2027-03-24'],
    ['24.3.', 'de', '2027-03-24'],
    ['23.3.', 'de', '2028-03-23'],
    ['29.2.', 'de', '2028-02-29'],
    ['3/25/2027', 'en-US', '2027-03-25'],
    ['3/25', 'en-US', '2027-03-25'],
    ['25/03/2027', 'en-GB', '2027-03-25'],
    ['2027-03-25', 'en-US', '2027-03-25'],
    ['2027-03-25', 'de', '2027-03-25'],
  ])('%s is read in the order of %s', (typed, locale, date) => {
    expect(parseTypedDate(typed, today, locale)).toBe(date);
  });

  it.each(['', '24', '31.2.2027', '1.13.2027', '1.2.3.4', '1.2.20277', 'tomorrow'])(
    '%s is not a date',
    (typed) => {
      expect(parseTypedDate(typed, today, 'de')).toBeNull();
    },
  );

  it.each(['de', 'en-US', 'en-GB', 'en-u-hc-h23'])('is read as it is shown in %s', (locale) => {
    expect(parseTypedDate(formatTypedDate('2027-11-03', locale), today, locale)).toBe('2027-11-03');
  });
});

describe('a typed time', () => {
  it.each([
    ['9', '09:00'],
    ['930', '09:30'],
    ['0930', '09:30'],
    ['14:30', '14:30'],
    ['14.30 Uhr', '14:30'],
    ['2:30 pm', '14:30'],
    ['2p', '14:00'],
    ['12 a.m.', '00:00'],
    ['12:05 PM', '12:05'],
  ])('%s is %s', (typed, time) => {
    expect(parseTypedTime(typed)).toBe(time);
  });

  it.each(['', '24:00', '9:60', '13 pm', '0 am', 'noon'])('%s is not a time', (typed) => {
    expect(parseTypedTime(typed)).toBeNull();
  });

  it.each(['de', 'en-US', 'en-GB', 'en-US-u-hc-h23'])('is read as it is shown in %s', (locale) => {
    expect(parseTypedTime(formatTypedTime('00:30', locale))).toBe('00:30');
    expect(parseTypedTime(formatTypedTime('18:05', locale))).toBe('18:05');
  });
});
