import { eq } from 'drizzle-orm';
import { beforeEach, describe, expect, it } from 'vitest';
import { runExplain } from '../../src/cli/explain.js';
import { publishAttempts } from '../../src/db/schema/index.js';
import { cancelPost } from '../../src/services/posts/cancel.js';
import { explainPost } from '../../src/services/publishing/explain.js';
import { useByHand } from '../harness/by-hand.js';
import { schedule } from '../harness/publishing.js';
import { mintWorkspace } from '../harness/stack.js';

const hand = useByHand();
const minuteMs = 60_000;
const lost = { kind: 'ambiguous', message: 'the connection was reset' } as const;

async function explained(postId: string) {
  return (await explainPost(hand.stack.deps, postId))?.targets[0];
}

describe('punctual explain', () => {
  let lines: string[] = [];
  const run = (...args: string[]): Promise<number> =>
    runExplain(args, { deps: hand.stack.deps, print: (line) => void lines.push(line) });
  beforeEach(() => {
    lines = [];
  });

  it('says when a scheduled post wakes', async () => {
    const workspace = await mintWorkspace(hand.stack.deps, ['X']);
    const post = await schedule(workspace, { inMs: 10 * 60 * minuteMs });
    expect(await run(post.id)).toBe(0);
    expect(lines[0]).toBe(`${post.id} is SCHEDULED.`);
    expect(lines[1]).toMatch(
      new RegExp(
        `^X \\(tgt_\\w+, 0 attempts\\): wakes at \\S+Z, because it is due at ${post.scheduledAt?.toISOString() ?? ''}, and is prepared shortly before\\.$`,
      ),
    );
  });

  it('says that a run calls next if no call was made', async () => {
    const { input } = await hand.begun('X');
    expect(await explained(input.postId)).toMatchObject({
      step: 'POST',
      next: 'calls',
      at: null,
      because: 'no call was made yet',
    });
  });

  it('says until when a run sleeps, and what it does next, as the run itself decides', async () => {
    const { input } = await hand.begun('THREADS');
    hand.scripted.THREADS.script.push({ accept: true, answer: lost });
    const wait = await hand.advance(input);
    const told = await explained(input.postId);
    expect(told).toMatchObject({
      next: 'looks up',
      because: 'Before look-up 1 on THREADS (its run sleeps until then)',
    });
    const leftMs = (told?.at?.getTime() ?? 0) - hand.nowMs();
    expect(wait.kind === 'WAIT' && leftMs > 0 && leftMs <= wait.waitMs).toBe(true);
    hand.laterMs += minuteMs;
    expect(await explained(input.postId)).toMatchObject({ next: 'looks up', at: null });
    expect(await hand.advance(input)).toMatchObject({ kind: 'END', outcome: 'PUBLISHED' });
    expect(await explained(input.postId)).toMatchObject({
      step: null,
      attempts: 1,
      next: 'does nothing',
      because: 'it is public',
    });
  });

  it('says that a run looks up first after a worker was lost during its call', async () => {
    const { input } = await hand.begun('X');
    hand.scripted.X.script.push({ accept: true, answer: lost });
    await hand.commit(input);
    await hand.stack.deps.db
      .update(publishAttempts)
      .set({ outcome: null })
      .where(eq(publishAttempts.publicationId, input.targetId));
    expect(await explained(input.postId)).toMatchObject({
      next: 'looks up first',
      because: 'attempt 1 has no outcome: its call is running, or its worker was lost',
    });
  });

  it('says that a run waits while the account pauses for the platform', async () => {
    const workspace = await mintWorkspace(hand.stack.deps, ['X']);
    const first = await hand.begun('X', { workspace });
    hand.scripted.X.script.push({
      accept: false,
      answer: { kind: 'rate-limited', retryAfterMs: 30 * minuteMs, message: 'later' },
    });
    await hand.advance(first.input);
    expect(await explained(first.input.postId)).toMatchObject({
      next: 'calls',
      because: 'X asked for a pause (its run sleeps until then)',
    });
    const second = await schedule(workspace, { inMs: hand.laterMs + minuteMs });
    hand.laterMs += minuteMs;
    await hand.begin(workspace, second.id);
    const told = await explained(second.id);
    expect(told?.because).toBe('X asked all calls of the account to pause');
    expect(told?.at?.getTime()).toBeGreaterThan(hand.nowMs() + 20 * minuteMs);
  });

  it('says what a retry of a failed target would do', async () => {
    const run = await hand.begun('X');
    await hand.unconfirmed(run);
    expect(await explained(run.post.id)).toMatchObject({
      step: null,
      because: 'it failed with PUBLISH_UNCONFIRMED; a retry looks up first',
    });
  });

  it('says that a canceled post has no run', async () => {
    const workspace = await mintWorkspace(hand.stack.deps, ['X']);
    const post = await schedule(workspace, { inMs: 10 * 60 * minuteMs });
    await cancelPost(workspace.ctx, { postId: post.id });
    expect(await explained(post.id)).toMatchObject({ step: null, because: 'it was canceled' });
  });

  it('prints JSON, and says if there is no such post or if an argument is wrong', async () => {
    const { input } = await hand.begun('X');
    expect(await run(input.postId, '--json')).toBe(0);
    expect(JSON.parse(lines.join('\n'))).toMatchObject({
      status: 'PUBLISHING',
      targets: [{ targetId: input.targetId, platform: 'X', next: 'calls' }],
    });
    lines = [];
    expect(await run('post_missing')).toBe(1);
    expect(await run()).toBe(1);
    expect(await run(input.postId, '--jsn')).toBe(1);
    expect(lines.map((line) => line.split('\n')[0])).toEqual([
      'There is no post post_missing.',
      'Name a post.',
      "Unknown option '--jsn'.",
    ]);
  });
});
