import { expect, it } from 'vitest';
import { refreshSentences } from './refresh-words.js';

const nameOf = (id: string): string => `Account ${id}`;

it('says what is read, and what is worth knowing of the rest', () => {
  const skipped = [
    { socialAccountId: '2', reason: 'TOKEN_EXPIRED' as const, retryAfterMs: null },
    { socialAccountId: '3', reason: 'NOT_SUPPORTED' as const, retryAfterMs: null },
  ];
  expect(refreshSentences({ accepted: [{ socialAccountId: '1' }], skipped }, nameOf)).toBe(
    'The comments of one account are being read. Account 2 must be reconnected first.',
  );
  expect(refreshSentences({ accepted: [], skipped }, nameOf)).toBe(
    'Nothing is read now. Account 2 must be reconnected first. Account 3 is at a platform that shows no comments to programs.',
  );
});
