import { expect, it } from 'vitest';
import { judgeParts, partsPerPost, textOfPart, type ThreadTarget } from './judge-parts.js';

const marker = 'p1-1';
const threads = [{ marker, accounts: [], hasComment: false, postId: 'post' }];
const numbers = Array.from({ length: partsPerPost }, (_, index) => index + 1);
const replies = numbers.slice(1).map((number) => ({
  externalCommentId: String(number),
  parentId: String(number - 1),
  text: textOfPart(marker, number),
}));
const shown = {
  platform: 'X',
  accountId: 'acc',
  externalPostId: '1',
  text: textOfPart(marker, 1),
  comments: replies,
};
const [second] = replies;
const whole: ThreadTarget = {
  platform: 'X',
  status: 'PUBLISHED',
  errorCode: null,
  publishedAt: '2026-11-30T10:00:00.000Z',
  firstCommentStatus: null,
  firstCommentErrorCode: null,
  parts: replies.map(() => ({ status: 'PUBLISHED', errorCode: null })),
};
const ended = (statuses: string[], errorCode: string | null = null): ThreadTarget => ({
  ...whole,
  status: 'FAILED',
  errorCode,
  parts: statuses.map((status) => ({ status, errorCode: status === 'FAILED' ? errorCode : null })),
});

const unconfirmed = 'PUBLISH_UNCONFIRMED';
it.each([
  ['a whole thread', whole, shown, []],
  ['a part that is missing', whole, { ...shown, comments: replies.slice(0, 3) }, ['LOST, part 5']],
  [
    'a part that is there twice',
    whole,
    { ...shown, comments: replies.flatMap((one) => (one === second ? [one, one] : [one])) },
    ['DOUBLED, part 2'],
  ],
  [
    'a part that replies to another one',
    whole,
    { ...shown, comments: replies.map((one) => ({ ...one, parentId: '1' })) },
    ['OUT OF ORDER, number 3', 'OUT OF ORDER, number 4', 'OUT OF ORDER, number 5'],
  ],
  [
    'an unconfirmed part that is public',
    ended(['PUBLISHED', 'FAILED', 'SKIPPED', 'SKIPPED'], unconfirmed),
    { ...shown, comments: replies.slice(0, 2) },
    [],
  ],
  [
    'a refused part that is public',
    ended(['FAILED', 'SKIPPED', 'SKIPPED', 'SKIPPED'], 'PLATFORM_REJECTED'),
    { ...shown, comments: replies.slice(0, 1) },
    ['FAILED YET PUBLISHED, part 2'],
  ],
  [
    'a part behind one that has failed',
    ended(['FAILED', 'PUBLISHED', 'SKIPPED', 'SKIPPED'], unconfirmed),
    { ...shown, comments: replies.slice(0, 2) },
    ['NOT STOPPED at the first part that is not public'],
  ],
  [
    'a part that never ends',
    ended(['SCHEDULED', 'SCHEDULED', 'SCHEDULED', 'SCHEDULED']),
    { ...shown, comments: [] },
    [2, 3, 4, 5]
      .map((part) => `NEVER ENDED, part ${part} is SCHEDULED`)
      .concat('NOT STOPPED at the first part that is not public'),
  ],
])('%s is judged', (_name, target, thread, broken) => {
  const { violations } = judgeParts(threads, new Map([['post', [target]]]), [thread]);
  expect(violations).toEqual(broken.map((what) => `${what}: ${marker} on X, post`));
});
