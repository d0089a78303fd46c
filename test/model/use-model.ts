import { afterAll, beforeAll } from 'vitest';
import type { Command } from './commands.js';
import { openModelContext, type ModelContext } from './model-context.js';
import { runSequence } from './run-sequence.js';

/** For a file of sequences: the promise holds after each of the commands, and once everything has come to its end. */
export function useModel(): (commands: readonly Command[]) => Promise<void> {
  let context: ModelContext;
  beforeAll(async () => {
    context = await openModelContext();
  });
  afterAll(() => context.close());
  return async (commands) => {
    await runSequence(commands, { deps: context.deps });
  };
}
