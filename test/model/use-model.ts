import { afterAll, beforeAll } from 'vitest';
import type { Command } from './commands.js';
import { openModelContext, type ModelContext } from './model-context.js';
import { runSequence } from './run-sequence.js';
import type { World } from './world.js';

/** For a file of sequences: the promise holds after each of the commands, and once everything has come to its end. */
export function useModel(): (commands: readonly Command[]) => Promise<World> {
  let context: ModelContext;
  beforeAll(async () => {
    context = await openModelContext();
  });
  afterAll(() => context.close());
  return (commands) => runSequence(commands, { deps: context.deps });
}
