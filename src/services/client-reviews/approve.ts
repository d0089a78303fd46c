import { AppError, isAppError } from '../../domain/errors.js';
import { approvePost } from '../posts/approve.js';
import { countMore } from '../rate-limits/count-more.js';
import type { RequestContext } from '../shared/context.js';
import { appErrorOfDb, noticingChanges } from '../shared/rows/db-errors.js';
import { requireClient } from './internal/client.js';
import { notWaiting, readWaiting } from './internal/waiting.js';

/** How long a request begins further approvals, so that it ends before a proxy gives up on it. */
const approvalsMsMax = 20_000;

/** A post as the client has seen it. `expect` throws PRECONDITION_FAILED for any other version. */
export interface SeenPost {
  postId: string;
  expect: (view: object) => void;
}

export interface ApprovalOutcome {
  postId: string;
  /** Undefined: the post is approved. */
  error: AppError | undefined;
}

/**
 * Approves the posts that a client has seen, one after the other, each in its own transaction. One that fails does not
 * stop the others.
 */
export async function approveClientPosts(
  ctx: RequestContext,
  seen: readonly SeenPost[],
): Promise<ApprovalOutcome[]> {
  requireClient(ctx);
  await countMore(ctx, seen.length - 1);
  const endsAtMs = performance.now() + approvalsMsMax;
  const outcomes: ApprovalOutcome[] = [];
  for (const { postId, expect } of seen) {
    const isLate = performance.now() >= endsAtMs;
    const error = isLate ? outOfTime() : await noticingChanges(() => errorOf({ ...ctx, expect }, postId));
    // A repeat of this request has taken over the key, so its response has all outcomes.
    if (error?.code === 'IDEMPOTENCY_KEY_IN_USE') throw error;
    outcomes.push({ postId, error });
  }
  return outcomes;
}

async function errorOf(ctx: RequestContext, postId: string): Promise<AppError | undefined> {
  // An earlier request with the same Idempotency-Key has approved it.
  if (ctx.changedIds?.has(postId) === true) return undefined;
  try {
    await approvePost(ctx, { postId });
    return undefined;
  } catch (error) {
    if (isAppError(error) && error.code === 'PRECONDITION_FAILED') {
      return await changeOf(ctx, postId, error);
    }
    const known = isAppError(error) ? error : appErrorOfDb(error);
    if (known !== undefined) return known;
    ctx.log.error({ err: error, requestId: ctx.requestId, postId }, 'a client’s approval failed');
    return new AppError('INTERNAL_ERROR', 'Something unexpected happened.', {}, { cause: error });
  }
}

/** A post that was decided meanwhile has changed too, and a client whose response was lost needs to know which. */
async function changeOf(ctx: RequestContext, postId: string, changed: AppError): Promise<AppError> {
  const waiting = await readWaiting(ctx, postId).catch(() => undefined);
  return waiting === null ? notWaiting() : changed;
}

const outOfTime = (): AppError<'RETRY'> =>
  new AppError('RETRY', 'The request took too long to reach this post, so nothing was changed.', {});
