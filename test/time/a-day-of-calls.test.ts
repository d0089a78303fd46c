import { describe, expect, it } from 'vitest';
import { schedule, untilStatusWithin } from '../harness/publishing.js';
import { createScriptedPlatform } from '../harness/scripted-platform.js';
import { useStack, useWorkspace } from '../harness/use-stack.js';

/** Each call has an attempt of its own, which takes its time on a slow machine. */
const aDayMsMax = 600_000;

describe('a platform that cannot be reached for a day', () => {
  const platform = createScriptedPlatform('X', 'blind');
  const stack = useStack({ platforms: [platform], skipTime: true });
  const workspace = useWorkspace(stack, ['X']);

  it('fails the post visibly after a day, with fewer than 200 calls', async () => {
    const unreachable = { kind: 'not-sent', message: 'connection refused' } as const;
    platform.script.push(...Array.from({ length: 400 }, () => ({ accept: false, answer: unreachable })));
    const doomed = await schedule(workspace);
    const failed = await untilStatusWithin(aDayMsMax, workspace, doomed.id, 'FAILED');
    expect(failed.targets[0]).toMatchObject({ errorCode: 'PLATFORM_UNAVAILABLE' });
    expect(platform.commits).toBeLessThan(200);
  });
});
