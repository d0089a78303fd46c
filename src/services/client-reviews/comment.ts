import { and, count, eq } from 'drizzle-orm';
import { postEvents } from '../../db/schema/index.js';
import { clientCommentsPerPostMax } from '../../domain/client-links.js';
import { lockPostWithRights } from '../post-records/lock-with-rights.js';
import type { RequestContext } from '../shared/context.js';
import { requireCount } from '../shared/limits/count-limit.js';
import { callerOf, recordEvents } from '../timeline/record.js';
import { requireClient } from './internal/client.js';
import { notWaiting } from './internal/waiting.js';
import type { ClientCommentView } from './list.js';

/**
 * Writes a client's comment into the timeline of a post that waits for approval. The timeline has an actor and a time
 * for each entry, already shows the decisions that the comment is about, and is deleted with the post. The post itself
 * does not change, so the version that others have seen stays current.
 */
export async function commentOnClientPost(
  ctx: RequestContext,
  { postId, text }: { postId: string; text: string },
): Promise<ClientCommentView> {
  requireClient(ctx);
  return ctx.db.transaction(async (tx) => {
    const { record } = await lockPostWithRights(tx, ctx, postId, 'approvePosts');
    if (record.post.status !== 'NEEDS_APPROVAL') throw notWaiting();
    const [written] = await tx
      .select({ rows: count() })
      .from(postEvents)
      .where(and(eq(postEvents.postId, postId), eq(postEvents.kind, 'CLIENT_COMMENTED')));
    requireCount({
      wanted: (written?.rows ?? 0) + 1,
      max: clientCommentsPerPostMax,
      owner: 'A post',
      things: 'comments of clients',
      code: 'too_many_comments',
      path: 'text',
    });
    const at = ctx.clock.now();
    const entry = { kind: 'CLIENT_COMMENTED', detail: { clientComment: text } } as const;
    await recordEvents(tx, ctx, postId, callerOf(ctx), [entry]);
    return { at, text };
  });
}
