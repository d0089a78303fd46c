import { expect, it } from 'vitest';
import { ApiError, detailFor } from './errors.js';

it('reads the envelope, and what it says of a field', () => {
  const details = [{ path: 'name', code: 'too_short', message: 'At least one character.' }];
  const body = { code: 'VALIDATION_FAILED', message: 'Not valid.', requestId: 'req_1', details };
  const error = new ApiError(400, body, null);
  expect(error).toMatchObject({ code: 'VALIDATION_FAILED', message: 'Not valid.', requestId: 'req_1' });
  expect(detailFor(error, 'name')).toBe('At least one character.');
  expect(detailFor(error, 'mode')).toBeUndefined();
});

it.each([undefined, null, '<h1>Bad gateway</h1>', { details: 'none', message: 7 }])(
  'makes something of an answer that is no envelope: %j',
  (body) => {
    const error = new ApiError(502, body, 'req_2');
    expect(error).toMatchObject({ status: 502, code: null, details: [], requestId: 'req_2' });
    expect(error.message).toBe('The server responded with status 502.');
  },
);
