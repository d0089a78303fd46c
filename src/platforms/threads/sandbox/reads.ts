import type { SandboxStore, StoredPublication } from '../../../sandbox/store.js';
import { commentsUnder } from '../../../sandbox/visitors.js';
import { statusOf, pageOf } from '../../kit/meta/sandbox/containers.js';
import { invalid } from '../../kit/meta/sandbox/errors.js';
import { lacksScope, type MetaCall } from '../../kit/meta/sandbox/login.js';
import { noPermission, noSuchObject } from './errors.js';

/** GET /{user}/threads and GET /{user}/replies */
export function listOwn(call: MetaCall, what: 'posts' | 'replies'): Response {
  const own = call.store.list({ platform: call.platform, accountId: call.token.accountId });
  return listAnswer(
    call,
    own.filter(({ parentId }) => (parentId === null) === (what === 'posts')),
  );
}

/** GET /{post}/conversation */
export function listConversation(call: MetaCall): Response {
  const id = call.c.req.param('id') ?? '';
  const post = call.store.find(call.platform, id);
  if (post?.accountId !== call.token.accountId) return noSuchObject();
  if (lacksScope(call, 'threads_read_replies')) return noPermission();
  const replies = commentsUnder(call, id);
  return listAnswer(call, call.params['reverse'] === 'false' ? replies.reverse() : replies);
}

/** GET /{id}. One path serves both kinds of objects, as in the Graph API. */
export function readObject(call: MetaCall): Response {
  const { c, store, platform } = call;
  const id = c.req.param('id') ?? '';
  const container = store.container(id);
  if (container !== undefined) {
    const status = statusOf(container, store.now());
    return Response.json({ id, status, ...(status === 'ERROR' ? { error_message: container.failure } : {}) });
  }
  const media = store.find(platform, id);
  return media === undefined ? noSuchObject() : Response.json(mediaFields(call, media));
}

function listAnswer(call: MetaCall, all: readonly StoredPublication[]): Response {
  const list = pageOf(all, call.params);
  if (list === null) return invalid('Invalid list parameter.');
  return Response.json({ data: list.page.map((media) => mediaFields(call, media)), ...list.paging });
}

function mediaFields({ store, publicUrl, token, params }: MetaCall, media: StoredPublication): object {
  const { fields = 'id' } = params;
  const all: Record<string, unknown> = {
    id: media.externalPostId,
    text: media.text,
    timestamp: media.publishedAt.replace(/\.\d+Z$/, '+0000'),
    permalink: `${publicUrl}/posts/threads/${media.externalPostId}`,
    shortcode: media.externalPostId,
    username: media.visitor?.handle ?? media.accountId,
    is_reply_owned_by_me: media.parentId === null ? undefined : media.accountId === token.accountId,
    media_type: mediaTypeOf(store, media),
    poll_attachment: media.extra['poll_attachment'],
    gif_url: media.extra['gif_url'],
    replied_to: media.parentId === null ? undefined : { id: media.parentId },
    hide_status: media.parentId === null ? undefined : media.isHidden ? 'HIDDEN' : 'NOT_HUSHED',
    root_post: media.rootId === null ? undefined : { id: media.rootId },
  };
  return Object.fromEntries(['id', ...fields.split(',')].map((name) => [name, all[name]]));
}

function mediaTypeOf(store: SandboxStore, { media }: StoredPublication): string {
  const [first, ...others] = media;
  if (first === undefined) return 'TEXT_POST';
  if (others.length > 0) return 'CAROUSEL_ALBUM';
  return store.media(first.mediaId)?.kind === 'VIDEO' ? 'VIDEO' : 'IMAGE';
}
