import { eq } from 'drizzle-orm';
import { describe, expect, it } from 'vitest';
import { targets } from '../../src/db/schema/index.js';
import type { JsonObject } from '../../src/domain/json.js';
import { useByHand, type Begun } from '../harness/by-hand.js';

const hourMs = 3_600_000;

describe('an earlier call', () => {
  const hand = useByHand();

  const change = ({ input }: Begun, fields: Partial<typeof targets.$inferInsert>) =>
    hand.stack.deps.db.update(targets).set(fields).where(eq(targets.id, input.targetId));
  const stateOf = async ({ input }: Begun): Promise<JsonObject | null | undefined> => {
    const [row] = await hand.stack.deps.db.select().from(targets).where(eq(targets.id, input.targetId));
    return row?.prepared;
  };

  it('is looked up if its container is used up, although it was reported as not sent', async () => {
    const run = await hand.begun('THREADS');
    hand.scripted.THREADS.script.push({ accept: true, answer: { kind: 'not-sent', message: 'refused' } });
    expect(await hand.commit(run.input)).toBe('NOT_SENT');
    hand.scripted.THREADS.readiness.push({ kind: 'used-up', message: 'PUBLISHED' });
    expect(await hand.commit(run.input)).toBe('AMBIGUOUS');
    expect(await hand.lookUp(run.input)).toBe('PUBLISHED');
    expect(await hand.targetOf(run)).toMatchObject({ status: 'PUBLISHED', externalPostId: 'THREADS-1' });
    expect(hand.scripted.THREADS.commits).toBe(1);
  });

  it('has its state kept for its look-up, but not for a later call after a refusal', async () => {
    const run = await hand.begun('X');
    const answer = { kind: 'ambiguous', message: 'taken', state: { shareId: 'share-1' } } as const;
    hand.scripted.X.script.push({ accept: true, answer });
    expect(await hand.commit(run.input)).toBe('AMBIGUOUS');
    expect(await stateOf(run)).toMatchObject({ shareId: 'share-1' });
    hand.scripted.X.finds.push({ kind: 'refused', code: 'MEDIA_REJECTED', message: 'too long' });
    expect(await hand.lookUp(run.input)).toBe('FAILED');
    // A refused state is not sent to the platform again.
    expect(await stateOf(run)).toBeNull();
    hand.laterMs += hourMs;
    await change(run, {
      status: 'PUBLISHING',
      prepared: { shareId: 'share-1', media: ['photo-1'] },
      lookFirstSince: hand.stack.deps.clock.now(),
    });
    expect(await hand.commit(run.input)).toBe('AMBIGUOUS');
    expect(await stateOf(run)).toEqual({ media: ['photo-1'] });
  });
});
