import { expect, it } from 'vitest';
import { refreshSentences } from './refresh-sentences.js';

const nameOf = (id: string): string => `Account ${id}`;

it('the message after a refresh says what is being fetched, and why other accounts were skipped', () => {
  const skipped = [
    { socialAccountId: '2', reason: 'TOKEN_EXPIRED' as const, retryAfterMs: null },
    { socialAccountId: '3', reason: 'NOT_SUPPORTED' as const, retryAfterMs: null },
  ];
  expect(refreshSentences({ accepted: [{ socialAccountId: '1' }], skipped }, nameOf)).toBe(
    'Fetching comments for one account. Account 2 must be reconnected first.',
  );
  expect(refreshSentences({ accepted: [], skipped }, nameOf)).toBe(
    'No comments are being fetched. Account 2 must be reconnected first. Account 3 is on a platform that does not share comments with apps.',
  );
});
