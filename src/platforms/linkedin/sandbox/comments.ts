import { z } from 'zod';
import { jsonOf, type Register } from '../../../sandbox/call.js';
import { removePublication } from '../../../sandbox/change-publication.js';
import { readMarks } from '../../../sandbox/marks.js';
import { answerPublishing } from '../../../sandbox/publishing.js';
import type { SimulatedComments } from '../../../sandbox/simulator.js';
import type { StoredPublication } from '../../../sandbox/store.js';
import { commentsUnder, digestOf, topOf } from '../../../sandbox/visitors.js';
import { denied, invalid, notFound, refusal } from './answers.js';
import { actingAs, hasScope } from './grants.js';
import { elementsOf, mayRead, type LinkedInCall } from './parts.js';
import { isFirst } from './posts.js';

const commentCharsMax = 1_250;

const createSchema = z.strictObject({
  actor: z.string(),
  object: z.string(),
  message: z.strictObject({ text: z.string().min(1) }),
  parentComment: z.string().optional(),
});

/** Adds the Comments API. */
export function addComments(on: Register<LinkedInCall>): void {
  const path = '/socialActions/:urn/comments';
  on('POST', path, 'createComment', createComment);
  on('GET', path, 'listComments', (call) =>
    mayRead(call) && hasScope(call, call.token, 'r_organization_social_feed')
      ? listComments(call)
      : denied('socialActions.comments.GET_ALL'),
  );
  on('GET', `${path}/:id`, 'getComment', (call) => {
    if (!mayRead(call)) return denied('socialActions.comments.GET');
    const comment = commentOf(call);
    return comment === undefined
      ? notFound('No such comment.')
      : Response.json(toElement(comment, { top: topOf(call, comment), answers: 0 }));
  });
  on('DELETE', `${path}/:id`, 'deleteComment', deleteComment);
}

/** The comment in a path, which names its thread and its number there. */
function commentOf({ c, store, platform }: LinkedInCall): StoredPublication | undefined {
  return store.find(platform, `urn:li:comment:(${c.req.param('urn') ?? ''},${c.req.param('id') ?? ''})`);
}

/** DELETE /socialActions/{urn}/comments/{id}: deletes a comment of the actor, with the replies to it. */
function deleteComment(call: LinkedInCall): Response | Promise<Response> {
  const actor = actingAs(call, call.token, call.c.req.query('actor') ?? '');
  if (actor === null) return denied('the actor');
  const comment = commentOf(call);
  if (comment === undefined) return notFound('No such comment.');
  const isAllowed = !mayRead(call) || hasScope(call, call.token, 'w_organization_social_feed');
  if (comment.accountId !== actor.accountId || !isAllowed) return denied('socialActions.comments.DELETE');
  return removePublication(call, comment, () => new Response(null, { status: 204 }));
}

async function createComment(call: LinkedInCall): Promise<Response> {
  const { c, store, platform, token: shown } = call;
  const input = createSchema.safeParse(await jsonOf(call)).data;
  if (input === undefined) return invalid('The comment is not as described.');
  const token = actingAs(call, shown, input.actor);
  if (token === null) return denied('the actor');
  const parentUrn = c.req.param('urn') ?? '';
  const parent = store.find(platform, parentUrn);
  if (parent === undefined) return notFound('No such post or comment.');
  const thread = threadOf(parent);
  const isReply = parent.parentId !== null;
  if (parent !== topOf(call, parent)) return invalid('Replies cannot have replies.');
  const isRightPlace = isReply
    ? input.parentComment === parentUrn && input.object === thread
    : input.parentComment === undefined && [parentUrn, thread].includes(input.object);
  if (!isRightPlace) return invalid('object and parentComment do not fit the path.');
  if (mayRead(call) && !hasScope(call, shown, 'w_organization_social_feed'))
    return denied('socialActions.comments.CREATE');
  const { text } = input.message;
  if (text.length > commentCharsMax) return refusal(400, 'FIELD_LENGTH_TOO_LONG', 'The comment is too long.');
  if (readMarks(`${parent.text} ${text}`).has('no-comment-right'))
    return denied('socialActions.comments.CREATE');
  const isTooSoon = isFirst({ ...call, token }, parent.text, 'activity-later');
  if (isTooSoon) return refusal(404, 'NOT_FOUND', `Unable to obtain activity from ${parentUrn}`);
  const accept = (): Response => {
    const id = store.newNumericId();
    const stored = store.publish({
      platform,
      accountId: token.accountId,
      externalPostId: `urn:li:comment:(${thread},${id})`,
      text,
      parentId: parent.externalPostId,
      rootId: parent.rootId ?? parent.externalPostId,
      extra: { thread },
    });
    const place = { top: topOf(call, stored), answers: 0 };
    return Response.json(toElement(stored, place), { status: 201, headers: { 'x-restli-id': id } });
  };
  return answerPublishing({ ...call, token }, { text, parent, accept });
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

/** The URN of a post's thread, which differs from that of the post. */
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

/** Lists the comments on a post, or the replies to a comment: each list has one level. */
function listComments(call: LinkedInCall): Response {
  const { c, store, platform, token } = call;
  const query = listSchema.safeParse(c.req.query()).data;
  if (query === undefined) return invalid('The query is not as described.');
  const parent = store.find(platform, c.req.param('urn') ?? '');
  if (parent === undefined) return notFound('No such post or comment.');
  const post = parent.parentId === null ? parent : store.find(platform, parent.rootId ?? '');
  if (post === undefined || actingAs(call, token, post.accountId) === null)
    return denied('socialActions.comments.GET_ALL');
  const under = commentsUnder(call, post.externalPostId).reverse();
  const parents = new Map(under.map((comment) => [comment, topOf(call, comment)]));
  const answersOf = (comment: StoredPublication) =>
    under.filter((other) => other !== comment && parents.get(other) === comment);
  const all =
    parent === post ? under.filter((one) => one.parentId === post.externalPostId) : answersOf(parent);
  return elementsOf(all, query, (comment) =>
    toElement(comment, { top: parents.get(comment), answers: answersOf(comment).length }),
  );
}

interface Place {
  /** The first-level comment of the thread, which is the comment itself if it is on the post. */
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
