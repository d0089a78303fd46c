import { describe, expect, it } from 'vitest';
import { lostAttemptAgeMsMin, sendWindowMs } from '../../src/domain/publish-ladders.js';
import type { StepInput } from '../../src/domain/workflow-contract.js';
import type { SendBefore } from '../../src/egress/safe-fetch.js';
import type { Platform } from '../../src/platforms/kit/platform.js';
import { claimAttempt } from '../../src/services/publishing/internal/claim.js';
import { openPost } from '../../src/services/publishing/internal/open-post.js';
import { createPublishTurns } from '../../src/services/publishing/publish-turns.js';
import { loadPublication } from '../../src/services/publishing/internal/publication.js';
import { commitStep } from '../../src/services/publishing/commit-step.js';
import { lookupStep } from '../../src/services/publishing/lookup-step.js';
import { unconfirmed } from '../../src/domain/step-errors.js';
import { recordFailure } from '../../src/services/publishing/internal/record-failure.js';
import { createShiftedClock } from '../harness/clock.js';
import { attemptsOf, runIdOf, schedule } from '../harness/publishing.js';
import { createScriptedPlatform } from '../harness/scripted-platform.js';
import { mintWorkspace } from '../harness/stack.js';
import { useStack } from '../harness/use-stack.js';

const hourMs = 3_600_000;

// There is no worker: the test takes each step, as two workers would of which one is frozen.
describe('a worker that is frozen between its claim and its call', () => {
  const clock = createShiftedClock();
  let sendBefore: SendBefore | undefined;
  const queryable = createScriptedPlatform('THREADS', 'queryable');
  const keyed = createScriptedPlatform('BLUESKY', 'keyed');
  const watched: Platform = {
    ...queryable,
    commit: (session, publication, state, before) => {
      sendBefore = before;
      return queryable.commit(session, publication, state);
    },
  };

  const stack = useStack({
    platforms: [watched, keyed],
    runWorker: false,
    clock,
  });

  /** Creates a post that is due in an hour and that its run has started to publish. */
  async function begun(platform: 'THREADS' | 'BLUESKY'): Promise<StepInput> {
    const workspace = await mintWorkspace(stack.deps, [platform]);
    const post = await schedule(workspace, { inMs: hourMs });
    clock.shiftMs = hourMs;
    const run = { postId: post.id, workflowId: runIdOf(post) };
    const nowMs = stack.deps.clock.now().getTime();
    expect(await openPost(stack.deps, { ...run, nowMs })).toBeNull();
    return { ...run, targetId: post.targets[0]?.id ?? '', step: 'POST' };
  }
  const claim = async (input: StepInput, lastNumber = 0) => {
    const nowMs = stack.deps.clock.now().getTime();
    const loaded = await loadPublication(stack.deps, input.targetId, nowMs);
    if (loaded === undefined || 'failure' in loaded) throw new Error('the step could not be loaded');
    return claimAttempt(stack.deps, input, { ...loaded, lastNumber }, { prepared: {}, nowMs });
  };
  const lookUp = async (input: StepInput, absencesBefore: number) =>
    (await lookupStep(stack.deps, { ...input, absencesBefore, last: false, nowMs: 0 })).kind;

  it('may send its call only within ten seconds of the claim, by both clocks', async () => {
    const input = await begun('THREADS');
    const fromMs = performance.now();
    await commitStep(
      stack.deps,
      { ...input, nowMs: stack.deps.clock.now().getTime() },
      { turns: createPublishTurns(stack.deps.publishing.dueClock) },
    );
    const untilMs = performance.now();
    expect(sendBefore?.monotonicMs).toBeGreaterThanOrEqual(fromMs + sendWindowMs);
    expect(sendBefore?.monotonicMs).toBeLessThanOrEqual(untilMs + sendWindowMs);
    const wallLeftMs = (sendBefore?.wallMs ?? 0) - stack.deps.clock.now().getTime();
    expect(wallLeftMs).toBeLessThanOrEqual(sendWindowMs);
    expect(wallLeftMs).toBeGreaterThan(sendWindowMs - 1_000 - (performance.now() - fromMs));
  });

  it('delays the verdict until its call can no longer be sent, even if the platform reports the post as absent', async () => {
    const input = await begun('THREADS');
    expect(await claim(input)).not.toBeNull();
    for (let absences = 0; absences < 5; absences += 1) {
      expect(await lookUp(input, absences)).toBe('NOT_SEEN');
    }
    clock.shiftMs += lostAttemptAgeMsMin;
    expect(await lookUp(input, 1)).toBe('ABSENT');
    expect(await claim(input, 1)).not.toBeNull();
  });

  it('does not delay the verdict once it has recorded the end of its call', async () => {
    const input = await begun('THREADS');
    const claimed = await claim(input);
    if (claimed === null) throw new Error('The attempt could not be claimed.');
    const failed = { outcome: 'AMBIGUOUS', error: unconfirmed } as const;
    await recordFailure(stack.deps, input, claimed.attemptId, () => Promise.resolve(failed));
    expect(await lookUp(input, 1)).toBe('ABSENT');
    expect(await attemptsOf(stack, input.targetId)).toEqual(['ABSENT']);
  });

  it('does not delay the verdict if a late call would have the same key', async () => {
    const input = await begun('BLUESKY');
    await claim(input);
    expect(await lookUp(input, 0)).toBe('ABSENT');
  });
});
