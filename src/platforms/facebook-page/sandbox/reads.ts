import { z } from 'zod';
import { readMarks } from '../../../sandbox/marks.js';
import type { SandboxStore, StoredPublication } from '../../../sandbox/store.js';
import { commentsUnder } from '../../../sandbox/visitors.js';
import { dialect, invalid, noSuchObject } from './errors.js';
import { pageFields } from './oauth.js';
import { expiredKey } from './publish.js';
import { nameFault, pickFields, platform, type GraphRequest } from './requests.js';
import { settleVideo, statusOf, videoById } from './videos.js';

const listedLateMs = 2_000;

export interface Reading {
  store: SandboxStore;
  /** Where the sandbox shows what is on facebook.com. */
  baseUrl: string;
}

const querySchema = z.object({
  since: z.coerce.number().int().default(0),
  until: z.coerce.number().int().default(Number.MAX_SAFE_INTEGER),
  limit: z.coerce.number().int().min(1).max(100).default(25),
  after: z.coerce.number().int().min(0).default(0),
});
const listNames = ['fields', 'since', 'until', 'limit', 'after'];

/** One page of a list, newest first. */
function list(
  { store }: Reading,
  request: GraphRequest,
  items: readonly StoredPublication[],
  fieldsOf: (item: StoredPublication) => Readonly<Record<string, unknown>>,
  names: readonly string[] = listNames,
): Response {
  const fault = nameFault(request, names);
  if (fault !== null) return fault;
  const query = querySchema.safeParse(request.params).data;
  if (query === undefined) return invalid('A parameter of the list cannot be read.');
  const nowMs = store.now().getTime();
  const listed = items.filter(({ publishedAt, text }) => {
    const atMs = Date.parse(publishedAt);
    const isLate = readMarks(text).has('listed-late') && nowMs - atMs < listedLateMs;
    return !isLate && atMs >= query.since * 1000 && atMs <= query.until * 1000;
  });
  const page = listed.slice(query.after, query.after + query.limit);
  const picked = page.map((item) => pickFields(fieldsOf(item), request.params['fields']));
  const refused = picked.find((item) => item instanceof Response);
  if (refused !== undefined) return refused;
  const end = query.after + page.length;
  const paging = end < listed.length ? { paging: { cursors: { after: String(end) } } } : {};
  return Response.json({ data: picked, ...paging });
}

function ownPosts({ store }: Reading, { token }: GraphRequest): StoredPublication[] {
  return store.list({ platform, accountId: token.accountId }).filter(({ parentId }) => parentId === null);
}

const isStory = ({ extra }: StoredPublication): boolean => /-story$/.test(String(extra['kind']));

/** GET /{page}/published_posts: videos and reels are among them. */
export function listPosts(reading: Reading, request: GraphRequest): Response {
  const posts = ownPosts(reading, request).filter((post) => !isStory(post));
  return list(reading, request, posts, (post) => postFields(reading, post));
}

/** GET /{page}/videos and /{page}/video_reels */
export function listVideos(reading: Reading, request: GraphRequest, kind: 'film' | 'reel'): Response {
  const videos = ownPosts(reading, request).filter(({ extra }) => extra['kind'] === kind);
  return list(reading, request, videos, (video) => videoFields(reading, video));
}

/** GET /{page}/stories */
export function listStories(reading: Reading, request: GraphRequest): Response {
  return list(reading, request, ownPosts(reading, request).filter(isStory), (story) => {
    const { extra, externalPostId: id, accountId, publishedAt } = story;
    const [photoId] = photoIdsOf(story);
    return {
      id,
      post_id: id,
      media_id: photoId ?? extra['videoId'],
      media_type: photoId === undefined ? 'video' : 'photo',
      status: 'published',
      creation_time: String(Math.floor(Date.parse(publishedAt) / 1000)),
      url: `${reading.baseUrl}/stories/${accountId}/${id}`,
    };
  });
}

/** GET /{object}/comments: all comments of a post, or those below a comment. Only for the Page that owns the post. */
export function listComments(reading: Reading, request: GraphRequest, id: string): Response {
  const { store } = reading;
  const { filter = 'toplevel', order = 'chronological' } = request.params;
  const object = store.find(platform, id);
  const rootId = object?.rootId ?? null;
  const root = rootId === null ? object : store.find(platform, rootId);
  if (object === undefined || root?.accountId !== request.token.accountId) return noSuchObject(id);
  if (!['stream', 'toplevel'].includes(filter))
    return invalid('The parameter filter must be stream or toplevel.');
  const below = commentsUnder(store, platform, root.externalPostId).filter((comment) =>
    object === root
      ? filter === 'stream' || comment.parentId === id
      : comment.externalPostId !== id && threadOf(store, comment) === id,
  );
  const ordered = order === 'reverse_chronological' ? below : below.toReversed();
  const names = [...listNames, 'filter', 'order'];
  return list(reading, request, ordered, (comment) => commentFields(reading, comment), names);
}

/** The first comment of its thread: there are two levels, and replies to replies go next to those. */
function threadOf(store: SandboxStore, { externalPostId, parentId, rootId }: StoredPublication): string {
  const parent = parentId === null || parentId === rootId ? undefined : store.find(platform, parentId);
  return parent === undefined ? externalPostId : threadOf(store, parent);
}

/** GET /{id}: a Page, a video, a post or a comment. */
export function readObject(reading: Reading, request: GraphRequest, id: string): Response {
  const { store } = reading;
  const { params, token } = request;
  const fault = nameFault(request, ['fields']);
  if (fault !== null) return fault;
  if (id === token.accountId) {
    const expired = store.note(expiredKey(id));
    if (expired !== undefined) store.setNote(expiredKey(id), null);
    return token.refreshes <= (expired ?? -1)
      ? dialect.expiredToken()
      : answer(pageFields(reading.baseUrl, id), params);
  }
  const video = videoById(store, id);
  if (video?.accountId === token.accountId) {
    settleVideo(store, video);
    const status = statusOf(store, video);
    const shown = store.find(platform, id);
    return answer(
      shown === undefined ? unseen(id, status) : { ...videoFields(reading, shown), status },
      params,
    );
  }
  const found = store.find(platform, id);
  if (found === undefined) return noSuchObject(id);
  return answer(found.parentId === null ? postFields(reading, found) : commentFields(reading, found), params);
}

function answer(
  fields: Readonly<Record<string, unknown>>,
  { fields: asked }: GraphRequest['params'],
): Response {
  const picked = pickFields(fields, asked);
  return picked instanceof Response ? picked : Response.json(picked);
}

const unseen = (id: string, status: object) => ({
  id,
  status,
  description: undefined,
  created_time: undefined,
  permalink_url: undefined,
  post_id: undefined,
});

const timeOf = (instant: string): string => instant.replace(/\.\d+Z$/, '+0000');

function photoIdsOf({ extra }: StoredPublication): string[] {
  return z.array(z.string()).safeParse(extra['photoIds']).data ?? [];
}

function postFields({ baseUrl }: Reading, post: StoredPublication): Record<string, unknown> {
  const { externalPostId: id, accountId, text, publishedAt } = post;
  const attachments = attachmentsOf(post);
  return {
    id,
    message: text === '' ? undefined : text,
    created_time: timeOf(publishedAt),
    permalink_url: `${baseUrl}/${accountId}/posts/${id}`,
    attachments: attachments.length === 0 ? undefined : { data: attachments },
    from: { id: accountId, name: accountId },
  };
}

function attachmentsOf(post: StoredPublication): object[] {
  const { extra, text } = post;
  const photos = photoIdsOf(post).map((id) => ({ media_type: 'photo', target: { id } }));
  if (extra['videoId'] !== undefined) {
    return [{ media_type: 'video', target: { id: extra['videoId'] } }];
  }
  if (photos.length > 1) return [{ media_type: 'album', subattachments: { data: photos } }];
  const link = extra['link'] ?? /https?:\/\/[^\s]+/.exec(text)?.[0];
  return link === undefined ? photos : [{ media_type: 'link', unshimmed_url: link }];
}

/** Facebook returns paths for videos. */
function videoFields(_reading: Reading, video: StoredPublication): Record<string, unknown> {
  const { externalPostId: id, accountId, text, publishedAt, extra } = video;
  return {
    id,
    description: text === '' ? undefined : text,
    created_time: timeOf(publishedAt),
    permalink_url: extra['kind'] === 'reel' ? `/reel/${id}` : `/${accountId}/videos/${id}`,
    post_id: id,
  };
}

function commentFields({ baseUrl, store }: Reading, comment: StoredPublication): Record<string, unknown> {
  const { externalPostId: id, accountId, text, publishedAt, visitor } = comment;
  const threadId = threadOf(store, comment);
  return {
    id,
    message: text,
    created_time: timeOf(publishedAt),
    permalink_url: `${baseUrl}/${id}`,
    from: { id: accountId, name: visitor?.name ?? accountId },
    parent: threadId === id ? undefined : { id: threadId },
    can_comment: true,
  };
}
