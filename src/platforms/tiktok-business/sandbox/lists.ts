import { avatarUrl } from '../../../sandbox/avatars.js';
import type { Call } from '../../../sandbox/call.js';
import type { StoredPublication } from '../../../sandbox/store.js';
import { commentsUnder } from '../../../sandbox/visitors.js';
import { businessAccounts } from './accounts.js';
import { invalid, ok } from './answers.js';
import type { CommentQuery, ListQuery } from './params.js';

/** The number of replies that are listed with each comment, if requested. */
const shownAnswersMax = 3;

const seconds = (instant: string): number => Math.floor(Date.parse(instant) / 1000);

/** GET /business/video/list/: public posts, the newest first. */
export function videoList(
  { store, platform, token, baseUrl }: Call,
  { fields, filters, cursor, max_count: max }: ListQuery,
): Response {
  const nowMs = store.now().getTime();
  const before = cursor ?? nowMs + 1;
  const wanted = filters?.video_ids;
  const listed = store
    .list({ platform, accountId: token.accountId })
    .filter(({ parentId, extra }) => parentId === null && extra['isListed'] === true)
    .filter(({ extra }) => Number(extra['listedAtMs']) <= nowMs)
    .filter(({ publishedAt }) => Date.parse(publishedAt) < before)
    .filter(({ externalPostId }) => wanted === undefined || wanted.includes(externalPostId));
  const page = pageOf(listed, max);
  const last = page.at(-1);
  return ok({
    videos: page.map((post) => videoFields(post, fields, baseUrl)),
    cursor: last === undefined ? before : Date.parse(last.publishedAt),
    has_more: listed.length > page.length,
  });
}

/**
 * The posts of one page. The next page starts before the time of the last post on this page, so no two pages
 * share a time.
 */
function pageOf(listed: readonly StoredPublication[], max: number): StoredPublication[] {
  const next = listed[max];
  const page = listed.slice(0, max);
  const apart = page.filter(({ publishedAt }) => publishedAt !== next?.publishedAt);
  if (apart.length > 0) return apart;
  return listed.filter(({ publishedAt }) => publishedAt === page[0]?.publishedAt);
}

function videoFields(post: StoredPublication, fields: readonly string[], baseUrl: string): object {
  const { accountId, externalPostId, text, publishedAt } = post;
  const address = `${baseUrl}/@${encodeURIComponent(accountId)}/video/${externalPostId}`;
  const all: Record<string, unknown> = {
    item_id: externalPostId,
    caption: text,
    create_time: String(seconds(publishedAt)),
    share_url: `${address}?utm_campaign=tt4d_open_api&utm_source=sandbox`,
    embed_url: address,
  };
  return Object.fromEntries(fields.map((name) => [name, all[name]]));
}

/** GET /business/comment/list/ and /business/comment/reply/list/ */
export function commentList(call: Call, query: CommentQuery): Response {
  const { store, platform, token, baseUrl } = call;
  const { video_id: videoId, comment_id: commentId, cursor, max_count: max } = query;
  const video = store.find(platform, videoId);
  if (video?.accountId !== token.accountId) return invalid('video_id is not known.');
  if (commentId !== undefined && store.find(platform, commentId)?.rootId !== videoId) {
    return invalid('comment_id is not known.');
  }
  const all = commentsUnder(call, videoId);
  const { comment_ids: ids } = query;
  const newestFirst =
    ids === undefined
      ? all.filter(({ extra }) => extra['threadId'] === commentId)
      : all.filter(({ externalPostId }) => ids.includes(externalPostId));
  // Without a sort field, any order is allowed.
  const isDescending = query.sort_field === 'create_time' && query.sort_type === 'desc';
  const comments = isDescending ? newestFirst : newestFirst.toReversed();
  const page = comments.slice(cursor, cursor + max);
  return ok({
    comments: page.map((comment) => {
      const answers = all.filter(({ extra }) => extra['threadId'] === comment.externalPostId);
      const shown = answers.slice(0, shownAnswersMax).map((answer) => commentFields(answer, video, baseUrl));
      const more = query.include_replies === 'true' ? { reply_list: shown } : {};
      return { ...commentFields(comment, video, baseUrl), replies: answers.length, ...more };
    }),
    cursor: cursor + page.length,
    has_more: comments.length > cursor + page.length,
  });
}

export function commentFields(comment: StoredPublication, video: StoredPublication, baseUrl: string): object {
  const { externalPostId, text, publishedAt, accountId, visitor, extra } = comment;
  const known = businessAccounts.find(({ externalAccountId }) => externalAccountId === accountId);
  return {
    comment_id: externalPostId,
    video_id: video.externalPostId,
    text,
    create_time: String(seconds(publishedAt)),
    owner: accountId === video.accountId,
    status: 'PUBLIC',
    unique_identifier: accountId,
    username: visitor?.handle ?? known?.handle ?? accountId,
    display_name: visitor?.name ?? known?.displayName ?? accountId,
    profile_image: avatarUrl(baseUrl, accountId),
    ...(extra['threadId'] === undefined ? {} : { parent_comment_id: extra['threadId'] }),
  };
}
