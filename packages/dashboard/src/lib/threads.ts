import type { components } from '../../../client/src/api-types.js';

type Comment = components['schemas']['Comment'];

/** Comments of one conversation, as far as they have been read: the newest first. */
export interface Thread {
  id: string;
  newest: Comment;
  comments: Comment[];
  unreadCount: number;
  /** How far our answer to its newest comment is. */
  replyStatus: Comment['replyStatus'];
}

/**
 * Puts comments beside those that they answer. A list has no totals and no roots: where the comment that began it is not
 * among the rows, those that name the same one belong together.
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

/** What a conversation was like when it was last looked at: the comments that were opened, and how our replies stood. */
export interface Seen {
  opened: Set<string>;
  replies: Map<string, Comment['replyStatus']>;
}

/**
 * Which comments are read by being shown, and which are unread again. What is marked unread while it is shown stays so. A
 * comment whose reply has failed still waits for an answer: it is unread again, and stays so until somebody marks it as
 * read, or a reply arrives.
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

/** Which comment of a thread is answered unless another one is picked: the newest of somebody else's. */
export function answeredByDefault(thread: readonly Comment[], opened: string): Comment | undefined {
  const open = thread.filter(({ mine, canReply }) => !mine && canReply);
  return open.find(({ id }) => id === opened) ?? open.at(-1);
}
