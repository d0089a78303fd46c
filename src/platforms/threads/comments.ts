import { z } from 'zod';
import type { PlatformComment, PlatformComments } from '../kit/comments.js';
import { changeComment } from '../kit/meta/change-comment.js';
import { graphPage } from '../kit/meta/graph-list.js';
import type { MetaSession } from '../kit/meta/session.js';
import { callThreads, graphCall, type ThreadsContext } from './api.js';
import { manageReplies } from './connect.js';
import { threadsPush } from './push.js';

const pageSize = 100;

const replySchema = z.object({
  id: z.string().min(1),
  text: z.string().nullish(),
  timestamp: z.string().refine((value) => !Number.isNaN(Date.parse(value))),
  permalink: z.string().nullish(),
  username: z.string().nullish(),
  replied_to: z.object({ id: z.string() }).nullish().catch(null),
  is_reply_owned_by_me: z.boolean().nullish().catch(null),
  profile_picture_url: z.string().nullish().catch(null),
  hide_status: z.string().nullish().catch(null),
});
const fields = Object.keys(replySchema.shape).join(',');

/** Lists replies of any depth: `GET /{media}/conversation`, newest first. */
export function threadsComments(context: ThreadsContext): PlatformComments<MetaSession> {
  return {
    // Threads allows 4,800 calls per day and impression, with at least ten impressions. This leaves most of them for
    // publishing.
    callsPerHourMax: 60,
    newestFirst: true,
    push: threadsPush(context),
    hiding: {
      scope: manageReplies,
      topLevelOnly: true,
      set: (session, id, isHidden) => {
        const path = encodeURIComponent(id);
        return changeComment(
          (call) =>
            callThreads(session, { ...call, path: call.method === 'GET' ? path : `${path}/manage_reply` }),
          { method: 'POST', params: { hide: String(isHidden) } },
          session.clock,
        );
      },
    },
    list: async (session, post, cursor) => {
      const call = graphCall(session, {
        path: `${encodeURIComponent(post.externalPostId)}/conversation`,
        method: 'GET',
        params: { fields, reverse: 'true', limit: String(pageSize) },
      });
      const page = await graphPage(session, call, replySchema, cursor);
      if (page.kind !== 'page') return page;
      const { items, ...rest } = page;
      return { ...rest, comments: items.map((reply) => toComment(reply, post.externalPostId)) };
    },
  };
}

/** Threads itself hides, restricts and blocks replies as well. It does not say who can still see them. */
const hiddenByStatus = new Map([
  ['HIDDEN', true],
  ['NOT_HUSHED', false],
  ['UNHUSHED', false],
]);

function toComment(reply: z.infer<typeof replySchema>, externalPostId: string): PlatformComment {
  const answered = reply.replied_to?.id;
  const isHidden = hiddenByStatus.get(reply.hide_status ?? '');
  return {
    externalCommentId: reply.id,
    parentExternalId: answered === undefined || answered === externalPostId ? null : answered,
    author: {
      // Threads returns the names of other people, but not their ids.
      externalId: null,
      handle: reply.username ?? null,
      name: null,
      avatarUrl: reply.profile_picture_url ?? null,
    },
    mine: reply.is_reply_owned_by_me === true,
    canReply: true,
    ...(isHidden !== undefined && { isHidden }),
    text: reply.text ?? '',
    postedAt: new Date(reply.timestamp),
    externalUrl: reply.permalink ?? null,
    reference: null,
  };
}
