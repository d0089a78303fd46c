import { eq } from 'drizzle-orm';
import { posts } from '../../db/schema/index.js';
import { requireSession } from '../shared/access.js';
import type { RequestContext } from '../shared/context.js';
import { lockPostWithRights } from '../post-records/lock-with-rights.js';
import { callerOf, recordEvents } from '../timeline/record.js';
import { readPostView } from './get.js';
import { checkAction } from './internal/checks.js';
import type { PostView } from '../post-records/types.js';

export interface RejectInput {
  postId: string;
  reason: string;
}

/** Sends a post that waits for approval back to its authors: a draft again, with its time as the calendar's pin. */
export async function rejectPost(ctx: RequestContext, { postId, reason }: RejectInput): Promise<PostView> {
  requireSession(ctx);
  await ctx.db.transaction(async (tx) => {
    const { record } = await lockPostWithRights(tx, ctx, postId, 'approvePosts');
    const { post } = record;
    checkAction('reject', post);
    await tx
      .update(posts)
      .set({ status: 'DRAFT', rejectionReason: reason, updatedAt: ctx.clock.now() })
      .where(eq(posts.id, postId));
    await recordEvents(tx, ctx, postId, callerOf(ctx), [
      { kind: 'REJECTED', detail: { status: 'DRAFT', rejectionReason: reason } },
    ]);
  });
  return readPostView(ctx, postId);
}
