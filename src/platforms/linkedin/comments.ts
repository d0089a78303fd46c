import { z } from 'zod';
import { parseJson, readSuccess } from '../kit/call.js';
import type { CommentedPost, CommentsAnswer, PlatformComment, PlatformComments } from '../kit/comments.js';
import { callLinkedIn, encodeUrn, hasNoThread, linkedInFailure, type LinkedInSession } from './api.js';
import { toPublishedComment } from './published.js';
import { seenCommentSchema, type SeenComment } from './seen.js';
import { commentParts } from './urns.js';

const pageSize = 100;

/**
 * Reads comments. They have two levels, and each list contains one level. After a page of a post's comments we read the
 * replies to those that have any, one list at a time. LinkedIn documents no order, so we read everything.
 */
export function linkedInComments(): PlatformComments<LinkedInSession> {
  return {
    callsPerHourMax: 20,
    // Limits apply per app, endpoint and UTC day, and LinkedIn publishes no numbers
    // (https://learn.microsoft.com/linkedin/shared/api-guide/concepts/rate-limits). First-tier apps are said to
    // have a few hundred calls: this is half of 500.
    callsPerDayMax: { max: 250, sharedBy: 'installation' },
    newestFirst: false,
    list: (session, post, cursor) => readList(session, post, cursor),
  };
}

/** The position at which reading continues. */
const placeSchema = z.object({
  /** The position in the list of the post's own comments. Null if that list is done. */
  top: z.number().int().min(0).nullable(),
  /** The thread, and the numbers in it of the comments whose replies are read before `top`. */
  thread: z.string(),
  ids: z.array(z.string()),
  /** The position in the replies to the first of those comments. */
  at: z.number().int().min(0),
});
type Place = z.infer<typeof placeSchema>;

const beginning: Place = { top: 0, thread: '', ids: [], at: 0 };

async function readList(
  session: LinkedInSession,
  post: CommentedPost,
  cursor: string | null,
): Promise<CommentsAnswer> {
  const place = placeSchema.safeParse(cursor === null ? null : parseJson(cursor)).data ?? beginning;
  const [id] = place.ids;
  const comment = id === undefined ? null : `urn:li:comment:(${place.thread},${id})`;
  const start = comment === null ? (place.top ?? 0) : place.at;
  const answer = await callLinkedIn(session, {
    method: 'GET',
    path: `/rest/socialActions/${encodeUrn(comment ?? post.externalPostId)}/comments?start=${start}&count=${pageSize}`,
  });
  const list = readSuccess(answer, listSchema);
  if (list !== null) {
    const seen = list.elements.flatMap((element) => seenCommentSchema.safeParse(element).data ?? []);
    const hasMore = isFollowed(list, start);
    const next =
      comment === null ? afterComments(start, seen, hasMore) : afterAnswers(place, hasMore ? start : null);
    const comments = seen.flatMap((each) => toComment(session, post, each, comment) ?? []);
    const isPartial = comments.length < list.elements.length;
    return { kind: 'page', comments, cursor: toCursor(next), ...(isPartial && { isPartial }) };
  }
  if (answer.status !== 404) return linkedInFailure(session, answer);
  // If a comment was deleted since its list was read, its replies are gone too.
  if (comment !== null) return { kind: 'page', comments: [], cursor: toCursor(afterAnswers(place, null)) };
  // A post that was just created has no thread yet.
  return hasNoThread(answer) ? { kind: 'page', comments: [], cursor: null } : { kind: 'gone' };
}

const listSchema = z.object({
  elements: z.array(z.unknown()),
  paging: z.object({ total: z.number().optional().catch(undefined) }).optional(),
});

/**
 * Whether another page follows. Entries that may not be shown are left out, so a page that is not full need
 * not be the last.
 */
function isFollowed({ elements, paging }: z.infer<typeof listSchema>, start: number): boolean {
  if (elements.length === 0) return false;
  return elements.length >= pageSize || (paging?.total ?? 0) > start + pageSize;
}

function afterComments(start: number, seen: readonly SeenComment[], hasMore: boolean): Place {
  const answered = seen.flatMap(({ urn, answers }) => (answers > 0 ? (commentParts(urn) ?? []) : []));
  return {
    top: hasMore ? start + pageSize : null,
    thread: answered[0]?.thread ?? '',
    ids: answered.map(({ id }) => id),
    at: 0,
  };
}

/** The place after a page of replies. `start` is null at the end of their list. */
function afterAnswers(place: Place, start: number | null): Place {
  return start === null ? { ...place, ids: place.ids.slice(1), at: 0 } : { ...place, at: start + pageSize };
}

function toCursor(place: Place): string | null {
  return place.top === null && place.ids.length === 0 ? null : JSON.stringify(place);
}

/** Converts a comment. LinkedIn identifies people only by URN, because names need a permission that apps do not get. */
function toComment(
  session: LinkedInSession,
  { externalPostId }: CommentedPost,
  { urn, actor, text, createdAt, parent }: SeenComment,
  listedUnder: string | null,
): PlatformComment | null {
  if (createdAt === undefined) return null;
  const parentComment = listedUnder ?? parent ?? null;
  const { externalUrl } = toPublishedComment(session, urn, { externalPostId, reference: null });
  const isOurs = actor === session.externalAccountId;
  return {
    externalCommentId: urn,
    parentExternalId: parentComment,
    author: {
      externalId: actor,
      handle: isOurs ? session.handle : null,
      name: null,
      avatarUrl: null,
    },
    mine: isOurs,
    canReply: true,
    text,
    postedAt: new Date(createdAt),
    externalUrl,
    reference: { post: externalPostId, ...(parentComment !== null && { parentComment }) },
  };
}
