import { describe, expect, it } from 'vitest';
import { joinSentences } from './one-sentence.js';

describe('a message', () => {
  it.each([
    ['The session has ended. Sign in again.', 'The session has ended; sign in again.'],
    [
      'The URL responded with 302. Redirects are not followed.',
      'The URL responded with 302; redirects are not followed.',
    ],
    ['It has no text. YouTube needs one. Bluesky, too.', 'It has no text; YouTube needs one; Bluesky, too.'],
    ['It is being fetched. PENDING_UPLOAD comes first.', 'It is being fetched; PENDING_UPLOAD comes first.'],
    ['Animated PNG is not supported. Use GIF or MP4.', 'Animated PNG is not supported; use GIF or MP4.'],
    ['X: the text can have 3.5 lines (e.g. Yes). ', 'X: the text can have 3.5 lines (e.g. Yes). '],
    ['The time must be in the future.', 'The time must be in the future.'],
    ['', ''],
  ])('becomes one sentence: %s', (written, sent) => {
    expect(joinSentences(written)).toBe(sent);
    expect(joinSentences(sent)).toBe(sent);
  });
});
