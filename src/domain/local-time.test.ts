import { describe, expect, it } from 'vitest';
import { shiftedTime } from './local-time.js';

const move = (at: string, days: number, timeZone: string, minutes = 0): string =>
  shiftedTime(new Date(at), { days, minutes }, timeZone).toISOString();

describe('a time moved by days', () => {
  it('keeps its local time when clocks are set forward or back in between', () => {
    expect(move('2030-03-30T08:00:00Z', 1, 'Europe/Berlin')).toBe('2030-03-31T07:00:00.000Z');
    expect(move('2030-03-31T07:00:00Z', -1, 'Europe/Berlin')).toBe('2030-03-30T08:00:00.000Z');
    expect(move('2030-10-26T07:00:00Z', 1, 'Europe/Berlin')).toBe('2030-10-27T08:00:00.000Z');
    expect(move('2030-03-30T08:00:00Z', 1, 'UTC')).toBe('2030-03-31T08:00:00.000Z');
  });

  it('becomes an hour later where a change of clocks skips the local time', () => {
    // 2:30 in Berlin, which the clocks skip on 31 March 2030.
    expect(move('2030-03-30T01:30:00Z', 1, 'Europe/Berlin')).toBe('2030-03-31T01:30:00.000Z');
  });

  it('becomes the first of two equal local times', () => {
    // 2:30 in Berlin, which occurs twice on 27 October 2030.
    expect(move('2030-10-26T00:30:00Z', 1, 'Europe/Berlin')).toBe('2030-10-27T00:30:00.000Z');
    expect(move('2030-10-28T01:30:00Z', -1, 'Europe/Berlin')).toBe('2030-10-27T00:30:00.000Z');
  });

  it('keeps seconds and milliseconds, west and east of the date line', () => {
    expect(move('2030-01-31T09:08:07.006Z', 1, 'Pacific/Kiritimati')).toBe('2030-02-01T09:08:07.006Z');
    expect(move('2030-01-31T09:08:07.006Z', 28, 'Pacific/Pago_Pago')).toBe('2030-02-28T09:08:07.006Z');
  });
});

describe('a time moved by minutes', () => {
  it('moves by exactly these minutes, after its days', () => {
    expect(move('2030-03-31T00:30:00Z', 0, 'Europe/Berlin', 60)).toBe('2030-03-31T01:30:00.000Z');
    expect(move('2030-03-30T08:00:00Z', 1, 'Europe/Berlin', -90)).toBe('2030-03-31T05:30:00.000Z');
  });
});
