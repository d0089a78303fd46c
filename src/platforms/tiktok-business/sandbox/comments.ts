import type { Context } from 'hono';
import { answerPublishing, type SandboxEnv } from '../../../sandbox/publishing.js';
import type { SimulatedComments, SimulatorParts } from '../../../sandbox/simulator.js';
import type { StoredPublication } from '../../../sandbox/store.js';
import type { SandboxToken } from '../../../sandbox/tokens.js';
import { dialect, fault, invalid, ok } from './answers.js';
import { commentFields } from './lists.js';
import { markedCode } from './marks.js';

export interface CommentBody {
  video_id: string;
  comment_id?: string;
  text: string;
}

export const businessComments: SimulatedComments = {
  newComment: ({ store, post, parent }) => ({
    externalPostId: store.newNumericId(),
    extra: placeUnder(post, parent),
  }),
};

/** There are two levels: a reply to a reply goes next to it, under the comment. */
function placeUnder(video: StoredPublication, answered: StoredPublication): { threadId?: string } {
  if (answered === video) return {};
  const { threadId } = answered.extra;
  return { threadId: typeof threadId === 'string' ? threadId : answered.externalPostId };
}

/** A comment on the account's own post, or a reply to one there. */
export function createComment(
  c: Context<SandboxEnv>,
  { store, baseUrl }: Pick<SimulatorParts, 'store' | 'baseUrl'>,
  token: SandboxToken,
  { video_id: videoId, comment_id: commentId, text }: CommentBody,
): Response | Promise<Response> {
  const video = store.find('TIKTOK_BUSINESS', videoId);
  if (video?.accountId !== token.accountId || video.parentId !== null) {
    return invalid('video_id is not known.');
  }
  const answered = commentId === undefined ? video : store.find('TIKTOK_BUSINESS', commentId);
  if (answered === undefined || (commentId !== undefined && answered.rootId !== videoId)) {
    return invalid('comment_id is not known.');
  }
  const code = markedCode(text);
  if (code !== null) return fault(code, 'Requested by a mark.');
  if (video.extra['disablesComments'] === true) return dialect.commentsDisabled();
  return answerPublishing(c, store, {
    platform: 'TIKTOK_BUSINESS',
    token,
    text,
    parent: answered,
    dialect,
    accept: () => {
      const comment = store.publish({
        platform: 'TIKTOK_BUSINESS',
        accountId: token.accountId,
        externalPostId: store.newNumericId(),
        text,
        parentId: answered.externalPostId,
        rootId: videoId,
        extra: placeUnder(video, answered),
      });
      return ok(commentFields(comment, video, baseUrl));
    },
  });
}
