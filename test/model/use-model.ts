import { afterAll, beforeAll } from 'vitest';
import type { Command } from './commands.js';
import { openModelContext, type ModelContext } from './model-context.js';
import { runSequence, type SequenceOptions } from './run-sequence.js';
import type { World } from './world.js';

/** For a file of sequences. Checks the promise after each command, and after everything has ended. */
export function useModel(): (
  commands: readonly Command[],
  options?: Pick<SequenceOptions, 'isAhead'>,
) => Promise<World> {
  let context: ModelContext;
  beforeAll(async () => {
    context = await openModelContext();
  });
  afterAll(() => context.close());
  return (commands, options = {}) => runSequence(commands, { ...options, deps: context.deps });
}
