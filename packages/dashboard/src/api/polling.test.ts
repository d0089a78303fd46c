import { expect, it } from 'vitest';
import { ApiError, AwayError } from './errors.js';
import { nextReadMs } from './polling.js';

const usualMs = 1_500;

it('polls at the usual pace while requests succeed', () => {
  expect(nextReadMs(null, usualMs)).toBe(usualMs);
});

it.each([
  ['no answer', new AwayError('Away.')],
  ['an answer of a proxy', new ApiError(502, null, null)],
  ['a failure of the service', new ApiError(500, null, null)],
  ['too many requests', new ApiError(429, { retryAfterMs: 3_000 }, null)],
  ['a fault of the page', new TypeError('No such thing.')],
])('continues, more slowly, after %s', (_what, error) => {
  expect(nextReadMs(error, usualMs)).toBe(10_000);
});

it('waits as long as the service asks for', () => {
  expect(nextReadMs(new ApiError(429, { retryAfterMs: 25_000 }, null), usualMs)).toBe(25_000);
});

it.each([401, 403, 404])('stops after a %i, which is permanent', (status) => {
  expect(nextReadMs(new ApiError(status, null, null), usualMs)).toBe(false);
});

it('does not poll data that is not live', () => {
  expect(nextReadMs(null, false)).toBe(false);
  expect(nextReadMs(new AwayError('Away.'), false)).toBe(false);
});
