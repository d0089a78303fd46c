import { z } from 'zod';

const postUrn = /^urn:li:(?:share|ugcPost):(\d{1,20})$/;
const commentUrn = /^urn:li:comment:\(((?:urn:li:)?[A-Za-z]+:\d+),(\d+)\)$/;

export const postUrnSchema = z.string().regex(postUrn);

export function isCommentUrn(urn: string): boolean {
  return commentUrn.test(urn);
}

/** The thread of a comment, and the comment's number there. Null for other URNs. */
export function commentParts(urn: string): { thread: string; id: string } | null {
  const match = commentUrn.exec(urn);
  if (match?.[1] === undefined || match[2] === undefined) return null;
  const thread = match[1].startsWith('urn:li:') ? match[1] : `urn:li:${match[1]}`;
  return { thread, id: match[2] };
}

/** The bits of an id below its time. */
const bitsBelowTime = 22n;
const yearsKnownMs = { from: Date.UTC(2010, 0), marginMs: 24 * 60 * 60 * 1000 };

/**
 * The time of a post's creation, from its id, whose upper bits count milliseconds. This is not documented,
 * but true of all ids: good enough to rule out an id, never to accept one. Null if the time makes no sense.
 */
export function timeOfPost(urn: string, now: Date): Date | null {
  const id = postUrn.exec(urn)?.[1];
  if (id === undefined) return null;
  const timeMs = Number(BigInt(id) >> bitsBelowTime);
  const isSensible = timeMs > yearsKnownMs.from && timeMs < now.getTime() + yearsKnownMs.marginMs;
  return isSensible ? new Date(timeMs) : null;
}
