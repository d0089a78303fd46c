import { describe, expect, it } from 'vitest';
import { amountOf, estimateCost, type Price, type PriceList } from './costs.js';

const post: Price = { name: 'POST', thousandths: 15, description: 'A post.' };
const altText: Price = { name: 'ALT_TEXT', thousandths: 5, description: 'An alt text.' };
const list: PriceList = {
  currency: 'USD',
  prices: [post, altText],
  asOf: '2030-01-31',
  source: 'https://example.com/prices',
};

describe('an amount', () => {
  it.each([
    [0, '0.00'],
    [5, '0.005'],
    [15, '0.015'],
    [200, '0.20'],
    [215, '0.215'],
    [1_000, '1.00'],
    [12_340, '12.34'],
  ])('an amount of %i thousandths is written exactly, with whole cents: %s', (thousandths, expected) => {
    expect(amountOf(thousandths)).toBe(expected);
  });
});

describe('an estimate', () => {
  it('adds up the charges, and keeps each with its own amount', () => {
    const charges = [
      { part: 'POST', price: post, count: 1 },
      { part: 'MEDIA', price: altText, count: 3 },
    ] as const;
    expect(estimateCost(list, charges)).toEqual({
      currency: 'USD',
      amount: '0.03',
      items: [
        { part: 'POST', price: 'POST', count: 1, amount: '0.015' },
        { part: 'MEDIA', price: 'ALT_TEXT', count: 3, amount: '0.015' },
      ],
      pricesAsOf: '2030-01-31',
    });
  });
});
