import { countersOf } from '../../../sandbox/counters.js';
import type { StoredPublication } from '../../../sandbox/store.js';
import { commentsUnder, topOf } from '../../../sandbox/visitors.js';
import { statusOf, pageOf } from '../../kit/meta/sandbox/containers.js';
import { graphError, invalid, noSuchObject } from '../../kit/meta/sandbox/errors.js';
import type { MetaCall } from '../../kit/meta/sandbox/login.js';
import { instagramAccountOf } from './accounts.js';

/** Responds with one page of a list, newest first. */
function listAnswer(call: MetaCall, all: readonly StoredPublication[]): Response {
  const { store, params } = call;
  const listed = all.filter(({ externalPostId }) => !store.lasts(`listed INSTAGRAM ${externalPostId}`));
  const list = pageOf(listed, params);
  if (list === null) return invalid('Invalid list parameter.');
  const answers = list.page.map((entry) =>
    pick(fieldsOf(call, entry), params['fields'], (asked) => expandAnswers(call, entry, asked)),
  );
  const refused = answers.find((answer) => answer instanceof Response);
  return refused ?? Response.json({ data: answers, ...list.paging });
}

/** GET /{account}/media and GET /{account}/stories: stories are never listed with posts and reels. */
export function listOwn(call: MetaCall, what: 'media' | 'stories'): Response {
  const { store, platform, token } = call;
  const isStories = what === 'stories';
  const dayAgo = store.now().getTime() - 24 * 60 * 60 * 1000;
  const own = store
    .list({ platform, accountId: token.accountId })
    .filter(({ parentId }) => parentId === null)
    .filter(({ extra }) => (extra['product'] === 'STORY') === isStories)
    .filter(({ publishedAt }) => !isStories || Date.parse(publishedAt) > dayAgo);
  return listAnswer(call, own);
}

/** GET /{media}/comments and GET /{comment}/replies, only for the owner of the media. */
export function listComments(call: MetaCall, below: 'comments' | 'replies'): Response {
  const { c, store, platform, token } = call;
  const id = c.req.param('id') ?? '';
  const parent = store.find(platform, id);
  const rootId = parent?.rootId ?? null;
  const root = rootId === null ? parent : store.find(platform, rootId);
  const isComment = parent !== undefined && parent.parentId !== null;
  if (parent === undefined || isComment !== (below === 'replies')) return noSuchObject(id);
  if (root?.accountId !== token.accountId) return noSuchObject(id);
  const comments = commentsUnder(call, id).filter(({ parentId }) => parentId === id);
  return listAnswer(call, isComment ? answersUnder(call, parent) : comments);
}

/** The replies below a comment. There are only two levels: a reply to a reply goes next to it. */
function answersUnder(
  call: MetaCall,
  { externalPostId: id, rootId }: StoredPublication,
): StoredPublication[] {
  return commentsUnder(call, rootId ?? '').filter(
    (comment) => comment.externalPostId !== id && topOf(call, comment).externalPostId === id,
  );
}

/** GET /{id}. One path serves all kinds of objects, as in the Graph API. */
export function readObject(call: MetaCall): Response {
  const { c, store, platform, params } = call;
  const id = c.req.param('id') ?? '';
  const container = store.container(id);
  if (container !== undefined) {
    const status = statusOf(container, store.now());
    const words = container.failure !== null && status === 'ERROR' ? container.failure : statusWords[status];
    return answer(pick({ id, status_code: status, status: words }, params['fields']));
  }
  const found = store.find(platform, id);
  return found === undefined ? noSuchObject(id) : answer(pick(fieldsOf(call, found), params['fields']));
}

const statusWords: Readonly<Record<string, string>> = {
  FINISHED: 'Finished: Media has been uploaded and it is ready to be published.',
  IN_PROGRESS: 'In Progress: Media is still being processed.',
  PUBLISHED: 'Published: Media has been published.',
  EXPIRED: 'Expired: The container was not published within 24 hours.',
};

function answer(fields: object | Response): Response {
  return fields instanceof Response ? fields : Response.json(fields);
}

/** The requested fields, and the id. A field that the object does not have is an error, as in the Graph API. */
function pick(
  all: Record<string, unknown>,
  fields = 'id',
  expand: (asked: AskedField) => unknown = () => undefined,
): Record<string, unknown> | Response {
  const asked = readFields(fields);
  const unknown = asked.find(({ name }) => !(name in all));
  if (unknown !== undefined) {
    return graphError({ code: 100, message: `(#100) Tried accessing nonexisting field (${unknown.name})` });
  }
  return Object.fromEntries([
    ['id', all['id']],
    ...asked.map((field) => [field.name, all[field.name] === expanded ? expand(field) : all[field.name]]),
  ]) as Record<string, unknown>;
}

/** A placeholder for a list, which is returned only if requested. */
const expanded = Symbol('expanded');

/** `replies.limit(50){id,text}` of a comment. Undefined without replies, because the field is then missing. */
function expandAnswers(call: MetaCall, comment: StoredPublication, { limit, fields }: AskedField): unknown {
  const answers = answersUnder(call, comment);
  if (answers.length === 0) return undefined;
  const page = answers.slice(0, limit);
  return {
    data: page.map((answer) => pick(fieldsOf(call, answer), fields)),
    paging: { cursors: { after: String(page.length) } },
  };
}

function fieldsOf(call: MetaCall, publication: StoredPublication): Record<string, unknown> {
  const { baseUrl } = call;
  const { externalPostId: id, text, accountId, parentId, extra } = publication;
  const timestamp = publication.publishedAt.replace(/\.\d+Z$/, '+0000');
  const username = publication.visitor?.handle ?? instagramAccountOf(accountId).username;
  if (parentId !== null) {
    const top = topOf(call, publication).externalPostId;
    const from = { id: accountId, username };
    const parent_id = top === id ? undefined : top;
    return {
      id,
      text,
      timestamp,
      username,
      from,
      like_count: 0,
      hidden: publication.isHidden,
      parent_id,
      replies: expanded,
    };
  }
  return {
    id,
    // The field is missing for a post without a caption.
    caption: text === '' ? undefined : text,
    timestamp,
    username,
    permalink: `${baseUrl}/${extra['product'] === 'REELS' ? 'reel' : 'p'}/${id}/`,
    shortcode: id,
    media_type: extra['mediaType'],
    media_product_type: extra['product'],
    is_comment_enabled: extra['commentsEnabled'],
    comments_count: commentsUnder(call, id).length,
    like_count: countersOf(call.store, publication).likes,
  };
}

/** A requested field. For a list, also the number of entries and their requested fields. */
export interface AskedField {
  name: string;
  limit: number;
  fields: string | undefined;
}

const limitDefault = 25;

/** Parses a list such as `id,replies.limit(50){id,text}`. */
export function readFields(fields: string): AskedField[] {
  return [...fields.matchAll(/([^,{}.]+)(?:\.limit\((\d+)\))?(?:\{([^{}]*)\})?(?:,|$)/g)].map(
    ([, name = '', limit, inner]) => ({ name, limit: Number(limit ?? limitDefault), fields: inner }),
  );
}
