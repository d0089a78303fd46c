import { and, sql } from 'drizzle-orm';
import type { Db } from '../../db/client.js';
import { anyOf, fixedStatement } from '../../db/fixed-statement.js';
import { posts } from '../../db/schema/index.js';
import type { ServiceDeps } from '../shared/context.js';
import type { PostRow } from '../post-records/records.js';

interface Started {
  postId: string;
  workflowId: string;
}

interface Waiting extends Started {
  resolve: (post: PostRow | undefined) => void;
  reject: (error: unknown) => void;
}

const togetherMax = 100;

/** Promotions that wait for the running one, by pool. */
const queues = new WeakMap<Db, { waiting: Waiting[]; running: boolean }>();

/**
 * Promotes the id of a started run from `pendingWorkflowId` to `workflowId`, if the post still waits for that
 * run. Returns the promoted post; undefined if another change was faster.
 *
 * Each process runs one such statement at a time. Promotions that arrive in the meantime share the next one,
 * so the cost of each falls as load rises.
 */
export function promoteRun({ db }: Pick<ServiceDeps, 'db'>, started: Started): Promise<PostRow | undefined> {
  const queue = queues.get(db) ?? { waiting: [], running: false };
  queues.set(db, queue);
  const promoted = new Promise<PostRow | undefined>((resolve, reject) => {
    queue.waiting.push({ ...started, resolve, reject });
  });
  if (!queue.running) void drain(db, queue);
  return promoted;
}

async function drain(db: Db, queue: { waiting: Waiting[]; running: boolean }): Promise<void> {
  queue.running = true;
  while (queue.waiting.length > 0) await promoteTogether(db, queue.waiting.splice(0, togetherMax));
  queue.running = false;
}

async function promoteTogether(db: Db, batch: Waiting[]): Promise<void> {
  try {
    const rows = await promoteAll(db, {
      postIds: batch.map(({ postId }) => postId),
      workflowIds: batch.map(({ workflowId }) => workflowId),
    });
    const byId = new Map(rows.map((row) => [row.id, row]));
    for (const { postId, resolve } of batch) resolve(byId.get(postId));
  } catch (error) {
    // One failing promotion must not fail the others.
    if (batch.length > 1) await Promise.all(batch.map((one) => promoteTogether(db, [one])));
    else batch[0]?.reject(error);
  }
}

const promoteAll = fixedStatement('promote_runs', (q) =>
  q
    .update(posts)
    .set({ workflowId: sql`${posts.pendingWorkflowId}`, pendingWorkflowId: null, pendingSince: null })
    .where(and(anyOf(posts.id, 'postIds'), anyOf(posts.pendingWorkflowId, 'workflowIds')))
    .returning(),
);
