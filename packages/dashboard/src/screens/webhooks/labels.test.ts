import { expect, it } from 'vitest';
import { plainText } from '../../lib/told.js';
import { eventsText } from '../../lib/webhook-labels.js';
import type { Attempt } from './api.js';
import { attemptText } from './labels.js';

it.each([
  [{ outcome: 'DELIVERED', statusCode: 204, error: null }, 'Delivered: your server responded with 204.'],
  [{ outcome: 'FAILED', statusCode: 500, error: null }, 'Your server responded with 500.'],
  [{ outcome: 'FAILED', statusCode: null, error: 'connect ECONNREFUSED' }, 'connect ECONNREFUSED'],
  [{ outcome: 'REFUSED', statusCode: null, error: null }, 'Not sent: the URL is not allowed.'],
] as const)('the result of a delivery attempt is described: %j', (attempt, words) => {
  expect(plainText(attemptText(attempt as unknown as Attempt))).toBe(words);
});

it('the default events are described as all but scheduled, canceled and held posts', () => {
  expect(eventsText(null)).toBe(
    'A post was published, a post failed, an account must be reconnected, a comment was received',
  );
  expect(eventsText(['post.canceled'])).toBe('A post was canceled');
});
