import { AppError, validationFailed } from '../../../domain/errors.js';
import { scheduleAheadMsMax } from '../../../domain/limits.js';
import { isActionAllowed, type PostAction } from '../../../domain/post-actions.js';
import type { PostRecord } from '../../post-records/records.js';
import type { RequestContext } from '../../shared/context.js';
import { allowedNow, hasEditableComment, hasLostApproval } from './allowed.js';

/** Refuses a time that is not in the future or is too far ahead. */
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
export function checkAction(ctx: RequestContext, action: PostAction, record: PostRecord): void {
  const { status } = record.post;
  if (isActionAllowed(action, status)) return;
  if (action === 'edit' && hasEditableComment(ctx, record)) return;
  throw new AppError('INVALID_STATE', `A post that is ${status} does not allow the action ${action}.`, {
    status,
    allowed: allowedNow(ctx, record),
  });
}

export function checkRetryIsApproved(ctx: RequestContext, record: PostRecord): void {
  if (!hasLostApproval(ctx, record)) return;
  throw new AppError('INVALID_STATE', 'The post needs approval again. Schedule it for a new time.', {
    status: record.post.status,
    allowed: allowedNow(ctx, record),
  });
}
