import { actionFrom, isActionAllowed, type PostAction } from '../../../domain/post-actions.js';
import type { PostRecord } from '../../post-records/records.js';
import { needsApproval } from '../../post-runs/approval-gate.js';
import type { RequestContext } from '../../shared/context.js';
import { hasMissedItsTime, isCommentEditable, isHeldForRetry, isRetryWaiting } from './partly-public.js';

/**
 * The actions that a post allows now, in the order of the table: those of its status, without those that its targets or
 * its time rule out.
 */
export function allowedNow(ctx: RequestContext, record: PostRecord): PostAction[] {
  const impossible = impossibleNow(ctx, record);
  const isPossible = (action: PostAction): boolean =>
    isActionAllowed(action, record.post.status) || (action === 'edit' && hasEditableComment(ctx, record));
  return (Object.keys(actionFrom) as PostAction[]).filter(
    (action) => isPossible(action) && !impossible.includes(action),
  );
}

/** Whether a fully public post has a first comment that can be edited. */
export function hasEditableComment(ctx: RequestContext, { post, targets }: PostRecord): boolean {
  return post.status === 'PUBLISHED' && targets.some((target) => isCommentEditable(ctx, post, target));
}

function impossibleNow(ctx: RequestContext, record: PostRecord): PostAction[] {
  const now = ctx.clock.now();
  return [
    ...(isRetryWaiting(record) ? (['edit'] as const) : []),
    ...(isHeldForRetry(record, now) ? (['schedule', 'reschedule'] as const) : []),
    ...(hasMissedItsTime(record, now) ? (['approve'] as const) : []),
    ...(hasLostApproval(ctx, record) ? (['retry'] as const) : []),
  ];
}

/**
 * Whether a failed post cannot be retried, because it needs an approval that it does not have, such as after
 * an edit. A retry publishes immediately, so such a post must be scheduled instead.
 */
export function hasLostApproval(ctx: RequestContext, { post }: PostRecord): boolean {
  return post.status === 'FAILED' && needsApproval(ctx, post);
}
