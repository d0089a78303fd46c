import { eq, inArray } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { idempotencyKeys, posts } from '../../src/db/schema/index.js';
import { idempotencyLockMs } from '../../src/domain/limits.js';
import { storeApiKey } from '../../src/services/api-keys/store-key.js';
import type { PostView } from '../../src/services/post-records/types.js';
import { call, codeOf, field, startTestApi, type Answer, type TestApi } from '../harness/api.js';
import { attemptsOf, schedule, untilRunStatus, untilStatus } from '../harness/publishing.js';
import { createScriptedPlatform } from '../harness/scripted-platform.js';
import { useStack, useWorkspace } from '../harness/use-stack.js';

const refused = {
  accept: false,
  answer: { kind: 'rejected', code: 'PLATFORM_REJECTED', message: 'no' },
} as const;

describe('POST /posts/bulk', () => {
  const platform = createScriptedPlatform('X', 'blind');
  const stack = useStack({ platforms: [platform] });
  const workspace = useWorkspace(stack, ['X']);
  let api: TestApi;
  let key = '';
  beforeAll(async () => {
    const { starter, platforms } = stack.deps;
    api = await startTestApi({ starter, platforms }, { databaseUrl: stack.databaseUrl });
  });
  afterAll(() => api.close());
  beforeEach(async () => {
    const { userId } = workspace.ctx.actor;
    const stored = await storeApiKey(stack.deps, { userId, name: 'A key', reach: 'full' });
    key = stored.plaintext;
  });

  const change = (body: object): Promise<Answer> =>
    call(api, 'POST', '/posts/bulk', { key, body, headers: { 'idempotency-key': 'bulk' } });
  /** Returns the requests that hold the key. */
  async function holders(): Promise<string[]> {
    const rows = await stack.deps.db.select().from(idempotencyKeys).where(eq(idempotencyKeys.key, 'bulk'));
    return rows.map(({ requestId }) => requestId);
  }
  const idsOf = (views: PostView[]): string[] => views.map(({ id }) => id);

  async function failing(count: number): Promise<PostView[]> {
    const views: PostView[] = [];
    for (let made = 0; made < count; made += 1) {
      platform.script.push(refused);
      const { id } = await schedule(workspace);
      views.push(await untilStatus(workspace, id, 'FAILED'));
    }
    return views;
  }

  it('publishes each retried post once, although the request stops in the middle and is repeated', async () => {
    const failed = await failing(3);
    const postIds = idsOf(failed);
    const [, , last = ''] = postIds;
    const body = { action: 'retry', postIds };
    const { first, second } = await stack.deps.db.transaction(async (tx) => {
      await tx.select({ id: posts.id }).from(posts).where(eq(posts.id, last)).for('update');
      const first = change(body);
      for (const postId of postIds.slice(0, 2)) await untilStatus(workspace, postId, 'PUBLISHED');
      // The rows look as if the process had died here: the lock on the key expires.
      const [before] = await holders();
      api.clock.shiftMs += idempotencyLockMs + 1;
      const second = change(body);
      await expect.poll(async () => (await holders())[0]).not.toBe(before);
      // A retry is due now, and the worker's clock is not shifted.
      api.clock.shiftMs = 0;
      return { first, second };
    });
    const answers = [await first, await second];
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409]);
    expect(answers.filter(({ status }) => status === 409).map(codeOf)).toEqual(['IDEMPOTENCY_KEY_IN_USE']);
    for (const { id, targets } of failed) {
      await untilStatus(workspace, id, 'PUBLISHED');
      expect(await attemptsOf(stack, targets[0]?.id)).toEqual(['REJECTED', 'PUBLISHED']);
    }
    expect(platform.published).toHaveLength(3);
  });

  it('ends the runs of canceled posts and starts those of moved ones', async () => {
    const waiting = [
      await schedule(workspace, { inMs: 3_600_000 }),
      await schedule(workspace, { inMs: 3_600_000 }),
    ];
    const [moved, canceled] = [waiting.slice(0, 1), waiting.slice(1)];
    expect((await change({ action: 'move', postIds: idsOf(moved), days: 1 })).status).toBe(200);
    const headers = { 'idempotency-key': 'cancel' };
    const body = { action: 'cancel', postIds: idsOf(canceled) };
    const answer = await call(api, 'POST', '/posts/bulk', { key, body, headers });
    expect(field<{ outcome: string }[]>(answer, 'data')).toMatchObject([{ outcome: 'DONE' }]);
    for (const { workflowId } of waiting) await untilRunStatus(stack, workflowId ?? '', 'CANCELLED');
    const rows = await stack.deps.db
      .select()
      .from(posts)
      .where(inArray(posts.id, idsOf(waiting)));
    const running = rows.flatMap(({ workflowId }) => workflowId ?? []);
    expect(running).toHaveLength(1);
    await untilRunStatus(stack, running[0] ?? '', 'RUNNING');
  });
});
