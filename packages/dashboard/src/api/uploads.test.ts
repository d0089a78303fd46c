import { expect, it } from 'vitest';
import { ApiError, AwayError } from './errors.js';
import { isUploadOver } from './uploads.js';

it.each([
  ['a type that is refused', new ApiError(415, { code: 'UNSUPPORTED_MIME' }, null), true],
  ['a file that is gone', new ApiError(404, { code: 'NOT_FOUND' }, null), true],
  ['a file that was refused before', new ApiError(409, { code: 'INVALID_STATE' }, null), true],
  [
    'a response about a first try that is still running',
    new ApiError(409, { code: 'IDEMPOTENCY_KEY_IN_USE' }, null),
    false,
  ],
  ['no response', new AwayError('Away.'), false],
  ['an error of the service', new ApiError(500, null, null), false],
  ['a session that has ended', new ApiError(401, null, null), false],
  ['too many requests', new ApiError(429, null, null), false],
])('an upload is continued or started over after %s', (_what, error, isOver) => {
  expect(isUploadOver(error)).toBe(isOver);
});
