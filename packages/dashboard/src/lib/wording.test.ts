import { expect, it } from 'vitest';
import { formatSpan } from './wording.js';

it('formats a span of time in a language', () => {
  expect([formatSpan(1, 'hour', 'en-US'), formatSpan(30, 'day', 'en-US')]).toEqual(['1 hour', '30 days']);
  expect([formatSpan(1, 'day', 'de-DE'), formatSpan(2, 'week', 'de-DE')]).toEqual(['1 Tag', '2 Wochen']);
});
