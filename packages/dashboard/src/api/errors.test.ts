import { expect, it } from 'vitest';
import { ApiError, AwayError, ChangedError, detailFor, isOutcomeUnknown, toldOf } from './errors.js';

it('an API error contains the fields of the error envelope and its field messages', () => {
  const details = [{ path: 'name', code: 'too_short', message: 'At least one character.' }];
  const body = { code: 'VALIDATION_FAILED', message: 'Not valid.', requestId: 'req_1', details };
  const error = new ApiError(400, body, null);
  expect(error).toMatchObject({ code: 'VALIDATION_FAILED', message: 'Not valid.', requestId: 'req_1' });
  expect(toldOf(error)).toEqual({ english: 'Not valid.' });
  expect(detailFor(error, 'name')).toEqual({ english: 'At least one character.' });
  expect(detailFor(error, 'mode')).toBeUndefined();
});

it.each([undefined, null, '<h1>Bad gateway</h1>', { details: 'none', message: 7 }])(
  'an API error describes a response without an error envelope: %j',
  (body) => {
    const error = new ApiError(502, body, 'req_2');
    expect(error).toMatchObject({ status: 502, code: null, details: [], requestId: 'req_2' });
    expect(error.message).toBe('The server responded with status 502.');
    expect(toldOf(error)).toBe('The server responded with status 502.');
  },
);

it.each([
  ['no response', new AwayError('Away.'), true],
  ['a response of a proxy', new ApiError(502, null, null), true],
  ['an error of the service', new ApiError(500, { code: 'INTERNAL_ERROR' }, null), true],
  [
    'a response about a first try that is still running',
    new ApiError(409, { code: 'IDEMPOTENCY_KEY_IN_USE' }, null),
    true,
  ],
  ['a refusal', new ApiError(409, { code: 'INVALID_STATE' }, null), false],
  ['a post that has changed', new ChangedError(), false],
  ['success', null, false],
])('the outcome of a request is known or unknown after %s', (_what, error, isUnknown) => {
  expect(isOutcomeUnknown(error)).toBe(isUnknown);
});
