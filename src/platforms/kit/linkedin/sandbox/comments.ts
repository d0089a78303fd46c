import type { Context, Hono } from 'hono';
import { z } from 'zod';
import { readMarks } from '../../../../sandbox/marks.js';
import { answerPublishing, type SandboxEnv } from '../../../../sandbox/publishing.js';
import type { StoredPublication } from '../../../../sandbox/store.js';
import type { SandboxToken } from '../../../../sandbox/tokens.js';
import { denied, dialect, invalid, notFound, refusal } from './answers.js';
import { actingAs } from './grants.js';
import type { LinkedInSide } from './cast.js';
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
    versioned(side, 'listComments', (c) =>
      mayRead(side) ? listComments(c, side) : denied('socialActions.comments'),
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
  const isRightPlace = isReply
    ? input.parentComment === parentUrn && input.object === thread
    : input.parentComment === undefined && [parentUrn, thread].includes(input.object);
  if (!isRightPlace) return invalid('object and parentComment do not fit the path.');
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
      return Response.json(toElement(stored), { status: 201, headers: { 'x-restli-id': id } });
    },
  });
}

/** A post's thread has an id of its own, beside that of the post. */
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

/** Those of a post, or those of a comment: each list has one level. */
function listComments(c: Context<SandboxEnv>, side: LinkedInSide): Response {
  const query = listSchema.safeParse(c.req.query()).data;
  if (query === undefined) return invalid('The query is not as described.');
  const parent = side.store.find(side.platform, c.req.param('urn') ?? '');
  if (parent === undefined) return notFound('No such post or comment.');
  const all = side.store
    .list({ platform: side.platform })
    .filter(({ parentId }) => parentId === parent.externalPostId)
    .reverse();
  const { start, count } = query;
  const elements = all.slice(start, start + count).map(toElement);
  return Response.json({ paging: { start, count, links: [], total: all.length }, elements });
}

function toElement(comment: StoredPublication): object {
  const { externalPostId, accountId, text, publishedAt, parentId } = comment;
  const stamp = { actor: accountId, time: Date.parse(publishedAt) };
  return {
    actor: accountId,
    commentUrn: externalPostId,
    created: stamp,
    id: externalPostId.replace(/^.*,(\d+)\)$/, '$1'),
    lastModified: stamp,
    message: { attributes: [], text },
    object: threadOf(comment),
    ...(parentId?.startsWith('urn:li:comment:') && { parentComment: parentId }),
  };
}
