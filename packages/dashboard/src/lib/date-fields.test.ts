import { expect, it } from 'vitest';
import { clockChangeNote, instantOf, wallClockOf, zonesWith } from './date-fields.js';

const berlin = 'Europe/Berlin';

it.each([
  ['in winter', { date: '2027-01-10', time: '09:30' }, '2027-01-10T08:30:00.000Z'],
  ['in summer', { date: '2027-07-10', time: '09:30' }, '2027-07-10T07:30:00.000Z'],
  ['on the day with 23 hours', { date: '2027-03-28', time: '09:30' }, '2027-03-28T07:30:00.000Z'],
  ['in the hour that is skipped', { date: '2027-03-28', time: '02:30' }, '2027-03-28T01:30:00.000Z'],
  ['for the first of two ambiguous times', { date: '2027-10-31', time: '02:30' }, '2027-10-31T00:30:00.000Z'],
])('a date and a time are converted to the right instant: %s', (_when, clock, instant) => {
  expect(instantOf(clock, berlin)).toBe(instant);
});

it.each([berlin, 'America/New_York', 'Asia/Kolkata', 'UTC', 'Pacific/Auckland'])(
  'an instant is converted back to the same date and time in %s',
  (zone) => {
    const clock = { date: '2027-04-01', time: '00:05' };
    expect(wallClockOf(instantOf(clock, zone) ?? '', zone)).toEqual(clock);
  },
);

it('an empty date or time has no instant', () => {
  expect(instantOf({ date: '', time: '09:00' }, berlin)).toBeNull();
  expect(instantOf({ date: '2027-01-01', time: '' }, berlin)).toBeNull();
  expect(instantOf({ date: '', time: '' }, berlin)).toBeNull();
});

it('the list of time zones includes the selected one', () => {
  expect(zonesWith('Europe/Kiev')).toContain('Europe/Kiev');
  expect(zonesWith('UTC')).toEqual(expect.arrayContaining(['Asia/Kolkata', 'Europe/Kyiv', 'Asia/Yangon']));
  expect(zonesWith('UTC')).not.toContain('Asia/Calcutta');
  expect(zonesWith(berlin)).toContain('UTC');
});

it.each([
  ['2027-03-27', '09:00', berlin, '2027-03-27T08:00:00.000Z'],
  ['2027-03-29', '09:00', berlin, '2027-03-29T07:00:00.000Z'],
  ['2027-10-31', '02:30', berlin, '2027-10-31T00:30:00.000Z'],
  ['2027-03-28', '02:30', berlin, '2027-03-28T01:30:00.000Z'],
  ['2027-03-13', '23:45', 'America/New_York', '2027-03-14T04:45:00.000Z'],
  ['2027-01-01', '00:00', 'Asia/Kathmandu', '2026-12-31T18:15:00.000Z'],
  ['2027-06-01', '12:00', 'Pacific/Kiritimati', '2027-05-31T22:00:00.000Z'],
])('the date %s and the time %s are converted to an instant in %s', (date, time, timeZone, instant) => {
  expect(instantOf({ date, time }, timeZone)).toBe(instant);
});

it('an instant is shown on the clock of a time zone', () => {
  expect(wallClockOf('2027-10-31T01:30:00Z', berlin)).toEqual({
    date: '2027-10-31',
    time: '02:30',
  });
  expect(wallClockOf('2027-01-01T00:00:00Z', 'UTC')).toEqual({ date: '2027-01-01', time: '00:00' });
});

it('the second of two ambiguous times keeps its seconds while nothing is edited', () => {
  const second = '2027-10-31T01:30:07.000Z';
  const shown = wallClockOf(second, berlin);
  expect(instantOf(shown, berlin, second)).toBe(second);
  expect(instantOf({ ...shown, time: '02:31' }, berlin, second)).toBe('2027-10-31T00:31:00.000Z');
});

const noteOn = (date: string, time: string, timeZone: string, known: string | null = null): string | null => {
  const at = instantOf({ date, time }, timeZone, known) ?? '';
  return clockChangeNote({ date, time }, { at, timeZone, locale: 'en-US' });
};

it('the note about a skipped time names the time that is used', () => {
  expect(noteOn('2027-03-14', '02:30', 'America/New_York')).toBe(
    'This time does not exist because the clocks change. The post will be due on Mar 14, 2027, 3:30 AM EDT.',
  );
});

it('the note about an ambiguous time says which of the two is meant', () => {
  const twice = 'This time comes twice because the clocks change. The post will be due the';
  const zone = 'America/New_York';
  expect(noteOn('2027-11-07', '01:30', zone)).toBe(`${twice} first time, on Nov 7, 2027, 1:30 AM EDT.`);
  const second = '2027-11-07T06:30:07.000Z';
  expect(noteOn('2027-11-07', '01:30', zone, second)).toBe(
    `${twice} second time, on Nov 7, 2027, 1:30 AM EST.`,
  );
});

it.each([
  ['before the hour that is skipped', '2027-03-28', '01:59', berlin],
  ['after the hour that is skipped', '2027-03-28', '03:00', berlin],
  ['before the hour that comes twice', '2027-10-31', '01:59', berlin],
  ['after the hour that comes twice', '2027-10-31', '03:00', berlin],
  ['on a day without a change', '2027-06-01', '02:30', berlin],
  ['in a zone without clock changes', '2027-03-28', '02:30', 'UTC'],
])('there is no note about a time %s', (_when, date, time, zone) => {
  expect(noteOn(date, time, zone)).toBeNull();
});
