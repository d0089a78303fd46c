import { eq, sql } from 'drizzle-orm';
import { fixedStatement } from '../../../db/fixed-statement.js';
import { posts } from '../../../db/schema/index.js';
import { awaitOutcome } from '../../shared/remote-calls/await-outcome.js';
import type { ServiceDeps } from '../../shared/context.js';

const readStatus = fixedStatement('reply_status', (q) =>
  q
    .select({ status: posts.status })
    .from(posts)
    .where(eq(posts.id, sql.placeholder('postId'))),
);

/** Waits until the run of a reply has ended, or until the response is due. */
export function awaitReply(deps: Pick<ServiceDeps, 'db' | 'publishing'>, postId: string): Promise<void> {
  return awaitOutcome(deps, async () => {
    const [post] = await readStatus(deps.db, { postId });
    return post?.status !== 'SCHEDULED' && post?.status !== 'PUBLISHING';
  });
}
