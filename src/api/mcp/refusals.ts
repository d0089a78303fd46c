import { AppError } from '../../domain/errors.js';
import { allowedActions, isActionAllowed, type PostAction } from '../../domain/post-actions.js';
import type { PostView } from '../../services/post-records/types.js';
import { getPost } from '../../services/posts/get.js';
import type { RequestContext } from '../../services/shared/context.js';
import { requireScope } from '../../services/shared/rights/access.js';
import { unconfirmedAdvice, unconfirmedCode } from './unconfirmed.js';

// Each of these asks for the scope before the post is read: a key that cannot change posts must not learn its state.

/** The argument of update_post that publishes failed targets again. */
export const retryArgument = 'retryFailed';

type State = Pick<PostView, 'status'> & {
  targets: readonly { id: string; status: string; errorCode: string | null }[];
};

const isUnconfirmed = ({ errorCode }: State['targets'][number]): boolean => errorCode === unconfirmedCode;

/** The failed targets that an agent may publish again. Targets with an unclear outcome are not among them. */
export const retriedIds = ({ targets }: State): string[] =>
  targets.filter((target) => target.status === 'FAILED' && !isUnconfirmed(target)).map(({ id }) => id);

/**
 * Refuses to schedule a post with an unclear outcome. The API allows it, because Punctual looks before it sends
 * anything again, but an agent that hears "scheduled" would tell its person that the post will be published.
 */
export async function refuseUnconfirmed(ctx: RequestContext, postId: string): Promise<void> {
  requireScope(ctx, 'posts:write');
  const post = await getPost(ctx, { postId });
  if (post.targets.some(isUnconfirmed)) throw refusal(post, unconfirmedAdvice, 'schedule', 'retry');
}

/** Refuses a retry that has nothing to publish, before the edit that comes with it is stored. */
export async function refuseRetry(
  ctx: RequestContext,
  postId: string,
  args: Record<string, unknown>,
): Promise<void> {
  if (args[retryArgument] !== true) return;
  requireScope(ctx, 'posts:publish');
  const post = await getPost(ctx, { postId });
  if (isActionAllowed('retry', post.status) && retriedIds(post).length > 0) return;
  const isUnclear = post.targets.some(isUnconfirmed);
  throw refusal(post, isUnclear ? unconfirmedAdvice : 'The post has no failed target to retry.', 'retry');
}

/** Refuses to delete what was scheduled or published, which people look for later. */
export async function refuseUnlessDraft(ctx: RequestContext, postId: string): Promise<void> {
  requireScope(ctx, 'posts:write');
  const post = await getPost(ctx, { postId });
  if (post.status === 'DRAFT') return;
  const message = 'This tool deletes drafts only. A person can delete the post in the dashboard.';
  throw refusal(post, message, 'delete');
}

function refusal({ status }: State, message: string, ...refused: PostAction[]): AppError<'INVALID_STATE'> {
  const allowed = allowedActions(status).filter((action) => !refused.includes(action));
  return new AppError('INVALID_STATE', message, { status, allowed });
}
