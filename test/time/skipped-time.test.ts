import { eq } from 'drizzle-orm';
import { beforeEach, describe, expect, it } from 'vitest';
import { createApi } from '../../src/api/app.js';
import { targets } from '../../src/db/schema/index.js';
import type { Advance } from '../../src/domain/workflow-contract.js';
import { storeApiKey } from '../../src/services/api-keys/store-key.js';
import { optionsSchemas } from '../harness/description.js';
import { untilStatus } from '../harness/publishing.js';
import { createScriptedPlatform } from '../harness/scripted-platform.js';
import { useStack, useWorkspace } from '../harness/use-stack.js';

const dayMs = 86_400_000;

// The Temporal server skips waiting time, so the workflow's own clock counts here.
describe('a post with an unusual time', () => {
  let apiKey: string;
  /** The time on the workflow's clock at which each run began the task that published its post. */
  const publishedAtMs = new Map<string, number>();
  const platform = createScriptedPlatform('BLUESKY', 'keyed');

  const stack = useStack({
    platforms: [platform],
    skipTime: true,
    wrapActivities: (activities) => ({
      ...activities,
      advance: async (input): Promise<Advance> => {
        const result = await activities.advance(input);
        if (result.kind === 'END') publishedAtMs.set(input.postId, input.nowMs);
        return result;
      },
    }),
  });
  const workspace = useWorkspace(stack, ['BLUESKY']);
  beforeEach(async () => {
    const key = await storeApiKey(stack.deps, {
      userId: workspace.ctx.actor.userId,
      name: 'time',
      reach: 'full',
    });
    apiKey = key.plaintext;
  });

  /** Schedules over the API, so that the time is parsed like a caller's. */
  const schedule = async (
    scheduledFor: string,
    timezone: string,
  ): Promise<{ id: string; scheduledAt: string }> => {
    const { app } = createApi({ deps: stack.deps, optionsSchemas, validateResponses: true });
    const response = await app.request('/api/v1/posts', {
      method: 'POST',
      headers: { authorization: `Bearer ${apiKey}`, 'content-type': 'application/json' },
      body: JSON.stringify({
        content: scheduledFor,
        timezone,
        scheduledFor,
        platforms: workspace.accountIds.map((accountId) => ({ accountId })),
      }),
    });
    expect(response.status).toBe(201);
    return (await response.json()) as { id: string; scheduledAt: string };
  };

  it('is published 90 days ahead, and not before its time', async () => {
    const dueMs = Date.now() + 90 * dayMs;
    const post = await schedule(new Date(dueMs).toISOString(), 'UTC');
    await untilStatus(workspace, post.id, 'PUBLISHED');
    expect(platform.published).toHaveLength(1);
    const lateMs = (publishedAtMs.get(post.id) ?? 0) - dueMs;
    expect(lateMs).toBeGreaterThanOrEqual(0);
    expect(lateMs).toBeLessThan(60_000);
  });

  it.each([
    [
      'before the clocks go forward',
      '2027-03-28T01:59:00+01:00',
      '2027-03-28T00:59:00.000Z',
      'Europe/Berlin',
    ],
    [
      'after the clocks went forward',
      '2027-03-28T03:01:00+02:00',
      '2027-03-28T01:01:00.000Z',
      'Europe/Berlin',
    ],
    [
      'in the hour that comes twice, first time',
      '2027-10-31T02:30:00+02:00',
      '2027-10-31T00:30:00.000Z',
      'Europe/Berlin',
    ],
    [
      'in the hour that comes twice, second time',
      '2027-10-31T02:30:00+01:00',
      '2027-10-31T01:30:00.000Z',
      'Europe/Berlin',
    ],
    [
      'after the clocks went back, in New York',
      '2027-11-07T01:30:00-05:00',
      '2027-11-07T06:30:00.000Z',
      'America/New_York',
    ],
  ])('is published at its instant: %s', async (_when, written, instant, timezone) => {
    const post = await schedule(written, timezone);
    expect(post.scheduledAt).toBe(instant);
    await untilStatus(workspace, post.id, 'PUBLISHED');
    expect(platform.published).toHaveLength(1);
    const lateMs = (publishedAtMs.get(post.id) ?? 0) - Date.parse(instant);
    expect(lateMs).toBeGreaterThanOrEqual(0);
    expect(lateMs).toBeLessThan(60_000);
  });

  it('is reported as missed after more than a day, and nothing is sent', async () => {
    await stack.stopWorker();
    const post = await schedule(new Date(Date.now() + 3_000).toISOString(), 'UTC');
    // The rows look as if no worker had run for 25 hours.
    await stack.deps.db
      .update(targets)
      .set({ scheduledFor: new Date(Date.now() - 25 * 3_600_000) })
      .where(eq(targets.postId, post.id));
    await stack.startWorker();
    const missed = await untilStatus(workspace, post.id, 'FAILED');
    expect(missed.targets[0]?.errorCode).toBe('PUBLISH_WINDOW_MISSED');
    expect(platform.commits).toBe(0);
  });
});
