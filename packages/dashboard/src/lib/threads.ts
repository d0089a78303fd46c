import type { components } from '../../../client/src/api-types.js';

type Comment = components['schemas']['Comment'];

/** The comments of one conversation that have been read so far, the newest first. */
export interface Thread {
  id: string;
  newest: Comment;
  comments: Comment[];
  unreadCount: number;
  /** The state of our reply to its newest comment. */
  replyStatus: Comment['replyStatus'];
}

/**
 * Groups comments into conversations. The API's list does not contain the first comment of every conversation, so
 * comments with the same parent are grouped even if it is missing.
 */
export function threadsOf(rows: readonly Comment[]): Thread[] {
  const byId = new Map(rows.map((row) => [row.id, row]));
  const threads = new Map<string, Comment[]>();
  for (const row of rows) {
    const id = rootOf(row, byId);
    threads.set(id, [...(threads.get(id) ?? []), row]);
  }
  return [...threads].flatMap(([id, comments]) => {
    const [newest] = comments;
    return newest === undefined ? [] : [threadOf(id, newest, comments)];
  });
}

function threadOf(id: string, newest: Comment, comments: Comment[]): Thread {
  return {
    id,
    newest,
    comments,
    unreadCount: comments.filter(isUnread).length,
    replyStatus: newest.replyStatus,
  };
}

/**
 * The state of a conversation when it was last shown: the comments that were opened, and the states of our replies.
 */
export interface Seen {
  opened: Set<string>;
  replies: Map<string, Comment['replyStatus']>;
}

/**
 * Which comments become read because they are shown, and which become unread again. A comment that the user marks as
 * unread while it is shown stays unread. A comment whose reply failed becomes unread, until the user marks it as read
 * or a reply succeeds.
 */
export function readingOf(thread: readonly Comment[], seen: Seen): { read: string[]; unread: string[] } {
  const changes: { read: string[]; unread: string[] } = { read: [], unread: [] };
  for (const comment of thread) {
    const { id, replyStatus } = comment;
    const before = seen.replies.get(id);
    seen.replies.set(id, replyStatus);
    if (replyStatus === 'FAILED') {
      seen.opened.delete(id);
      if (before !== undefined && before !== 'FAILED' && !isUnread(comment)) changes.unread.push(id);
    } else if (!seen.opened.has(id)) {
      seen.opened.add(id);
      if (isUnread(comment)) changes.read.push(id);
    }
  }
  return changes;
}

export const isUnread = ({ mine, readAt }: Comment): boolean => !mine && readAt === null;

function rootOf(row: Comment, byId: ReadonlyMap<string, Comment>): string {
  const seen = new Set<string>();
  let current = row;
  while (current.parentId !== null && !seen.has(current.id)) {
    seen.add(current.id);
    const parent = byId.get(current.parentId);
    if (parent === undefined) return current.parentId;
    current = parent;
  }
  return current.id;
}

/**
 * The comment that a reply answers unless the user picks another one: the opened comment if it accepts replies,
 * otherwise the newest that does and is not ours.
 */
export function answeredByDefault(thread: readonly Comment[], opened: string): Comment | undefined {
  const open = thread.filter(({ mine, canReply }) => !mine && canReply);
  return open.find(({ id }) => id === opened) ?? open.at(-1);
}
