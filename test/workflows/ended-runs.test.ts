import { eq } from 'drizzle-orm';
import { beforeAll, describe, expect, it } from 'vitest';
import { posts, targets } from '../../src/db/schema/index.js';
import { cancelPost } from '../../src/services/posts/cancel.js';
import { reconcile } from '../../src/services/reconcile/reconcile.js';
import { createPatientRuns } from '../harness/past.js';
import { runIdOf, schedule, untilRunStatus, untilStatus } from '../harness/publishing.js';
import { createScriptedPlatform } from '../harness/scripted-platform.js';
import { useStack, useWorkspace } from '../harness/use-stack.js';

const hourMs = 3_600_000;

describe('a run that has ended while its post still waits in the database', () => {
  const platform = createScriptedPlatform('X', 'blind');
  const runs = createPatientRuns();
  const stack = useStack({ platforms: [platform], wrapActivities: runs.wrapActivities });
  const workspace = useWorkspace(stack, ['X']);
  beforeAll(() => {
    stack.deps.publishing.lookupDelaysMs = [50, 50, 50];
  });
  const sweep = () => reconcile(stack.deps, { includeYoung: true });

  /** Dates the post back, as if it had not changed for an hour. */
  async function age(postId: string): Promise<void> {
    const past = new Date(Date.now() - hourMs);
    await stack.deps.db.update(posts).set({ scheduledAt: past, updatedAt: past }).where(eq(posts.id, postId));
    await stack.deps.db.update(targets).set({ scheduledFor: past }).where(eq(targets.postId, postId));
  }

  it('leads to a look-up and no second call if it was canceled during a call that the restored rows lack', async () => {
    platform.script.push({
      accept: true,
      during: async () => void (await cancelPost(workspace.ctx, { postId: post.id })),
    });
    const { post, putBack } = await runs.remember(stack.deps.db, () => schedule(workspace));
    await untilRunStatus(stack, runIdOf(post), 'CANCELLED');
    expect(platform.published).toHaveLength(1);
    await putBack();
    await stack.deps.db
      .update(posts)
      .set({ workflowId: runIdOf(post), pendingWorkflowId: null, pendingSince: null })
      .where(eq(posts.id, post.id));
    await age(post.id);
    expect((await sweep()).revived).toBe(1);
    await untilStatus(workspace, post.id, 'PUBLISHED');
    expect(platform.lookups).toBeGreaterThan(0);
    expect(platform.published).toHaveLength(1);
  });

  it('is replaced by one that publishes without a look-up if it was terminated before it started', async () => {
    const post = await schedule(workspace, { inMs: hourMs });
    await stack.client.workflow.getHandle(runIdOf(post)).terminate('by hand');
    await age(post.id);
    expect((await sweep()).revived).toBe(1);
    await untilStatus(workspace, post.id, 'PUBLISHED');
    expect([platform.lookups, platform.commits]).toEqual([0, 1]);
  });
});
