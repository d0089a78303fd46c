import { beforeAll, beforeEach } from 'vitest';
import type { PlatformName } from '../../src/domain/platforms.js';
import type { Platform } from '../../src/platforms/kit/platform.js';
import type { ShiftedClock } from './clock.js';
import { createHeld } from './held.js';
import { mintWorkspace, startStack, type Stack, type StackOptions, type TestWorkspace } from './stack.js';

export interface UseStackOptions extends StackOptions {
  /** The clock, which is reset to real time before each test. */
  clock?: ShiftedClock;
  /**
   * Changes the stack after its start and before its first use, for example to use a failing starter or shorter waits.
   */
  prepare?: (stack: Stack) => void;
}

/**
 * The stack of a test file, or of a `describe`: started before its tests, stopped after them. Before each test its
 * scripted platforms work again and show nothing.
 *
 *     const platform = createScriptedPlatform('X', 'blind');
 *     const stack = useStack({ platforms: [platform] });
 *     const workspace = useWorkspace(stack, ['X']);
 *     it('…', async () => void (await untilStatus(workspace, (await schedule(workspace)).id, 'PUBLISHED')));
 *
 * The result can be referred to at once and used in hooks and tests. Pass a function for options that hooks create.
 */
export function useStack(
  options: UseStackOptions | (() => UseStackOptions | Promise<UseStackOptions>),
): Stack {
  const held = createHeld<Stack>('The stack');
  let made: UseStackOptions = {};
  beforeAll(async () => {
    made = typeof options === 'function' ? await options() : options;
    const { clock, prepare, overrides, ...rest } = made;
    const stack = await startStack({ ...rest, overrides: { ...(clock && { clock }), ...overrides } });
    prepare?.(stack);
    held.put(stack);
    return () => stack.stop();
  });
  beforeEach(() => {
    if (made.clock) made.clock.shiftMs = 0;
    for (const platform of made.platforms ?? []) reset(platform);
  });
  return held.value;
}

/** Creates a workspace before each test, with one account for each given platform. */
export function useWorkspace(stack: Stack, platformNames: PlatformName[]): TestWorkspace {
  const held = createHeld<TestWorkspace>('The workspace');
  beforeEach(async () => {
    held.put(await mintWorkspace(stack.deps, platformNames));
  });
  return held.value;
}

function reset(platform: Platform): void {
  if ('reset' in platform && typeof platform.reset === 'function') (platform.reset as () => void)();
}
