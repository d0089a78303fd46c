import fc from 'fast-check';
import type { ServiceDeps } from '../../src/services/shared/context.js';
import { asCode, type Command } from './commands.js';
import { reduce } from './reduce.js';
import { runSequence, type SequenceOptions } from './run-sequence.js';
import { sequences } from './sequences.js';
import { Violation } from './world.js';

export interface Search extends Omit<SequenceOptions, 'deps'> {
  /** The services on one database for each lane. As many sequences run at a time as there are lanes. */
  lanes: readonly ServiceDeps[];
  runs: number;
  seed: number;
  arbitrary?: fc.Arbitrary<Command[]>;
  /** Called after each sequence in which the promise held. */
  onHeld?: () => void;
}

export interface Finding {
  seed: number;
  commands: readonly Command[];
  isAhead: boolean;
  error: Error;
  /** The number of sequences in its lane up to the finding. */
  runs: number;
}

/**
 * Runs generated sequences until one breaks the promise, and shortens that one as far as possible. Returns undefined if
 * all of them hold. The same seed and number of lanes generate the same sequences.
 */
export async function search({
  lanes,
  runs,
  seed,
  arbitrary,
  onHeld,
  ...options
}: Search): Promise<Finding | undefined> {
  let isFound = false;
  const inLane = async (deps: ServiceDeps, lane: number): Promise<Finding | undefined> => {
    const property = fc.asyncProperty(arbitrary ?? sequences, fc.boolean(), async (commands, isAhead) => {
      // Another lane has found a violation, so the remaining sequences are skipped.
      if (isFound) return;
      await runSequence(commands, { isAhead, ...options, deps });
      onHeld?.();
    });
    const laneSeed = seed + lane;
    const parameters = { numRuns: Math.ceil(runs / lanes.length), seed: laneSeed, endOnFailure: true };
    const result = await fc.check(property, parameters);
    if (result.counterexample === null || isFound) return undefined;
    isFound = true;
    const [commands, isAhead] = result.counterexample;
    const found = await shortest(commands, { isAhead, ...options, deps });
    return { ...found, isAhead, seed: laneSeed, runs: result.numRuns };
  };
  const findings = await Promise.all(lanes.map(inLane));
  return findings.find((finding) => finding !== undefined);
}

async function shortest(
  commands: readonly Command[],
  options: SequenceOptions,
): Promise<Pick<Finding, 'commands' | 'error'>> {
  const withoutCount: SequenceOptions = { ...options };
  delete withoutCount.coverage;
  const first = await errorOf(commands, withoutCount);
  let error = first ?? new Error('it failed once, and held when it was run again');
  const least = await reduce(commands, async (candidate) => {
    const again = await errorOf(candidate, withoutCount);
    if (again === undefined || clauseOf(again) !== clauseOf(first)) return false;
    error = again;
    return true;
  });
  return { commands: least, error };
}

async function errorOf(commands: readonly Command[], options: SequenceOptions): Promise<Error | undefined> {
  try {
    await runSequence(commands, options);
    return undefined;
  } catch (error) {
    return error instanceof Error ? error : new Error(String(error));
  }
}

function clauseOf(error: Error | undefined): string | undefined {
  return error instanceof Violation ? error.clauses[0] : error?.name;
}

/** Writes for the reader of a failed test how to reproduce it, and the test to keep. */
export function report({ seed, runs, commands, isAhead, error }: Finding): string {
  return [
    error.message,
    '',
    `Found with TEST_SEED=${seed} after ${runs} sequences. To keep it, paste this into test/model/regressions.test.ts:`,
    '',
    asCode(commands, { isAhead }),
    '',
  ].join('\n');
}
