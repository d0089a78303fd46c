import { and, sql } from 'drizzle-orm';
import { anyOf } from '../../db/any-of.js';
import { builtQuery } from '../../db/built-query.js';
import { posts } from '../../db/schema/index.js';
import type { ServiceDeps } from '../shared/context.js';
import { createBatcher, onePerPool } from '../shared/rows/batcher.js';
import type { PostRow } from '../post-records/records.js';

interface Started {
  postId: string;
  workflowId: string;
}

/**
 * Moves the id of a started run from `pendingWorkflowId` to `workflowId`, if the post still waits for that run. Returns
 * the post, or undefined if another change was faster. Concurrent promotions share a statement.
 */
export function promoteRun({ db }: Pick<ServiceDeps, 'db'>, started: Started): Promise<PostRow | undefined> {
  return promoteShared(db)(started);
}

const promoteShared = onePerPool((db) =>
  createBatcher<Started, PostRow | undefined>(async (batch) => {
    const postIds = batch.map(({ postId }) => postId);
    const workflowIds = batch.map(({ workflowId }) => workflowId);
    const rows = await promote(db, { postIds, workflowIds });
    const byId = new Map(rows.map((row) => [row.id, row]));
    return batch.map(({ postId }) => byId.get(postId));
  }),
);

const promote = builtQuery((q) =>
  q
    .update(posts)
    .set({ workflowId: sql`${posts.pendingWorkflowId}`, pendingWorkflowId: null, pendingSince: null })
    .where(
      and(
        anyOf(posts.id, sql.placeholder('postIds')),
        anyOf(posts.pendingWorkflowId, sql.placeholder('workflowIds')),
      ),
    )
    .returning(),
);
