import type { RequestContext } from '../shared/context.js';
import type { Page } from '../shared/paging/page.js';
import { readTimeline, type ListTimelineInput } from '../timeline/list.js';
import type { TimelineView } from '../timeline/types.js';
import { readInReach } from './internal/read-in-reach.js';

export interface CommentTimelineInput extends Pick<ListTimelineInput, 'kind' | 'cursor' | 'limit' | 'sort'> {
  commentId: string;
}

/** The timeline of a reply that was sent through us, like that of a post. Other comments have no entries. */
export async function listCommentTimeline(
  ctx: RequestContext,
  { commentId, ...input }: CommentTimelineInput,
): Promise<Page<TimelineView>> {
  const { comment } = await readInReach(ctx, commentId, 'read');
  // No post has a comment's id, and so nothing has happened to it.
  return readTimeline(ctx, { ...input, postId: comment.replyPostId ?? comment.id });
}
