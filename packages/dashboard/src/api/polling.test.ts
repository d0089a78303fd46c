import { afterEach, expect, it } from 'vitest';
import { ApiError, AwayError } from './errors.js';
import { isFollowed, nextReadMs, nextStreamedReadMs, noteStream } from './polling.js';

const usualMs = 1_500;

afterEach(() => noteStream('closed'));

it('polling keeps its usual pace while requests succeed', () => {
  expect(nextReadMs(null, usualMs)).toBe(usualMs);
});

it.each([
  ['no response', new AwayError('Away.')],
  ['a response of a proxy', new ApiError(502, null, null)],
  ['an error of the service', new ApiError(500, null, null)],
  ['too many requests', new ApiError(429, { retryAfterMs: 3_000 }, null)],
  ['an error in the page', new TypeError('No such thing.')],
])('polling continues, more slowly, after %s', (_what, error) => {
  expect(nextReadMs(error, usualMs)).toBe(10_000);
});

it('polling waits as long as the service requests', () => {
  expect(nextReadMs(new ApiError(429, { retryAfterMs: 25_000 }, null), usualMs)).toBe(25_000);
});

it.each([401, 403, 404])('polling stops after a %i, which is permanent', (status) => {
  expect(nextReadMs(new ApiError(status, null, null), usualMs)).toBe(false);
});

it('data that is not live is not polled', () => {
  expect(nextReadMs(null, false)).toBe(false);
  expect(nextReadMs(new AwayError('Away.'), false)).toBe(false);
});

it('the answers that the stream covers are polled only while the stream is interrupted', () => {
  expect([isFollowed(), nextStreamedReadMs(null)]).toEqual([false, false]);
  noteStream('open');
  expect([isFollowed(), nextStreamedReadMs(null)]).toEqual([true, false]);
  noteStream('away');
  expect([isFollowed(), nextStreamedReadMs(null)]).toEqual([true, 15_000]);
});

it('a read that failed is tried again although the stream is open', () => {
  noteStream('open');
  expect(nextStreamedReadMs(new ApiError(503, null, null))).toBe(10_000);
  expect(nextStreamedReadMs(new ApiError(404, null, null))).toBe(false);
});
