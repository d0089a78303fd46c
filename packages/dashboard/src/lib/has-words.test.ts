import { expect, it } from 'vitest';
import { hasWords } from './has-words.js';

it('a label has searched words in any order, and as parts of words', () => {
  expect(hasWords('Switch to Harbor News', 'news sw')).toBe(true);
  expect(hasWords('API keys', 'KEY')).toBe(true);
  expect(hasWords('API keys', '  ')).toBe(true);
  expect(hasWords('API keys', 'api webhooks')).toBe(false);
});
