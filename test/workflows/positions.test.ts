import { eq } from 'drizzle-orm';
import { describe, expect, it } from 'vitest';
import { publishAttempts, targets } from '../../src/db/schema/index.js';
import { retryFirstComment } from '../../src/services/posts/retry-first-comment.js';
import { useByHand } from '../harness/by-hand.js';
import { commentOf } from '../harness/leave-targets.js';
import { attemptsOf } from '../harness/publishing.js';

const hand = useByHand();
const lost = { kind: 'ambiguous', message: 'the connection was reset' } as const;
const minuteMs = 60_000;

describe('the saved position of a target', () => {
  it('lets any worker continue a pause and the look-ups after it', async () => {
    const { input } = await hand.begun('THREADS');
    const { THREADS } = hand.scripted;
    THREADS.script.push({
      accept: false,
      answer: { kind: 'rate-limited', retryAfterMs: minuteMs, message: 'later' },
    });
    expect(await hand.advance(input)).toMatchObject({ kind: 'WAIT', waitMs: minuteMs, attempts: 1 });
    hand.laterMs += minuteMs / 2;
    const rest = await hand.advance(input);
    expect(rest.kind === 'WAIT' && rest.waitMs <= minuteMs / 2).toBe(true);
    expect(THREADS.commits).toBe(1);
    hand.laterMs += minuteMs / 2;
    THREADS.script.push({ accept: true, answer: lost });
    expect(await hand.advance(input)).toMatchObject({
      kind: 'WAIT',
      isLookup: true,
      text: 'Before look-up 1 on THREADS',
    });
    hand.laterMs += minuteMs;
    expect(await hand.advance(input)).toMatchObject({ kind: 'END', outcome: 'PUBLISHED' });
    expect([THREADS.commits, THREADS.published.length]).toEqual([2, 1]);
  });

  it('counts no look-up of an earlier call after a worker was lost in a later one', async () => {
    const { input } = await hand.begun('THREADS');
    const { THREADS } = hand.scripted;
    THREADS.script.push({ accept: false, answer: lost });
    expect(await hand.advance(input)).toMatchObject({ text: 'Before look-up 1 on THREADS' });
    const second = { isCalled: false };
    let answer = (): void => undefined;
    const answered = new Promise<void>((resolve) => (answer = resolve));
    THREADS.script.push({
      accept: true,
      during: () => {
        second.isCalled = true;
        return answered;
      },
    });
    // The platform reports the first call as absent until another call is made, whose worker is then lost.
    const late: Promise<unknown>[] = [];
    for (let number = 0; number < 4 && !second.isCalled; number += 1) {
      THREADS.finds.push({ kind: 'absent' });
      hand.laterMs += 20 * minuteMs;
      const taken = hand.advance(input);
      late.push(taken);
      await Promise.race([taken, expect.poll(() => second.isCalled).toBe(true)]);
    }
    expect(second.isCalled).toBe(true);
    expect(await hand.advance(input)).toMatchObject({ isLookup: true, text: 'Before look-up 1 on THREADS' });
    answer();
    await Promise.all(late);
    expect(THREADS.published).toHaveLength(1);
  });

  it('is not overwritten by a run that finds out late that another one has replaced it', async () => {
    const run = await hand.begun('THREADS');
    let replacement = '';
    hand.hooks.prepare = async () => {
      const limited = { kind: 'rate-limited', retryAfterMs: minuteMs, message: 'later' } as const;
      hand.hooks.prepare = () => Promise.resolve(limited);
      await hand.replaced(run);
      const next = await hand.begin(run.workspace, run.post.id);
      replacement = next.workflowId;
      expect(await hand.advance(next)).toMatchObject({ kind: 'WAIT', waitMs: minuteMs });
      return { kind: 'not-sent', message: 'connection refused' };
    };
    expect(await hand.advance(run.input)).toMatchObject({ kind: 'END', outcome: 'SUPERSEDED' });
    const [row] = await hand.stack.deps.db
      .select({ position: targets.position })
      .from(targets)
      .where(eq(targets.id, run.input.targetId));
    expect(row?.position?.workflowId).toBe(replacement);
  });

  it('is not overwritten by the run of the post once the first comment has its own retry', async () => {
    const run = await hand.begun('THREADS', { firstComment: 'First!' });
    const { postId, targetId } = run.input;
    const { db } = hand.stack.deps;
    expect(await hand.advance(run.input)).toMatchObject({ kind: 'GO_ON', step: 'FIRST_COMMENT' });
    hand.hooks.prepare = async () => {
      const limited = { kind: 'rate-limited', retryAfterMs: minuteMs, message: 'later' } as const;
      hand.hooks.prepare = () => Promise.resolve(limited);
      await hand.finish(run.input);
      await retryFirstComment(run.workspace.ctx, { postId, targetId });
      const { runId } = await commentOf(db, targetId);
      const retry = { ...run.input, workflowId: runId ?? '' };
      expect(await hand.advance(retry)).toMatchObject({ kind: 'WAIT', waitMs: minuteMs });
      return { kind: 'not-sent', message: 'connection refused' };
    };
    expect(await hand.advance(run.input)).toMatchObject({ kind: 'END' });
    const { position, runId } = await commentOf(db, targetId);
    expect(position?.workflowId).toBe(runId);
  });

  it('is not trusted by a run that knows of more attempts than the database, which was restored', async () => {
    const { input } = await hand.begun('X');
    const { X } = hand.scripted;
    X.script.push({ accept: true, answer: lost });
    expect(await hand.advance(input)).toMatchObject({ kind: 'WAIT', attempts: 1 });
    const { db } = hand.stack.deps;
    await db.delete(publishAttempts).where(eq(publishAttempts.publicationId, input.targetId));
    await db.update(targets).set({ position: null }).where(eq(targets.id, input.targetId));
    expect(await hand.advance(input, 1)).toMatchObject({ kind: 'WAIT', isLookup: true });
    expect(X.commits).toBe(1);
    hand.laterMs += minuteMs;
    expect(await hand.advance(input, 1)).toMatchObject({ kind: 'END', outcome: 'PUBLISHED' });
    expect([X.commits, X.published.length]).toEqual([1, 1]);
    expect(await attemptsOf(hand.stack, input.targetId)).toEqual(['PUBLISHED']);
  });
});
