import { z } from 'zod';
import type {
  CommentChangeAnswer,
  CommentsAnswer,
  PlatformComment,
  PlatformComments,
} from '../kit/comments.js';
import { graphPage } from '../kit/meta/graph-list.js';
import { changeComment } from '../kit/meta/change-comment.js';
import {
  call,
  openPage,
  pathOf,
  type FacebookContext,
  type FacebookPage,
  type FacebookSession,
  type PageCall,
} from './api.js';
import { facebookFailure } from './failure.js';
import { commentReferenceOf } from './find-comment.js';
import { facebookPush } from './push.js';
import { siteUrl } from './permalink.js';
import { storyMediaIdOf } from './stories.js';

const pageSize = 100;

const commentSchema = z.object({
  id: z.string().min(1),
  message: z.string().nullish(),
  created_time: z.string().refine((value) => !Number.isNaN(Date.parse(value))),
  permalink_url: z.string().nullish(),
  from: z.object({ id: z.string(), name: z.string().nullish() }).nullish().catch(null),
  parent: z.object({ id: z.string() }).nullish().catch(null),
  can_comment: z.boolean().nullish().catch(null),
  is_hidden: z.boolean().nullish().catch(null),
});

/** Lists comments of all levels, newest first: `GET /{post}/comments` as a stream. Facebook has two levels. */
export function facebookComments(context: FacebookContext): PlatformComments<FacebookSession> {
  return {
    // The Graph API allows 4,800 calls per day and engaged user. This leaves most of them for publishing.
    callsPerHourMax: 60,
    newestFirst: true,
    push: facebookPush(context),
    hiding: {
      set: (session, id, isHidden) =>
        changeObject(session, id, { method: 'POST', params: { is_hidden: String(isHidden) } }),
    },
    deleting: {
      whose: 'ALL',
      remove: (session, id) => changeObject(session, id, { method: 'DELETE', params: {} }),
    },
    list: async (session, post, cursor) => {
      // The API has no comments on stories: answers to a story are private messages.
      if (storyMediaIdOf(post) !== null) return { kind: 'disabled' };
      return list(openPage(session), session, post.externalPostId, cursor);
    },
  };
}

/** Hides, shows or deletes a comment. */
function changeObject(
  session: FacebookSession,
  id: string,
  request: Omit<PageCall, 'path'>,
): Promise<CommentChangeAnswer> {
  const page = openPage(session);
  return changeComment((one) => call(page, { ...one, path: [id] }), request, session.clock, facebookFailure);
}

async function list(
  page: FacebookPage,
  session: FacebookSession,
  postId: string,
  cursor: string | null,
): Promise<CommentsAnswer> {
  const { context, accessToken, appSecret } = page;
  const request = {
    baseUrl: session.baseUrl,
    path: pathOf(context, [postId, 'comments']),
    params: {
      fields: Object.keys(commentSchema.shape).join(','),
      filter: 'stream',
      order: 'reverse_chronological',
      limit: String(pageSize),
    },
    accessToken,
    appSecret,
  };
  const answer = await graphPage(context, request, commentSchema, cursor, facebookFailure);
  if (answer.kind !== 'page') return answer;
  const { items, ...rest } = answer;
  return { ...rest, comments: items.map((comment) => toComment(page, postId, comment)) };
}

function toComment(
  page: FacebookPage,
  postId: string,
  comment: z.infer<typeof commentSchema>,
): PlatformComment {
  const { id, message, from, parent, permalink_url: permalink, is_hidden: isHidden } = comment;
  const threadId = parent?.id ?? null;
  return {
    externalCommentId: id,
    parentExternalId: threadId,
    author: {
      externalId: from?.id ?? null,
      handle: null,
      name: from?.name ?? null,
      avatarUrl: null,
    },
    mine: from?.id === page.pageId,
    canReply: comment.can_comment !== false,
    ...(typeof isHidden === 'boolean' && { isHidden }),
    text: message ?? '',
    postedAt: new Date(comment.created_time),
    externalUrl: permalink ? siteUrl(page, permalink) : null,
    reference: commentReferenceOf(postId, threadId ?? id),
  };
}
