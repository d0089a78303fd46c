import { AppError, validationFailed } from '../../../domain/errors.js';
import { scheduleAheadMsMax } from '../../../domain/limits.js';
import { allowedActions, isActionAllowed, type PostAction } from '../../../domain/post-actions.js';
import type { PostRecord } from '../../post-records/records.js';
import { needsApproval } from '../../post-runs/approval-gate.js';
import type { RequestContext } from '../../shared/context.js';

/** Refuses a time that is not ahead of now, or absurdly far ahead. */
export function checkFuture(at: Date, now: Date, path: string): void {
  const aheadMs = at.getTime() - now.getTime();
  if (aheadMs <= 0) {
    throw validationFailed([{ path, code: 'not_in_future', message: 'The time must be in the future.' }]);
  }
  if (aheadMs > scheduleAheadMsMax) {
    throw validationFailed([
      { path, code: 'too_far_ahead', message: 'The time must be within the next five years.' },
    ]);
  }
}

/** Refuses an action that the post's status does not allow (409). */
export function checkAction(action: PostAction, { status }: PostRecord['post']): void {
  if (isActionAllowed(action, status)) return;
  throw new AppError('INVALID_STATE', `A post that is ${status} does not allow the action ${action}.`, {
    status,
    allowed: allowedActions(status),
  });
}

/** A retry goes out at once, so that content which was edited after it failed has to be scheduled anew instead. */
export function checkRetryIsApproved(ctx: RequestContext, { post }: PostRecord): void {
  if (post.status !== 'FAILED' || !needsApproval(ctx, post)) return;
  throw new AppError('INVALID_STATE', 'The post needs approval again. Schedule it for a new time.', {
    status: post.status,
    allowed: allowedActions(post.status).filter((action) => action !== 'retry'),
  });
}
