import { eq } from 'drizzle-orm';
import { posts } from '../../../db/schema/index.js';
import { awaitOutcome } from '../../shared/remote-calls/await-outcome.js';
import type { ServiceDeps } from '../../shared/context.js';

/** Waits until the run of a reply has ended, or until the response is due. */
export function awaitReply(deps: Pick<ServiceDeps, 'db' | 'publishing'>, postId: string): Promise<void> {
  return awaitOutcome(deps, async () => {
    const [post] = await deps.db.select({ status: posts.status }).from(posts).where(eq(posts.id, postId));
    return post?.status !== 'SCHEDULED' && post?.status !== 'PUBLISHING';
  });
}
