import { rejectPost } from '../posts/reject.js';
import type { RequestContext } from '../shared/context.js';
import { requireClient } from './internal/client.js';

/** Sends a post that the client has seen back to its authors. `expect` throws for any other version of the post. */
export async function rejectClientPost(
  ctx: RequestContext,
  input: { postId: string; reason: string | null; expect: (view: object) => void },
): Promise<void> {
  requireClient(ctx);
  const { postId, reason, expect } = input;
  // An earlier request with the same Idempotency-Key has rejected it.
  if (ctx.changedIds?.has(postId) === true) return;
  await rejectPost({ ...ctx, expect }, { postId, reason });
}
