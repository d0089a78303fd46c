import type { Call } from '../../../sandbox/call.js';
import { commentOfOwner, removePublication } from '../../../sandbox/change-publication.js';
import { answerPublishing, publishAs } from '../../../sandbox/publishing.js';
import type { SimulatedComments } from '../../../sandbox/simulator.js';
import type { StoredPublication } from '../../../sandbox/store.js';
import { fault, invalid, ok } from './answers.js';
import { commentFields } from './lists.js';
import { markedCode } from './marks.js';

interface CommentBody {
  video_id: string;
  comment_id?: string | undefined;
  text: string;
}

export const businessComments: SimulatedComments = {
  newComment: ({ store, post, parent }) => ({
    externalPostId: store.newNumericId(),
    extra: placeUnder(post, parent),
  }),
};

/** The place of a comment. There are two levels: a reply to a reply goes next to it, under the comment. */
function placeUnder(video: StoredPublication, answered: StoredPublication): { threadId?: string } {
  if (answered === video) return {};
  const { threadId } = answered.extra;
  return { threadId: typeof threadId === 'string' ? threadId : answered.externalPostId };
}

/** Creates a comment on the account's own post, or a reply to a comment on it. */
export function createComment(
  call: Call,
  { video_id: videoId, comment_id: commentId, text }: CommentBody,
): Response | Promise<Response> {
  const { store, platform, token, baseUrl, dialect } = call;
  const video = store.find(platform, videoId);
  if (video?.accountId !== token.accountId || video.parentId !== null) {
    return invalid('video_id is not known.');
  }
  const answered = commentId === undefined ? video : store.find(platform, commentId);
  if (answered === undefined || (commentId !== undefined && answered.rootId !== videoId)) {
    return invalid('comment_id is not known.');
  }
  const code = markedCode(text);
  if (code !== null) return fault(code, 'Requested by a mark.');
  if (video.extra['disablesComments'] === true) return dialect.commentsDisabled();
  const accept = (): Response => {
    const comment = publishAs(call, {
      text,
      parentId: answered.externalPostId,
      rootId: videoId,
      extra: placeUnder(video, answered),
    });
    return ok(commentFields(comment, video, baseUrl));
  };
  return answerPublishing(call, { text, parent: answered, accept });
}

/** Deletes a comment under a post of the account, with the replies to it. */
export function deleteComment(
  call: Call,
  { comment_id: id }: { comment_id: string },
): Response | Promise<Response> {
  const comment = commentOfOwner(call, id);
  return comment === undefined
    ? invalid('comment_id is not known.')
    : removePublication(call, comment, () => ok({}));
}
