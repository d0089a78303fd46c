import { AppError } from '../../domain/errors.js';
import { allowedActions } from '../../domain/post-actions.js';
import { getPost } from '../../services/posts/get.js';
import type { RequestContext } from '../../services/shared/context.js';
import { requireScope } from '../../services/shared/rights/access.js';

export const unconfirmedCode = 'PUBLISH_UNCONFIRMED';

/** The only way out of an unclear outcome that agents are told. */
export const unconfirmedRemedy =
  'Ask a person to look at the account on the platform, and to say in the dashboard what they see.';

/** The rule for an unclear outcome. It is in the instructions and in the explanation of the error. */
export const unconfirmedAdvice = `PUBLISH_UNCONFIRMED means that the content may already be public. Never publish it again, neither with the same post nor with a new one. ${unconfirmedRemedy}`;

/**
 * Refuses to schedule a post with an unclear outcome. The API allows it, because Punctual looks before it sends
 * anything again, but an agent that hears "scheduled" would tell its person that the post will be published.
 */
export async function refuseUnconfirmed(ctx: RequestContext, postId: string): Promise<void> {
  // Before the post is read: a key that cannot schedule must not learn its state here.
  requireScope(ctx, 'posts:write');
  const { status, targets } = await getPost(ctx, { postId });
  if (!targets.some(({ errorCode }) => errorCode === unconfirmedCode)) return;
  const allowed = allowedActions(status).filter((action) => action !== 'schedule' && action !== 'retry');
  throw new AppError('INVALID_STATE', unconfirmedAdvice, { status, allowed });
}
