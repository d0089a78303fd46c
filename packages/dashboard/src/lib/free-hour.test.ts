import { describe, expect, it } from 'vitest';
import { nextFreeHour, soughtHours, suggestedTime } from './free-hour.js';

const hourMs = 3_600_000;
const at = (text: string): number => Date.parse(text);

describe('the next free hour', () => {
  it('is the next full hour that leaves time to write', () => {
    expect(suggestedTime(at('2027-03-01T09:20:30Z'), [], 'UTC')).toEqual({
      date: '2027-03-01',
      time: '10:00',
    });
    expect(suggestedTime(at('2027-03-01T09:55:00Z'), [], 'UTC')).toEqual({
      date: '2027-03-01',
      time: '11:00',
    });
  });

  it('is a full hour of the zone, even if it is not a full hour in UTC', () => {
    const nowMs = at('2027-03-01T09:20:00Z');
    expect(suggestedTime(nowMs, [], 'Asia/Kolkata')).toEqual({ date: '2027-03-01', time: '15:00' });
    expect(nextFreeHour(nowMs, [], 'Asia/Kolkata')).toBe('2027-03-01T09:30:00.000Z');
  });

  it('leaves out hours in which another post is planned', () => {
    const planned = ['2027-03-01T22:30:00Z', '2027-03-01T23:00:00Z'];
    expect(nextFreeHour(at('2027-03-01T21:20:00Z'), planned, 'UTC')).toBe('2027-03-02T00:00:00.000Z');
  });

  it('is the next full hour if a post is planned in every hour', () => {
    const nowMs = at('2027-03-01T21:20:00Z');
    const firstMs = at('2027-03-01T22:15:00Z');
    const planned = Array.from({ length: soughtHours }, (_, hours) =>
      new Date(firstMs + hours * hourMs).toISOString(),
    );
    expect(nextFreeHour(nowMs, planned, 'UTC')).toBeNull();
    expect(suggestedTime(nowMs, planned, 'UTC')).toEqual({ date: '2027-03-01', time: '22:00' });
    expect(nextFreeHour(nowMs, planned.slice(0, -1), 'UTC')).toBe('2027-03-03T21:00:00.000Z');
  });
});
