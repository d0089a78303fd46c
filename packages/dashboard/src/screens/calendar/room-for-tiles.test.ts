import { describe, expect, it } from 'vitest';
import { roomForTiles } from './room-for-tiles.js';

describe('room for tiles', () => {
  it('shows as many tiles as fit above the link to more', () => {
    expect(roomForTiles(660, 5)).toEqual({ alone: 2, besideMore: 2 });
    expect(roomForTiles(1021, 5)).toEqual({ alone: 4, besideMore: 4 });
  });

  it('gives the place of the last tile to the link where both do not fit', () => {
    expect(roomForTiles(560, 5)).toEqual({ alone: 2, besideMore: 1 });
  });

  it('shows one tile in low rows', () => {
    expect(roomForTiles(480, 6)).toEqual({ alone: 1, besideMore: 1 });
  });
});
