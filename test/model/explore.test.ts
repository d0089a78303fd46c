import fc from 'fast-check';
import { afterAll, beforeAll, test, vi } from 'vitest';
import { appendFileSync } from 'node:fs';
import type { ServiceDeps } from '../../src/services/context.js';
import { asCode, type Command } from './commands.js';
import { Coverage } from './coverage.js';
import { openModelContext } from './model-context.js';
import { runSequence } from './run-sequence.js';
import { reduce } from './reduce.js';
import { sequences } from './sequences.js';
import { Violation, type Clause } from './world.js';

vi.mock('@temporalio/workflow', () => import('./workflow-api.js'));

const lanes = Number(process.env['EXPLORE_LANES'] ?? '3');
let contexts: { deps: ServiceDeps; close: () => Promise<void> }[];
beforeAll(async () => {
  contexts = await Promise.all(Array.from({ length: lanes }, () => openModelContext()));
});
afterAll(() => Promise.all(contexts.map((c) => c.close())));

const out = (s: string) => appendFileSync(process.env['EXPLORE_OUT'] ?? '/tmp/explore.txt', s + '\n');

test('explore', async () => {
  const runs = Number(process.env['EXPLORE_RUNS'] ?? '200');
  const coverage = new Coverage();
  const kinds = new Map<string, number>();
  const examples = new Map<string, Command[]>();
  const tolerated = (process.env['EXPLORE_TOLERATE'] ?? '').split(',').filter(Boolean) as Clause[];
  const t = performance.now();
  const queue = fc.sample(sequences, {
    numRuns: runs,
    seed: Number(process.env['EXPLORE_SEED'] ?? '1'),
  });
  await Promise.all(
    contexts.map(async (context) => {
      for (let commands = queue.shift(); commands; commands = queue.shift()) {
        try {
          await runSequence(commands, { deps: context.deps, coverage, tolerated });
          kinds.set('held', (kinds.get('held') ?? 0) + 1);
        } catch (error) {
          const kind = kindOf(error);
          if ((examples.get(kind)?.length ?? 99) > commands.length) examples.set(kind, commands);
          kinds.set(kind, (kinds.get(kind) ?? 0) + 1);
        }
      }
    }),
  );
  out(`ms per run ${(performance.now() - t) / runs}`);
  out([...kinds].map(([k, n]) => `${n} ${k}`).join('\n'));
  out(coverage.table());
  const want = process.env['EXPLORE_SHRINK'];
  if (want === undefined) return;
  const todo = [...kinds.keys()].filter((kind) => kind !== 'held' && (want === 'all' || kind.includes(want)));
  await Promise.all(
    contexts.map(async (context) => {
      for (let kind = todo.shift(); kind; kind = todo.shift()) {
        let log = '';
        const fails = async (commands: readonly Command[]): Promise<boolean> => {
          try {
            await runSequence(commands, { deps: context.deps, tolerated });
            return false;
          } catch (error) {
            if (kindOf(error) !== kind) return false;
            log = (error as Error).message;
            return true;
          }
        };
        const least = await reduce(examples.get(kind) ?? [], fails);
        out(`=== ${kind}\n${asCode(least)}\n${log}`);
      }
    }),
  );
}, 3_600_000);

function kindOf(error: unknown): string {
  if (error instanceof Violation) {
    const first = error.message.split('\n')[0] ?? '';
    return first
      .replace(/(post|tgt|acc)_m\d+s\d+x\d+/g, '#')
      .replace(/"[^"]*"/g, '""')
      .replace(/-\d+/g, '-N')
      .slice(0, 140);
  }
  return 'ERROR ' + String(error).split('\n')[0]?.slice(0, 200);
}
