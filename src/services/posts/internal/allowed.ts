import { allowedActions, type PostAction } from '../../../domain/post-actions.js';
import type { PostRecord } from '../../post-records/records.js';
import { needsApproval } from '../../post-runs/approval-gate.js';
import type { RequestContext } from '../../shared/context.js';
import { hasMissedItsTime, isHeldForRetry, isRetryWaiting } from './partly-public.js';

/** The actions that a post allows now, in table order: those of its status, without what its targets or its time forbid. */
export function allowedNow(ctx: RequestContext, record: PostRecord): PostAction[] {
  const impossible = impossibleNow(ctx, record);
  return allowedActions(record.post.status).filter((action) => !impossible.includes(action));
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

/** A retry goes out at once, so that content which was edited after it failed has to be scheduled anew instead. */
export function hasLostApproval(ctx: RequestContext, { post }: PostRecord): boolean {
  return post.status === 'FAILED' && needsApproval(ctx, post);
}
