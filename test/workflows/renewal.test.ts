import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { cancelPost } from '../../src/services/posts/cancel.js';
import { startOwnTemporal } from '../harness/servers.js';
import { attemptsOf, runIdOf, schedule, untilRunStatus, untilStatus } from '../harness/publishing.js';
import { createScriptedPlatform } from '../harness/scripted-platform.js';
import { useStack, useWorkspace } from '../harness/use-stack.js';

/** The server asks for a new run after this few events, so that even a short history is too long. */
const eventsMax = 40;

describe('a run whose history becomes too long', () => {
  let temporal: Awaited<ReturnType<typeof startOwnTemporal>>;
  const queryable = createScriptedPlatform('THREADS', 'queryable');
  const blind = createScriptedPlatform('X', 'blind');

  beforeAll(async () => {
    temporal = await startOwnTemporal([`limit.historyCount.suggestContinueAsNew=${eventsMax}`]);
  });
  afterAll(() => temporal.stop());
  const stack = useStack(() => ({ platforms: [queryable, blind], temporalAddress: temporal.address }));
  const workspace = useWorkspace(stack, ['THREADS', 'X']);

  /** Returns the runs of the chain, the latest first. */
  async function runsOf(workflowId: string): Promise<{ runId: string; input: unknown; events: number }[]> {
    const runs = [];
    for (let runId: string | undefined; ;) {
      const { events } = await stack.client.workflow.getHandle(workflowId, runId).fetchHistory();
      const started = events?.[0]?.workflowExecutionStartedEventAttributes;
      const input = Buffer.from(started?.input?.payloads?.[0]?.data ?? []).toString();
      const own = started?.originalExecutionRunId ?? '';
      runs.push({ runId: own, input: JSON.parse(input) as unknown, events: events?.length ?? 0 });
      runId = started?.continuedExecutionRunId ?? '';
      if (runId === '') return runs;
    }
  }
  const pending = (count: number, checkAfterMs: number): void => {
    for (let each = 0; each < count; each += 1) queryable.readiness.push({ kind: 'pending', checkAfterMs });
  };

  it('continues in a new run with the count of its tries, and publishes each target once', async () => {
    pending(25, 20);
    blind.script.push(
      { accept: false, answer: { kind: 'rate-limited', retryAfterMs: 4_000, message: '429' } },
      { accept: false, answer: { kind: 'not-sent', message: 'refused' } },
    );
    const post = await schedule(workspace);
    await untilStatus(workspace, post.id, 'PUBLISHED');
    await untilRunStatus(stack, runIdOf(post), 'COMPLETED');
    const runs = await runsOf(runIdOf(post));
    expect(runs.length).toBeGreaterThan(1);
    // The rows contain the progress, so each run gets the same input as the first.
    const targets = post.targets.map(({ id, platform }) => ({ id, platform }));
    expect(runs.map(({ input }) => input)).toEqual(runs.map(() => ({ postId: post.id, targets })));
    for (const { events } of runs) expect(events).toBeLessThan(3 * eventsMax);
    expect([queryable.published, blind.published].map((list) => list.length)).toEqual([1, 1]);
    // A paused target was not called before its time.
    expect(await attemptsOf(stack, post.targets[1]?.id)).toEqual(['RATE_LIMITED', 'NOT_SENT', 'PUBLISHED']);
  });

  it('makes at most five preparations, in any number of runs', async () => {
    for (let round = 0; round < 5; round += 1) {
      pending(4, 20);
      queryable.readiness.push({ kind: 'prepare-again', message: 'gone' });
    }
    const post = await schedule(workspace);
    const ended = await untilStatus(workspace, post.id, 'PARTIALLY_PUBLISHED');
    expect(ended.targets.map(({ errorCode }) => errorCode)).toEqual(['NOT_READY_IN_TIME', null]);
    expect((await runsOf(runIdOf(post))).length).toBeGreaterThan(1);
  });

  it('can be canceled in any run of its chain', async () => {
    pending(200, 20);
    const post = await schedule(workspace);
    await expect.poll(async () => (await runsOf(runIdOf(post))).length).toBeGreaterThan(1);
    await cancelPost(workspace.ctx, { postId: post.id });
    await untilRunStatus(stack, runIdOf(post), 'CANCELLED');
    expect(queryable.commits).toBe(0);
  });
});
