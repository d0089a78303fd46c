import { describe, expect, it } from 'vitest';
import { carouselRatio, galleries, shapeOf, type Shape } from './galleries.js';

const shapes: readonly Shape[] = ['wide', 'square', 'upright'];

describe('the gallery of a platform', () => {
  it('has a tile for each picture, or as many tiles as the platform shows at most', () => {
    for (const gallery of Object.values(galleries)) {
      if (gallery.form !== 'tiles') continue;
      for (const shape of shapes) {
        const tilesMax = gallery.arrange(Number.MAX_SAFE_INTEGER, shape).tiles.length;
        for (let count = 2; count <= tilesMax + 2; count += 1) {
          expect(gallery.arrange(count, shape).tiles).toHaveLength(Math.min(count, tilesMax));
        }
      }
    }
  });

  it('depends on the shape of the first picture on Facebook', () => {
    const { FACEBOOK_PAGE: gallery } = galleries;
    if (gallery.form !== 'tiles') throw new Error('Facebook shows tiles.');
    expect(new Set(shapes.map((shape) => gallery.arrange(3, shape).grid)).size).toBeGreaterThan(1);
    expect(gallery.arrange(3, 'wide').tiles[0]).toBe('col-span-2');
    expect(gallery.arrange(3, 'upright').tiles[0]).toBe('row-span-2');
  });
});

it('knows the shape of a picture from its size', () => {
  expect(shapeOf({ width: 1_200, height: 800 })).toBe('wide');
  expect(shapeOf({ width: 1_000, height: 980 })).toBe('square');
  expect(shapeOf({ width: 800, height: 1_200 })).toBe('upright');
  expect(shapeOf({ width: null, height: null })).toBe('square');
  expect(shapeOf(undefined)).toBe('square');
});

it('gives an Instagram carousel the ratio of its first picture, if that is allowed', () => {
  expect(carouselRatio({ width: 800, height: 1_000 })).toBe(0.8);
  expect(carouselRatio({ width: 1_910, height: 1_000 })).toBe(1.91);
  expect(carouselRatio({ width: 600, height: 1_000 })).toBe(1);
  expect(carouselRatio(undefined)).toBe(1);
});
