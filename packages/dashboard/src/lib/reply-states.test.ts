import { expect, it } from 'vitest';
import type { components } from '../../../client/src/api-types.js';
import { failedReplyText, takesNoReplies } from './reply-states.js';

type Comment = components['schemas']['Comment'];

it.each([
  ['COMMENTS_DISABLED', 'Replies are turned off', /does not help/],
  ['PERMISSION_MISSING', 'A permission is missing', /grant the permission/],
  ['PLATFORM_REJECTED', 'The platform rejected the reply', /^Change what/],
  [null, 'The reply was not sent', /^Reply again/],
] as const)('the text about a failed reply says what to do: %s', (code, title, remedy) => {
  const words = failedReplyText(code);
  expect(words.title).toBe(title);
  expect(words.remedy).toMatch(remedy);
});

it('a conversation counts as closed if the latest reply of the account was refused because comments are disabled', () => {
  const closed = { mine: true, status: 'FAILED', errorCode: 'COMMENTS_DISABLED' } as Comment;
  const sent = { mine: true, status: 'SENT', errorCode: null } as Comment;
  const theirs = { mine: false, status: 'RECEIVED', errorCode: null } as Comment;
  expect(takesNoReplies([theirs, sent, closed, theirs])).toBe(true);
  expect(takesNoReplies([theirs, closed, sent])).toBe(false);
  expect(takesNoReplies([theirs])).toBe(false);
});
