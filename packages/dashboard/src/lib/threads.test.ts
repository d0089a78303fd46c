import { describe, expect, it } from 'vitest';
import type { components } from '../../../client/src/api-types.js';
import { answeredByDefault, readingOf, threadsOf, type Seen } from './threads.js';

type Comment = components['schemas']['Comment'];

const at = '2027-01-01T00:00:00.000Z';
const comment = (id: string, given: Partial<Comment> = {}): Comment => ({
  id,
  workspaceId: 'ws_1',
  socialAccountId: 'acc_1',
  platform: 'THREADS',
  postId: 'post_1',
  targetId: 'tgt_1',
  externalCommentId: id,
  externalPostId: '1',
  parentId: null,
  authorHandle: null,
  authorName: 'Anna',
  authorAvatarUrl: null,
  text: id,
  mine: false,
  canReply: true,
  status: 'RECEIVED',
  errorCode: null,
  errorMessage: null,
  externalUrl: null,
  readAt: null,
  postedAt: at,
  createdAt: at,
  updatedAt: at,
  canHide: false,
  canDelete: false,
  hiddenAt: null,
  deletedAt: null,
  replyId: null,
  replyStatus: null,
  assignedTo: null,
  noteCount: 0,
  ...given,
});

it('replies are placed next to their parent, newest first', () => {
  const rows = [
    comment('d', { parentId: 'c', readAt: at, replyId: 'y', replyStatus: 'FAILED' }),
    comment('c', { parentId: 'a' }),
    comment('b'),
    comment('a', { replyId: 'x', replyStatus: 'SENT' }),
  ];
  const threads = threadsOf(rows);
  expect(threads.map(({ id, comments }) => [id, comments.map((one) => one.id)])).toEqual([
    ['a', ['d', 'c', 'a']],
    ['b', ['b']],
  ]);
  expect(threads[0]).toMatchObject({ unreadCount: 2, replyStatus: 'FAILED' });
});

it('comments of one thread stay together even if its first comment has not been read', () => {
  const rows = [comment('c', { parentId: 'gone' }), comment('b', { parentId: 'gone' })];
  expect(threadsOf(rows).map(({ id }) => id)).toEqual(['gone']);
});

it('comments that reply to each other are each listed once', () => {
  const rows = [comment('a', { parentId: 'b' }), comment('b', { parentId: 'a' })];
  expect(threadsOf(rows).flatMap(({ comments }) => comments)).toHaveLength(2);
});

it('a reply goes to the comment that was opened, or to the newest one that accepts replies', () => {
  const thread = [
    comment('a'),
    comment('b', { mine: true }),
    comment('c'),
    comment('d', { canReply: false, deletedAt: at }),
  ];
  expect(answeredByDefault(thread, 'a')?.id).toBe('a');
  expect(answeredByDefault(thread, 'd')?.id).toBe('c');
  expect(answeredByDefault([comment('e', { canReply: false })], 'e')).toBeUndefined();
});

describe('reading a conversation', () => {
  const begin = (): Seen => ({ opened: new Set(), replies: new Map() });

  it('marks comments as read only when it is opened, so that a comment marked as unread stays unread', () => {
    const seen = begin();
    const thread = [comment('a'), comment('b', { readAt: at }), comment('c', { mine: true })];
    expect(readingOf(thread, seen)).toEqual({ read: ['a'], unread: [] });
    expect(readingOf(thread, seen)).toEqual({ read: [], unread: [] });
  });

  it('marks a comment as unread again once its reply has failed', () => {
    const seen = begin();
    const shown = (given: Partial<Comment>) => readingOf([comment('a', given)], seen);
    expect(shown({ readAt: at })).toEqual({ read: [], unread: [] });
    expect(shown({ readAt: at, replyStatus: 'SENDING' })).toEqual({ read: [], unread: [] });
    expect(shown({ readAt: at, replyStatus: 'FAILED' })).toEqual({ read: [], unread: ['a'] });
    expect(shown({ replyStatus: 'FAILED' })).toEqual({ read: [], unread: [] });
    expect(shown({ replyStatus: 'SENT' })).toEqual({ read: ['a'], unread: [] });
  });

  it('does not change whether a comment is read if its reply had failed before', () => {
    const failed = { replyStatus: 'FAILED' } as const;
    expect(readingOf([comment('a', failed)], begin())).toEqual({ read: [], unread: [] });
    expect(readingOf([comment('a', { ...failed, readAt: at })], begin())).toEqual({ read: [], unread: [] });
  });
});
