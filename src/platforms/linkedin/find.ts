import { z } from 'zod';
import type { JsonObject } from '../../domain/json.js';
import { onFailure } from '../kit/failure.js';
import { oursAmong, readPages, type Verdict } from '../kit/look-up.js';
import type { FindAnswer, Publication, PublishedSearch, ReplyTarget } from '../kit/platform.js';
import { encodeUrn, readLinkedIn, type LinkedInSession } from './api.js';
import { createCommentJudge, createPostJudge } from './judge.js';
import { duplicateIn, threadParentOf, toPublishedComment, toPublishedPost } from './published.js';
import { seenCommentSchema, seenPostSchema } from './seen.js';
import { commentParts, postUrnSchema, timeOfPost } from './urns.js';

const pageSize = 50;
/** Enough pages for all posts of an ordinary account since the attempt began. */
const pagesMax = 4;

interface Lookup {
  session: LinkedInSession;
  search: PublishedSearch;
}

/**
 * Finds the post only if LinkedIn rejected our repeat as a duplicate and named the post, because apps cannot
 * read a member's posts. Otherwise the result proves nothing, as on any blind platform: the post is sent
 * again only if a person accepts the risk of a duplicate.
 */
export function findOfPerson(
  session: LinkedInSession,
  publication: Publication,
  state: JsonObject | null,
  search: PublishedSearch,
): FindAnswer {
  const urn = publication.replyTo === null ? ownDuplicate({ session, search }, state) : null;
  if (urn === null) return { kind: 'absent' };
  return { kind: 'found', published: toPublishedPost(session, urn) };
}

/** The post that our repeat duplicated, unless it belongs to another publication or is older than the first attempt. */
function ownDuplicate({ session, search }: Lookup, state: JsonObject | null): string | null {
  const urn = postUrnSchema.safeParse(duplicateIn(state)).data;
  if (urn === undefined || search.takenIds.has(urn)) return null;
  const madeAt = timeOfPost(urn, session.clock.now());
  return madeAt !== null && madeAt < search.since ? null : urn;
}

/** Looks for a lost publication among the organization's posts. */
export async function findOfOrganization(
  session: LinkedInSession,
  publication: Publication,
  state: JsonObject | null,
  search: PublishedSearch,
): Promise<FindAnswer> {
  const lookup: Lookup = { session, search };
  const { replyTo } = publication;
  if (replyTo !== null) return findComment(lookup, publication, replyTo);
  const listed = await findPost(lookup, publication, state);
  const urn = ownDuplicate(lookup, state);
  if (listed.kind !== 'absent' || urn === null) return listed;
  // Lists lag, and LinkedIn has returned the ids of posts that do not exist.
  return (await isOurs(lookup, publication, state, urn))
    ? { kind: 'found', published: toPublishedPost(session, urn) }
    : listed;
}

const postsSchema = z.object({ elements: z.array(z.unknown()) });

async function findPost(
  lookup: Lookup,
  publication: Publication,
  state: JsonObject | null,
): Promise<FindAnswer> {
  const { session, search } = lookup;
  const judge = createPostJudge(publication, state, search);
  const seen: [string, Verdict][] = [];
  await readPages<number>(pagesMax, async (page = 0) => {
    const author = encodeUrn(session.externalAccountId);
    const path = `/rest/posts?author=${author}&q=author&count=${pageSize}&start=${page * pageSize}&sortBy=CREATED`;
    const call = { method: 'GET', path, headers: { 'x-restli-method': 'FINDER' } } as const;
    const { elements } = await readLinkedIn(session, call, postsSchema);
    const posts = elements.flatMap((element) => seenPostSchema.safeParse(element).data ?? []);
    for (const post of posts) {
      if (!search.takenIds.has(post.id)) seen.push([post.id, judge(post)]);
    }
    const isPast = posts.some(
      ({ createdAt }) => createdAt !== undefined && createdAt < search.since.getTime(),
    );
    return elements.length === 0 || isPast ? null : page + 1;
  });
  return oursAmong(seen, (urn): FindAnswer => ({
    kind: 'found',
    published: toPublishedPost(session, urn),
  }));
}

async function isOurs(
  { session, search }: Lookup,
  publication: Publication,
  state: JsonObject | null,
  urn: string,
): Promise<boolean> {
  const path = `/rest/posts/${encodeUrn(urn)}`;
  const reading = readLinkedIn(session, { method: 'GET', path }, seenPostSchema);
  const post = await onFailure(reading, () => null);
  return post?.id === urn && createPostJudge(publication, state, search)(post) === 'ours';
}

async function findComment(
  lookup: Lookup,
  publication: Publication,
  replyTo: ReplyTarget,
): Promise<FindAnswer> {
  const { session, search } = lookup;
  const judge = createCommentJudge(session.externalAccountId, publication, search);
  const taken = new Set([...search.takenIds].map((urn) => commentParts(urn)?.id));
  const seen: [string, Verdict][] = [];
  await readPages<number>(pagesMax, async (page = 0) => {
    const parent = encodeUrn(threadParentOf(replyTo));
    const path = `/rest/socialActions/${parent}/comments?start=${page * pageSize}&count=${pageSize}`;
    const { elements } = await readLinkedIn(session, { method: 'GET', path }, postsSchema);
    for (const element of elements) {
      const comment = seenCommentSchema.safeParse(element).data;
      if (comment === undefined || taken.has(commentParts(comment.urn)?.id)) continue;
      seen.push([comment.urn, judge(comment)]);
    }
    return elements.length === 0 ? null : page + 1;
  });
  return oursAmong(seen, (urn): FindAnswer => ({
    kind: 'found',
    published: toPublishedComment(session, urn, replyTo),
  }));
}
