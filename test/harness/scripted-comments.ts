import type { JsonObject } from '../../src/domain/json.js';
import type { CommentsAnswer, PlatformComment, PlatformComments } from '../../src/platforms/kit/comments.js';
import type { PlatformSession } from '../../src/platforms/kit/session.js';

export interface ScriptedComments extends PlatformComments {
  /** The comments of each post, in the order in which they are shown. */
  posts: Map<string, PlatformComment[]>;
  /** The responses to the next calls: undefined means the normal response. */
  script: (CommentsAnswer | undefined | (() => Promise<CommentsAnswer | undefined>))[];
  /** While this is set, every call gets this response. */
  always: CommentsAnswer | null;
  calls: { externalAccountId: string; externalPostId: string; cursor: string | null; token: unknown }[];
  pageSize: number;
  reset: () => void;
  /** Writes a comment that is listed before the existing ones. Returns its id. */
  write: (externalPostId: string, comment?: Partial<PlatformComment>) => string;
}

interface Options {
  paidReads?: true;
  callsPerHourMax?: number;
  callsPerDayMax?: PlatformComments['callsPerDayMax'];
  newestFirst?: boolean;
  listedForMs?: number;
}

/** Creates comments in memory behind the real interface, and records every call. */
export function createScriptedComments(options: Options = {}): ScriptedComments {
  const { callsPerHourMax = 36_000, callsPerDayMax, newestFirst = true, paidReads, listedForMs } = options;
  let written = 0;
  const comments: ScriptedComments = {
    callsPerHourMax,
    newestFirst,
    ...(callsPerDayMax && { callsPerDayMax }),
    ...(paidReads && { paidReads }),
    ...(listedForMs !== undefined && { listedForMs }),
    hiding: { set: () => Promise.resolve({ kind: 'changed' }) },
    deleting: { whose: 'ALL', remove: () => Promise.resolve({ kind: 'changed' }) },
    posts: new Map(),
    script: [],
    always: null,
    calls: [],
    pageSize: 10,
    reset: () => {
      comments.posts.clear();
      comments.script.length = comments.calls.length = 0;
      comments.always = null;
      comments.pageSize = 10;
    },
    write: (externalPostId, comment = {}) => {
      written += 1;
      const whole = commentOf(`c${written}`, comment);
      comments.posts.set(externalPostId, [whole, ...(comments.posts.get(externalPostId) ?? [])]);
      return whole.externalCommentId;
    },
    list: async (session: PlatformSession, { externalPostId }, cursor) => {
      const { externalAccountId, credentials } = session;
      comments.calls.push({ externalAccountId, externalPostId, cursor, token: credentials['token'] });
      const next = comments.script.shift();
      const scripted = typeof next === 'function' ? await next() : next;
      return scripted ?? comments.always ?? pageOf(comments, externalPostId, Number(cursor ?? 0));
    },
  };
  return comments;
}

function pageOf({ posts, pageSize }: ScriptedComments, externalPostId: string, from: number): CommentsAnswer {
  const all = posts.get(externalPostId) ?? [];
  const to = from + pageSize;
  return { kind: 'page', comments: all.slice(from, to), cursor: to < all.length ? String(to) : null };
}

export function commentOf(id: string, comment: Partial<PlatformComment> = {}): PlatformComment {
  const reference: JsonObject = { of: id };
  return {
    externalCommentId: id,
    parentExternalId: null,
    author: { externalId: 'visitor-1', handle: 'visitor', name: 'A Visitor', avatarUrl: null },
    mine: false,
    canReply: true,
    text: `Text of ${id}`,
    postedAt: new Date(),
    externalUrl: `https://example.test/${comment.externalCommentId ?? id}`,
    reference,
    ...comment,
  };
}
