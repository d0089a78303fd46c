import { describe, expect, it } from 'vitest';
import { nextFreeHour } from './free-hour.js';

const at = (text: string): number => Date.parse(text);

describe('the next free hour', () => {
  it('is the next full hour that leaves time to write', () => {
    expect(nextFreeHour(at('2027-03-01T09:20:30Z'), [], 'UTC')).toEqual({
      date: '2027-03-01',
      time: '10:00',
    });
    expect(nextFreeHour(at('2027-03-01T09:55:00Z'), [], 'UTC')).toEqual({
      date: '2027-03-01',
      time: '11:00',
    });
  });

  it('is a full hour of the zone, even if that is none of UTC', () => {
    expect(nextFreeHour(at('2027-03-01T09:20:00Z'), [], 'Asia/Kolkata')).toEqual({
      date: '2027-03-01',
      time: '15:00',
    });
  });

  it('leaves out hours in which a post is planned', () => {
    const planned = ['2027-03-01T22:30:00Z', '2027-03-01T23:00:00Z'];
    expect(nextFreeHour(at('2027-03-01T21:20:00Z'), planned, 'UTC')).toEqual({
      date: '2027-03-02',
      time: '00:00',
    });
  });
});
