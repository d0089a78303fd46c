import { z } from 'zod';
import type { SandboxStore, StoredPublication } from '../../../sandbox/store.js';
import type { Params } from './container-params.js';
import { statusOf } from './containers.js';
import { graphError, invalid, noSuchObject } from './errors.js';

export interface Reader {
  store: SandboxStore;
  /** Of this platform's simulator, without a trailing slash. */
  baseUrl: string;
  handleOf: (accountId: string) => string;
}

const listSchema = z.object({
  since: z.coerce.number().default(0),
  until: z.coerce.number().default(Number.MAX_SAFE_INTEGER),
  limit: z.coerce.number().int().min(1).max(100).default(25),
  after: z.coerce.number().int().min(0).default(0),
});

/** A page of them, newest first. */
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
  const answers = page.map((entry) => pick(fieldsOf(reader, entry), params['fields']));
  const refused = answers.find((answer) => answer instanceof Response);
  if (refused !== undefined) return refused;
  const paging = end < inTime.length ? { paging: { cursors: { after: String(end) } } } : {};
  return Response.json({ data: answers, ...paging });
}

/** Posts, stories, or reels of the account, which are never listed together. */
export function ownMedia({ store }: Reader, accountId: string, isStories: boolean): StoredPublication[] {
  const dayAgo = store.now().getTime() - 24 * 60 * 60 * 1000;
  return store
    .list({ platform: 'INSTAGRAM', accountId })
    .filter(({ parentId }) => parentId === null)
    .filter(({ extra }) => (extra['product'] === 'STORY') === isStories)
    .filter(({ publishedAt }) => !isStories || Date.parse(publishedAt) > dayAgo);
}

export function repliesTo({ store }: Reader, id: string): StoredPublication[] {
  return store.list({ platform: 'INSTAGRAM' }).filter(({ parentId }) => parentId === id);
}

/** One path for all kinds of object, as in the Graph API. */
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

/** The fields that were asked for, and the id; a field that the object has not is an error, as in the Graph API. */
function pick(all: Record<string, unknown>, fields = 'id'): Record<string, unknown> | Response {
  const names = fields.split(',');
  const unknown = names.find((name) => !(name in all));
  return unknown === undefined
    ? Object.fromEntries(['id', ...names].map((name) => [name, all[name]]))
    : graphError({ code: 100, message: `(#100) Tried accessing nonexisting field (${unknown})` });
}

function fieldsOf({ baseUrl, handleOf }: Reader, publication: StoredPublication): Record<string, unknown> {
  const { externalPostId: id, text, accountId, parentId, extra } = publication;
  const timestamp = publication.publishedAt.replace(/\.\d+Z$/, '+0000');
  const username = handleOf(accountId);
  if (parentId !== null) {
    const isAnswer = publication.rootId !== parentId;
    const from = { id: accountId, username };
    const parent_id = isAnswer ? parentId : undefined;
    return { id, text, timestamp, username, from, like_count: 0, hidden: false, parent_id };
  }
  return {
    id,
    // An account's post without a caption has no such field.
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
