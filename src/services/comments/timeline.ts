import type { RequestContext } from '../shared/context.js';
import type { Page } from '../shared/paging/page.js';
import { readTimeline, type ListTimelineInput } from '../timeline/list.js';
import type { TimelineView } from '../timeline/types.js';
import { readInReach } from './internal/read-in-reach.js';

export interface CommentTimelineInput extends Pick<ListTimelineInput, 'kind' | 'cursor' | 'limit' | 'sort'> {
  commentId: string;
}

/** Lists the timeline of a reply that was sent through us. For other comments it is empty. */
export async function listCommentTimeline(
  ctx: RequestContext,
  { commentId, ...input }: CommentTimelineInput,
): Promise<Page<TimelineView>> {
  const { comment } = await readInReach(ctx, commentId, 'read');
  // For other comments, the comment's own id is used, which nothing published has, so the timeline is empty.
  return readTimeline(ctx, { ...input, postId: comment.replyPublicationId ?? comment.id });
}
