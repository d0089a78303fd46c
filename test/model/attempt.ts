import { AppError } from '../../src/domain/errors.js';
import type { Applied } from './commands.js';
import type { World } from './world.js';

/** Executes the action. A refusal by the contract is a valid outcome, and any other error is a fault. */
export async function attempt(world: World, act: () => Promise<unknown>): Promise<Applied> {
  try {
    await act();
    await world.temporal.settle();
    return 'DONE';
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    world.log.push(`    refused: ${error.code}`);
    return 'REFUSED';
  }
}

/** Returns a new text. Only the first comments are all equal. */
export function nextText(world: World): string {
  return `text ${(world.textsMade += 1)}`;
}
