import { groupBy } from '../../../../src/domain/group-by.js';
import type { components } from '../../../client/src/api-types.js';

type Comment = components['schemas']['Comment'];

/** The comments of a conversation that have been read so far, newest first. */
export interface Thread {
  id: string;
  newest: Comment;
  comments: Comment[];
  unreadCount: number;
  /** The state of our reply to the newest comment. */
  replyStatus: Comment['replyStatus'];
}

/**
 * Groups comments into conversations. The API's list may lack the first comment of a conversation, so comments with the
 * same parent are grouped even if that parent is missing.
 */
export function threadsOf(rows: readonly Comment[]): Thread[] {
  const byId = new Map(rows.map((row) => [row.id, row]));
  return [...groupBy(rows, (row) => rootOf(row, byId))].flatMap(([id, comments]) => {
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

/** The parts of a conversation that the user has seen: the opened comments, and the states of our replies. */
export interface Seen {
  opened: Set<string>;
  replies: Map<string, Comment['replyStatus']>;
}

/**
 * Returns the comments to mark as read because they are shown, and those to mark as unread, and updates `seen`. A
 * comment that the user marks as unread while it is shown stays unread. A comment becomes unread when its reply fails.
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
 * Returns the comment to reply to unless the user picks another: the opened one if it accepts replies, otherwise the
 * newest one by others that accepts them.
 */
export function answeredByDefault(thread: readonly Comment[], opened: string): Comment | undefined {
  const open = thread.filter(({ mine, canReply }) => !mine && canReply);
  return open.find(({ id }) => id === opened) ?? open.at(-1);
}
