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
