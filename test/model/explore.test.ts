import fc from 'fast-check';
import { afterAll, beforeAll, test, vi } from 'vitest';
import { appendFileSync } from 'node:fs';
import type { ServiceDeps } from '../../src/services/context.js';
import { asCode, type Command } from './commands.js';
import { Coverage } from './coverage.js';
import { openModelContext } from './model-context.js';
import { runSequence } from './run-sequence.js';
import { sequences } from './sequences.js';
import { Violation, type Clause } from './world.js';

vi.mock('@temporalio/workflow', () => import('./workflow-api.js'));

let context: { deps: ServiceDeps; close: () => Promise<void> };
beforeAll(async () => {
  context = await openModelContext();
});
afterAll(() => context.close());

const out = (s: string) => appendFileSync(process.env['EXPLORE_OUT'] ?? '/tmp/explore.txt', s + '\n');

test('explore', async () => {
  const runs = Number(process.env['EXPLORE_RUNS'] ?? '200');
  const coverage = new Coverage();
  const kinds = new Map<string, number>();
  const tolerated = (process.env['EXPLORE_TOLERATE'] ?? '').split(',').filter(Boolean) as Clause[];
  const t = performance.now();
  for (const commands of fc.sample(sequences, {
    numRuns: runs,
    seed: Number(process.env['EXPLORE_SEED'] ?? '1'),
  })) {
    try {
      await runSequence(commands, { deps: context.deps, coverage, tolerated });
      kinds.set('held', (kinds.get('held') ?? 0) + 1);
    } catch (error) {
      const kind = kindOf(error);
      kinds.set(kind, (kinds.get(kind) ?? 0) + 1);
    }
  }
  out(`ms per run ${(performance.now() - t) / runs}`);
  out([...kinds].map(([k, n]) => `${n} ${k}`).join('\n'));
  out(coverage.table());
  const want = process.env['EXPLORE_SHRINK'];
  if (want === undefined) return;
  for (const [kind] of kinds) {
    if (kind === 'held' || (want !== 'all' && !kind.includes(want))) continue;
    let log = '';
    const result = await fc.check(
      fc.asyncProperty(sequences, async (commands: Command[]) => {
        try {
          await runSequence(commands, { deps: context.deps, tolerated });
        } catch (error) {
          if (kindOf(error) === kind) {
            log = (error as Error).message;
            throw error;
          }
        }
      }),
      { numRuns: runs, seed: Number(process.env['EXPLORE_SEED'] ?? '1'), interruptAfterTimeLimit: 90_000 },
    );
    out(`=== ${kind}\n${asCode(result.counterexample?.[0] ?? [])}\n${log}`);
  }
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
