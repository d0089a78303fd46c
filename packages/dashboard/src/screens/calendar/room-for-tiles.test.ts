import { describe, expect, it } from 'vitest';
import { monthPxMin, roomForTiles } from './room-for-tiles.js';

describe('room for tiles', () => {
  it('shows as many tiles as fit above the link to more', () => {
    expect(roomForTiles(660, 5)).toEqual({ alone: 2, besideMore: 2 });
    expect(roomForTiles(1021, 5)).toEqual({ alone: 4, besideMore: 4 });
  });

  it('gives the place of the last tile to the link where both do not fit', () => {
    expect(roomForTiles(560, 5)).toEqual({ alone: 2, besideMore: 1 });
  });

  it('fits one tile and the link in the lowest month', () => {
    expect(roomForTiles(monthPxMin(6), 6)).toEqual({ alone: 1, besideMore: 1 });
    expect(monthPxMin(6)).toBe(566);
  });
});
