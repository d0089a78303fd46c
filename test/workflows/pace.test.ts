import { eq } from 'drizzle-orm';
import { describe, expect, it } from 'vitest';
import { socialAccounts, targets } from '../../src/db/schema/index.js';
import type { PostView } from '../../src/services/post-records/types.js';
import { paceWaitMs, startPace } from '../../src/services/publishing/internal/pace.js';
import { schedule } from '../harness/publishing.js';
import { createScriptedPlatform } from '../harness/scripted-platform.js';
import { useStack, useWorkspace } from '../harness/use-stack.js';

const minuteMs = 60_000;

describe('the pace of an account that was rate limited', () => {
  // There is no worker: the test asks for the turn of each target.
  const stack = useStack({ platforms: [createScriptedPlatform('X', 'blind')], runWorker: false });
  const workspace = useWorkspace(stack, ['X']);

  const load = async ({ id }: PostView) => {
    const [loaded] = await stack.deps.db
      .select({ account: socialAccounts, row: targets })
      .from(targets)
      .innerJoin(socialAccounts, eq(socialAccounts.id, targets.socialAccountId))
      .where(eq(targets.postId, id));
    if (loaded === undefined) throw new Error('The post has no target.');
    return loaded;
  };
  const waiting = (): Promise<PostView> => schedule(workspace, { inMs: 60 * minuteMs });
  /** Asks for a turn, like the step of a target that is due. */
  const slotMsOf = async (post: PostView): Promise<number> => {
    await paceWaitMs(stack.deps, await load(post), Date.now());
    return (await load(post)).row.paceSlotAt?.getTime() ?? 0;
  };

  it('recovers: a hundred calls need twelve seconds, and the first of these seconds has one call', async () => {
    const resumeMs = Date.now() + 10 * minuteMs;
    await startPace(stack.deps, await load(await waiting()), resumeMs);
    const slots = [resumeMs];
    for (let each = 0; each < 100; each += 1) slots.push(await slotMsOf(await waiting()));
    const steps = slots.slice(1).map((slot, index) => slot - (slots[index] ?? 0));
    expect(steps[0]).toBe(1_000);
    expect(steps).toEqual([...steps].sort((a, b) => b - a));
    expect(steps.at(-1)).toBe(50);
    expect((slots.at(-1) ?? 0) - resumeMs).toBeLessThan(12_000);
  });

  it('is reset by the next 429: no call is made during the pause, whatever its slot was', async () => {
    const posts = [await waiting(), await waiting(), await waiting(), await waiting()];
    const [first] = posts;
    if (first === undefined) throw new Error('unreachable');
    await startPace(stack.deps, await load(first), Date.now() + minuteMs);
    for (const post of posts) expect(await slotMsOf(post)).toBeLessThan(Date.now() + 2 * minuteMs);
    const resumeMs = Date.now() + 50 * minuteMs;
    await startPace(stack.deps, await load(first), resumeMs);
    const slots: number[] = [];
    for (const post of posts) slots.push((await slotMsOf(post)) - resumeMs);
    expect(slots).toEqual([0, 1_000, 2_000, 2_850]);
  });
});
