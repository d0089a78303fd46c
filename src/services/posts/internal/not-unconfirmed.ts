import { AppError } from '../../../domain/errors.js';
import type { PostRecord, TargetRow } from '../../post-records/records.js';
import type { RequestContext } from '../../shared/context.js';
import { allowedNow } from './allowed.js';

/** The error for resolving a target that is not, or no longer, unconfirmed. */
export function notUnconfirmed(
  ctx: RequestContext,
  record: PostRecord,
  { comment, externalPostId }: Pick<TargetRow, 'comment' | 'externalPostId'>,
): AppError<'INVALID_STATE'> {
  const message = 'The target is not unconfirmed, so there is nothing to resolve.';
  const hasFailedComment = comment?.status === 'FAILED' && externalPostId !== null;
  const advice =
    ' A first comment is not resolved: POST /posts/{id}/targets/{tid}/retry-first-comment looks for it.';
  return invalidState(ctx, record, hasFailedComment ? message + advice : message);
}

export function invalidState(
  ctx: RequestContext,
  record: PostRecord,
  message: string,
): AppError<'INVALID_STATE'> {
  return new AppError('INVALID_STATE', message, {
    status: record.post.status,
    allowed: allowedNow(ctx, record),
  });
}
