import { describe, expect, it } from 'vitest';
import { dayAt, dayLabel, inDays, nearnessOf } from './days.js';

const at = (scheduledAt: string | null): { scheduledAt: string | null } => ({ scheduledAt });

describe('the days of the queue', () => {
  it('are those of the zone, in the order of the posts', () => {
    const late = at('2027-03-24T23:30:00.000Z');
    const early = at('2027-03-25T00:30:00.000Z');
    const posts = [late, early];
    expect(inDays(posts, { today: '2027-03-24', timeZone: 'UTC' })).toEqual([
      { day: '2027-03-24', posts: [late] },
      { day: '2027-03-25', posts: [early] },
    ]);
    expect(inDays(posts, { today: '2027-03-24', timeZone: 'Europe/Berlin' })).toEqual([
      { day: '2027-03-25', posts },
    ]);
  });

  it('list all posts of earlier days first, together, and leave out those without a time', () => {
    const [older, old, due] = ['2027-03-20', '2027-03-23', '2027-03-24'].map((day) => at(`${day}T09:00:00Z`));
    const posts = [older, old, due, at(null)].flatMap((post) => post ?? []);
    expect(inDays(posts, { today: '2027-03-24', timeZone: 'UTC' })).toEqual([
      { day: null, posts: [older, old] },
      { day: '2027-03-24', posts: [due] },
    ]);
  });

  it('are named relative to today, also across the end of a month and a change of the clocks', () => {
    expect(nearnessOf('2027-03-28', '2027-03-28')).toBe('today');
    expect(nearnessOf('2027-03-29', '2027-03-28')).toBe('tomorrow');
    expect(nearnessOf('2027-04-01', '2027-03-31')).toBe('tomorrow');
    expect(nearnessOf('2027-03-30', '2027-03-28')).toBeNull();
    expect(dayAt(Date.parse('2027-03-24T23:30:00Z'), 'Europe/Berlin')).toBe('2027-03-25');
  });

  it('have dates in the language of the reader, with another year', () => {
    expect(dayLabel('2027-03-24', '2027-03-20', 'en-US')).toBe('Wednesday, March 24');
    expect(dayLabel('2028-01-03', '2027-12-30', 'en-US')).toBe('Monday, January 3, 2028');
    expect(dayLabel('2027-03-24', '2027-03-20', 'de-DE')).toBe('Mittwoch, 24. März');
  });
});
