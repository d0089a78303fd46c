import type { Context, Hono } from 'hono';
import { z } from 'zod';
import { readMarks } from '../../../sandbox/marks.js';
import { answerPublishing, type SandboxEnv } from '../../../sandbox/publishing.js';
import type { SimulatedComments } from '../../../sandbox/simulator.js';
import type { StoredPublication } from '../../../sandbox/store.js';
import type { SandboxToken } from '../../../sandbox/tokens.js';
import { commentsUnder, digestOf } from '../../../sandbox/visitors.js';
import { denied, dialect, invalid, notFound, refusal } from './answers.js';
import { actingAs, hasScope } from './grants.js';
import type { LinkedInSide } from './simulated-accounts.js';
import { jsonOf, mayRead, versioned } from './parts.js';
import { isFirst } from './posts.js';

const commentCharsMax = 1_250;

const createSchema = z.strictObject({
  actor: z.string(),
  object: z.string(),
  message: z.strictObject({ text: z.string().min(1) }),
  parentComment: z.string().optional(),
});

/** Comments API. */
export function addComments(app: Hono<SandboxEnv>, side: LinkedInSide): void {
  app.post(
    '/rest/socialActions/:urn/comments',
    versioned(side, 'createComment', (c, token) => createComment(c, side, token)),
  );
  app.get(
    '/rest/socialActions/:urn/comments',
    versioned(side, 'listComments', (c, token) =>
      mayRead(side) && hasScope(side, token, 'r_organization_social_feed')
        ? listComments(c, side, token)
        : denied('socialActions.comments.GET_ALL'),
    ),
  );
}

async function createComment(
  c: Context<SandboxEnv>,
  side: LinkedInSide,
  shown: SandboxToken,
): Promise<Response> {
  const { store, platform } = side;
  const input = createSchema.safeParse(await jsonOf(c)).data;
  if (input === undefined) return invalid('The comment is not as described.');
  const token = actingAs(side, shown, input.actor);
  if (token === null) return denied('the actor');
  const parentUrn = c.req.param('urn') ?? '';
  const parent = store.find(platform, parentUrn);
  if (parent === undefined) return notFound('No such post or comment.');
  const thread = threadOf(parent);
  const isReply = parent.parentId !== null;
  if (parent !== topOf(side, parent)) return invalid('Replies cannot have replies.');
  const isRightPlace = isReply
    ? input.parentComment === parentUrn && input.object === thread
    : input.parentComment === undefined && [parentUrn, thread].includes(input.object);
  if (!isRightPlace) return invalid('object and parentComment do not fit the path.');
  if (mayRead(side) && !hasScope(side, shown, 'w_organization_social_feed'))
    return denied('socialActions.comments.CREATE');
  const { text } = input.message;
  if (text.length > commentCharsMax) return refusal(400, 'FIELD_LENGTH_TOO_LONG', 'The comment is too long.');
  if (readMarks(`${parent.text} ${text}`).has('no-comment-right'))
    return denied('socialActions.comments.CREATE');
  const isTooSoon =
    readMarks(parent.text).has('activity-later') && isFirst(side, token, parent.text, 'activity-later');
  if (isTooSoon) return refusal(404, 'NOT_FOUND', `Unable to obtain activity from ${parentUrn}`);
  return answerPublishing(c, store, {
    platform,
    token,
    text,
    parent,
    dialect,
    accept: () => {
      const id = store.newNumericId();
      const commentUrn = `urn:li:comment:(${thread},${id})`;
      const stored = store.publish({
        platform,
        accountId: token.accountId,
        externalPostId: commentUrn,
        text,
        parentId: parent.externalPostId,
        rootId: parent.rootId ?? parent.externalPostId,
        extra: { thread },
      });
      const place = { top: topOf(side, stored), answers: 0 };
      return Response.json(toElement(stored, place), { status: 201, headers: { 'x-restli-id': id } });
    },
  });
}

/** There are two levels: a reply to a reply goes next to it, under the same comment. */
function topOf({ store, platform }: LinkedInSide, comment: StoredPublication): StoredPublication {
  let top = comment;
  for (;;) {
    const parent = top.parentId === null ? undefined : store.find(platform, top.parentId);
    if (parent === undefined || parent.parentId === null) return top;
    top = parent;
  }
}

export const linkedInVisitors: SimulatedComments = {
  newComment: ({ store, post }) => {
    const thread = threadOf(post);
    return { externalPostId: `urn:li:comment:(${thread},${store.newNumericId()})`, extra: { thread } };
  },
  visitor: (name) => ({
    accountId: `urn:li:person:${digestOf(name).toString(36).slice(0, 10)}`,
    handle: name,
  }),
};

/** A post's thread has its own id, besides that of the post. */
function threadOf({ externalPostId, extra }: StoredPublication): string {
  const thread = extra['thread'];
  if (typeof thread === 'string') return thread;
  const id = BigInt(externalPostId.replace(/^.*:/, ''));
  return `urn:li:activity:${id + 1n}`;
}

const listSchema = z.strictObject({
  start: z.coerce.number().int().min(0).default(0),
  count: z.coerce.number().int().min(1).max(100).default(10),
});

/** The comments on a post, or the replies to a comment: each list has one level. */
function listComments(c: Context<SandboxEnv>, side: LinkedInSide, token: SandboxToken): Response {
  const query = listSchema.safeParse(c.req.query()).data;
  if (query === undefined) return invalid('The query is not as described.');
  const parent = side.store.find(side.platform, c.req.param('urn') ?? '');
  if (parent === undefined) return notFound('No such post or comment.');
  const post = parent.parentId === null ? parent : side.store.find(side.platform, parent.rootId ?? '');
  if (post === undefined || actingAs(side, token, post.accountId) === null)
    return denied('socialActions.comments.GET_ALL');
  const under = commentsUnder(side.store, side.platform, post.externalPostId).reverse();
  const parents = new Map(under.map((comment) => [comment, topOf(side, comment)]));
  const answersOf = (comment: StoredPublication) =>
    under.filter((other) => other !== comment && parents.get(other) === comment);
  const all =
    parent === post ? under.filter((one) => one.parentId === post.externalPostId) : answersOf(parent);
  const { start, count } = query;
  const elements = all
    .slice(start, start + count)
    .map((comment) => toElement(comment, { top: parents.get(comment), answers: answersOf(comment).length }));
  return Response.json({ paging: { start, count, links: [], total: all.length }, elements });
}

interface Place {
  /** The comment that it is under; itself if it is a comment on the post. */
  top: StoredPublication | undefined;
  answers: number;
}

function toElement(comment: StoredPublication, { top, answers }: Place): object {
  const { externalPostId, accountId, text, publishedAt } = comment;
  const stamp = { actor: accountId, time: Date.parse(publishedAt) };
  return {
    actor: accountId,
    commentUrn: externalPostId,
    created: stamp,
    id: externalPostId.replace(/^.*,(\d+)\)$/, '$1'),
    lastModified: stamp,
    message: { attributes: [], text },
    object: threadOf(comment),
    ...(top !== undefined && top !== comment && { parentComment: top.externalPostId }),
    ...(answers > 0 && {
      commentsSummary: { aggregatedTotalComments: answers, selectedComments: [] },
    }),
  };
}
