import { z } from 'zod';
import { countersOf } from '../../../sandbox/counters.js';
import type { StoredPublication } from '../../../sandbox/store.js';
import { commentsUnder, isHeldBack, topOf } from '../../../sandbox/visitors.js';
import { noSuchObject } from '../../kit/meta/sandbox/errors.js';
import { pageOf } from '../../kit/meta/sandbox/containers.js';
import type { Params } from '../../kit/meta/sandbox/login.js';
import { dialect, invalid } from './errors.js';
import { pageFields, pageOfPerson } from './pages.js';
import { expiredKey } from './publish.js';
import { nameFault, pickFields, platform, type GraphCall } from './requests.js';
import { settleVideo, statusOf, videoById } from './videos.js';

const listedLateMs = 2_000;

/** Responds with one page of a list, newest first. */
function list(
  call: GraphCall,
  items: readonly StoredPublication[],
  fieldsOf: (call: GraphCall, item: StoredPublication) => Readonly<Record<string, unknown>>,
  names: readonly string[] = [],
): Response {
  const fault = nameFault(call, ['fields', 'since', 'until', 'limit', 'after', ...names]);
  if (fault !== null) return fault;
  const listed = items.filter((item) => !isHeldBack(call.store, item, 'listed-late', listedLateMs));
  const read = pageOf(listed, call.params);
  if (read === null) return invalid('A parameter of the list cannot be read.');
  const picked = read.page.map((item) => pickFields(fieldsOf(call, item), call.params['fields']));
  const refused = picked.find((item) => item instanceof Response);
  return refused ?? Response.json({ data: picked, ...read.paging });
}

function ownPosts({ store, token }: GraphCall): StoredPublication[] {
  return store.list({ platform, accountId: token.accountId }).filter(({ parentId }) => parentId === null);
}

const isStory = ({ extra }: StoredPublication): boolean => /-story$/.test(String(extra['kind']));

/** GET /{page}/published_posts: videos and reels are among them. */
export function listPosts(call: GraphCall): Response {
  const posts = ownPosts(call).filter((post) => !isStory(post));
  return list(call, posts, postFields);
}

/** GET /{page}/videos and /{page}/video_reels */
export function listVideos(call: GraphCall, kind: 'film' | 'reel'): Response {
  const videos = ownPosts(call).filter(({ extra }) => extra['kind'] === kind);
  return list(call, videos, videoFields);
}

/** GET /{page}/stories */
export function listStories(call: GraphCall): Response {
  return list(call, ownPosts(call).filter(isStory), ({ baseUrl }, story) => {
    const { extra, externalPostId: id, accountId, publishedAt } = story;
    const [photoId] = photoIdsOf(story);
    return {
      id,
      post_id: id,
      media_id: photoId ?? extra['videoId'],
      media_type: photoId === undefined ? 'video' : 'photo',
      status: 'published',
      creation_time: String(Math.floor(Date.parse(publishedAt) / 1000)),
      url: `${baseUrl}/stories/${accountId}/${id}`,
    };
  });
}

/** GET /{object}/comments: all comments of a post, or those below a comment. Only for the Page that owns the post. */
export function listComments(call: GraphCall): Response {
  const { c, store, token, params } = call;
  const { filter = 'toplevel', order = 'chronological' } = params;
  const id = c.req.param('id') ?? '';
  const object = store.find(platform, id);
  const rootId = object?.rootId ?? null;
  const root = rootId === null ? object : store.find(platform, rootId);
  if (object === undefined || root?.accountId !== token.accountId) return noSuchObject(id);
  if (!['stream', 'toplevel'].includes(filter))
    return invalid('The parameter filter must be stream or toplevel.');
  const below = commentsUnder(call, root.externalPostId).filter((comment) =>
    object === root
      ? filter === 'stream' || comment.parentId === id
      : comment.externalPostId !== id && topOf(call, comment).externalPostId === id,
  );
  const ordered = order === 'reverse_chronological' ? below : below.toReversed();
  return list(call, ordered, commentFields, ['filter', 'order']);
}

/** GET /{id}: a Page, a video, a post or a comment. */
export function readObject(call: GraphCall): Response {
  const { c, store, params, token } = call;
  const id = c.req.param('id') ?? '';
  const fault = nameFault(call, ['fields']);
  if (fault !== null) return fault;
  if (id === token.accountId) {
    const expired = store.note(expiredKey(id));
    if (expired !== undefined) store.setNote(expiredKey(id), null);
    return token.refreshes <= (expired ?? -1) ? dialect.expiredToken() : answer(pageFields(call, id), params);
  }
  const ownPage = pageOfPerson(call, id);
  if (ownPage !== undefined) return answer(ownPage, params);
  const video = videoById(store, id);
  if (video?.accountId === token.accountId) {
    settleVideo(store, video);
    const status = statusOf(store, video);
    const shown = store.find(platform, id);
    return answer(shown === undefined ? unseen(id, status) : { ...videoFields(call, shown), status }, params);
  }
  const found = store.find(platform, id);
  if (found === undefined) return noSuchObject(id);
  return answer(found.parentId === null ? postFields(call, found) : commentFields(call, found), params);
}

function answer(fields: Readonly<Record<string, unknown>>, { fields: asked }: Params): Response {
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

function postFields(call: GraphCall, post: StoredPublication): Record<string, unknown> {
  const { baseUrl } = call;
  const { externalPostId: id, accountId, text, publishedAt } = post;
  const attachments = attachmentsOf(post);
  return {
    id,
    message: text === '' ? undefined : text,
    created_time: timeOf(publishedAt),
    permalink_url: `${baseUrl}/${accountId}/posts/${id}`,
    attachments: attachments.length === 0 ? undefined : { data: attachments },
    from: { id: accountId, name: accountId },
    ...countersIn(call, post, 'reactions'),
    shares: { count: countersOf(call.store, post).shares },
  };
}

/** The summaries of reactions or likes, and of comments, as they are returned with `limit(0).summary(true)`. */
function countersIn(
  call: GraphCall,
  post: StoredPublication,
  edge: 'reactions' | 'likes',
): Record<string, unknown> {
  const summary = (count: number) => ({ data: [], summary: { total_count: count } });
  return {
    [edge]: summary(countersOf(call.store, post).likes),
    comments: summary(commentsUnder(call, post.externalPostId).length),
  };
}

function attachmentsOf(post: StoredPublication): object[] {
  const { extra, text } = post;
  const photos = photoIdsOf(post).map((id) => ({ media_type: 'photo', target: { id } }));
  if (extra['videoId'] !== undefined) return [{ media_type: 'video', target: { id: extra['videoId'] } }];
  if (photos.length > 1) return [{ media_type: 'album', subattachments: { data: photos } }];
  const link = extra['link'] ?? /https?:\/\/[^\s]+/.exec(text)?.[0];
  return link === undefined ? photos : [{ media_type: 'link', unshimmed_url: link }];
}

/** The fields of a video. Facebook returns its permalink as a path. */
function videoFields(call: GraphCall, video: StoredPublication): Record<string, unknown> {
  const { externalPostId: id, accountId, text, publishedAt, extra } = video;
  return {
    id,
    description: text === '' ? undefined : text,
    created_time: timeOf(publishedAt),
    permalink_url: extra['kind'] === 'reel' ? `/reel/${id}` : `/${accountId}/videos/${id}`,
    post_id: id,
    ...countersIn(call, video, 'likes'),
  };
}

function commentFields(call: GraphCall, comment: StoredPublication): Record<string, unknown> {
  const { externalPostId: id, accountId, text, publishedAt, visitor, isHidden } = comment;
  const threadId = topOf(call, comment).externalPostId;
  return {
    id,
    message: text,
    created_time: timeOf(publishedAt),
    permalink_url: `${call.baseUrl}/${id}`,
    from: { id: accountId, name: visitor?.name ?? accountId },
    parent: threadId === id ? undefined : { id: threadId },
    can_comment: true,
    is_hidden: isHidden,
  };
}
