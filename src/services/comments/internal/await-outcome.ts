import { performance } from 'node:perf_hooks';
import { setTimeout as sleep } from 'node:timers/promises';
import { eq, sql } from 'drizzle-orm';
import { fixedStatement } from '../../../db/fixed-statement.js';
import { posts } from '../../../db/schema/index.js';
import type { ServiceDeps } from '../../shared/context.js';

/** How long an answer waits for what becomes of a reply. */
const waitMsMax = 10_000;
const pollMs = { first: 100, growth: 1.5, most: 1_500 } as const;

const readStatus = fixedStatement('reply_status', (q) =>
  q
    .select({ status: posts.status })
    .from(posts)
    .where(eq(posts.id, sql.placeholder('postId'))),
);

/** Waits until the run of a reply has ended, or as long as an answer may take. No connection is held in between. */
export async function awaitOutcome(
  { db, publishing }: Pick<ServiceDeps, 'db' | 'publishing'>,
  postId: string,
): Promise<void> {
  const endsAtMs = performance.now() + (publishing.replyWaitMs ?? waitMsMax);
  for (let delayMs: number = pollMs.first; ; delayMs = Math.min(delayMs * pollMs.growth, pollMs.most)) {
    const [post] = await readStatus(db, { postId });
    if (post?.status !== 'SCHEDULED' && post?.status !== 'PUBLISHING') return;
    const leftMs = endsAtMs - performance.now();
    if (leftMs <= 0) return;
    await sleep(Math.min(delayMs, leftMs));
  }
}
