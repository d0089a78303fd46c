import { z } from 'zod';
import type { SandboxStore, StoredPublication } from '../../../sandbox/store.js';
import type { SandboxToken } from '../../../sandbox/tokens.js';
import { commentsUnder } from '../../../sandbox/visitors.js';
import type { Params } from './container-params.js';
import { statusOf } from '../../kit/meta/sandbox/containers.js';
import { graphError, invalid, noSuchObject } from './errors.js';
import { readFields, type AskedField } from './field-expansion.js';

export interface Reader {
  store: SandboxStore;
  /** The URL of this simulator, without a trailing slash. */
  baseUrl: string;
  handleOf: (accountId: string) => string;
}

const listSchema = z.object({
  since: z.coerce.number().default(0),
  until: z.coerce.number().default(Number.MAX_SAFE_INTEGER),
  limit: z.coerce.number().int().min(1).max(100).default(25),
  after: z.coerce.number().int().min(0).default(0),
});

/** A page of a list, newest first. */
export function listAnswer(reader: Reader, all: StoredPublication[], params: Params): Response {
  const query = listSchema.safeParse(params).data;
  if (query === undefined) return invalid('Invalid list parameter.');
  const { store } = reader;
  const inTime = all.filter(({ publishedAt, externalPostId }) => {
    const seconds = Date.parse(publishedAt) / 1000;
    const isListed = (store.note(`listed INSTAGRAM ${externalPostId}`) ?? 0) <= store.now().getTime();
    return isListed && seconds >= query.since && seconds <= query.until;
  });
  const page = inTime.slice(query.after, query.after + query.limit);
  const end = query.after + page.length;
  const answers = page.map((entry) =>
    pick(fieldsOf(reader, entry), params['fields'], (asked) => expandAnswers(reader, entry, asked)),
  );
  const refused = answers.find((answer) => answer instanceof Response);
  if (refused !== undefined) return refused;
  const paging = end < inTime.length ? { paging: { cursors: { after: String(end) } } } : {};
  return Response.json({ data: answers, ...paging });
}

/** Posts, stories or reels of the account, which are never listed together. */
export function ownMedia({ store }: Reader, accountId: string, isStories: boolean): StoredPublication[] {
  const dayAgo = store.now().getTime() - 24 * 60 * 60 * 1000;
  return store
    .list({ platform: 'INSTAGRAM', accountId })
    .filter(({ parentId }) => parentId === null)
    .filter(({ extra }) => (extra['product'] === 'STORY') === isStories)
    .filter(({ publishedAt }) => !isStories || Date.parse(publishedAt) > dayAgo);
}

/** GET /{media}/comments and GET /{comment}/replies, only for the owner of the media. */
export function commentsAnswer(
  reader: Reader,
  token: SandboxToken,
  { id, below, params }: { id: string; below: 'comments' | 'replies'; params: Params },
): Response {
  const { store } = reader;
  const parent = store.find('INSTAGRAM', id);
  const rootId = parent?.rootId ?? null;
  const root = rootId === null ? parent : store.find('INSTAGRAM', rootId);
  const isComment = parent !== undefined && parent.parentId !== null;
  if (parent === undefined || isComment !== (below === 'replies')) return noSuchObject(id);
  if (root?.accountId !== token.accountId) return noSuchObject(id);
  return listAnswer(reader, isComment ? answersUnder(store, parent) : topComments(store, parent), params);
}

function topComments(store: SandboxStore, { externalPostId: id }: StoredPublication): StoredPublication[] {
  return commentsUnder(store, 'INSTAGRAM', id).filter(({ parentId }) => parentId === id);
}

/** There are two levels: replies to replies go next to those. */
function answersUnder(
  store: SandboxStore,
  { externalPostId: id, rootId }: StoredPublication,
): StoredPublication[] {
  return commentsUnder(store, 'INSTAGRAM', rootId ?? '').filter(
    (comment) => comment.externalPostId !== id && topOf(store, comment) === id,
  );
}

function topOf(store: SandboxStore, { externalPostId, parentId, rootId }: StoredPublication): string {
  const parent = parentId === null || parentId === rootId ? undefined : store.find('INSTAGRAM', parentId);
  return parent === undefined ? externalPostId : topOf(store, parent);
}

/** One path for all kinds of objects, as in the Graph API. */
export function objectAnswer(reader: Reader, id: string, params: Params): Response {
  const { store } = reader;
  const container = store.container(id);
  if (container !== undefined) {
    const status = statusOf(container, store.now());
    const words = container.failure !== null && status === 'ERROR' ? container.failure : statusWords[status];
    return answer(pick({ id, status_code: status, status: words }, params['fields']));
  }
  const found = store.find('INSTAGRAM', id);
  return found === undefined ? noSuchObject(id) : answer(pick(fieldsOf(reader, found), params['fields']));
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

/** `replies.limit(50){id,text}` of a comment. Without replies there is no such field. */
function expandAnswers(reader: Reader, comment: StoredPublication, { limit, fields }: AskedField): unknown {
  const answers = answersUnder(reader.store, comment);
  if (answers.length === 0) return undefined;
  const page = answers.slice(0, limit);
  return {
    data: page.map((answer) => pick(fieldsOf(reader, answer), fields)),
    paging: { cursors: { after: String(page.length) } },
  };
}

function fieldsOf(reader: Reader, publication: StoredPublication): Record<string, unknown> {
  const { baseUrl, handleOf } = reader;
  const { externalPostId: id, text, accountId, parentId, extra } = publication;
  const timestamp = publication.publishedAt.replace(/\.\d+Z$/, '+0000');
  const username = publication.visitor?.handle ?? handleOf(accountId);
  if (parentId !== null) {
    const top = topOf(reader.store, publication);
    const from = { id: accountId, username };
    const parent_id = top === id ? undefined : top;
    return {
      id,
      text,
      timestamp,
      username,
      from,
      like_count: 0,
      hidden: false,
      parent_id,
      replies: expanded,
    };
  }
  return {
    id,
    // A post without a caption has no such field.
    caption: text === '' ? undefined : text,
    timestamp,
    username,
    permalink: `${baseUrl}/${extra['product'] === 'REELS' ? 'reel' : 'p'}/${id}/`,
    shortcode: id,
    media_type: extra['mediaType'],
    media_product_type: extra['product'],
    is_comment_enabled: extra['commentsEnabled'],
    comments_count: 0,
    like_count: 0,
  };
}
