// Runs the tests from a fresh clone on: installs the packages, then runs vitest, which sets up what its files need
// (vitest.config.ts). Arguments go to vitest, but for these of our own:
//   --system, --all  the tier (test/harness/tiers.ts); the usual tier is the statements
//   --long           repeats more often (test/harness/counts.ts)
//   --pictures       leaves the pictures of the documentation in docs/images (test/dashboard/pictures.ts)
import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { ensureClientTypes } from './lib/client-types.mjs';
import { ensureInstalled } from './lib/install.mjs';
import { checkMachine, inProject, secondsSince } from './lib/project.mjs';
import { withSetupLock } from './lib/setup-lock.mjs';
import { combine, describeRun, failedFiles, resultsOf, rerunFilesMax } from './lib/test-results.mjs';

const own = new Set(['--system', '--all', '--long', '--pictures']);
/** The everyday run has a budget on a machine with two cores; the report says when a run went past it. */
const budgetSeconds = { statements: 300 };

checkMachine();
await withSetupLock(() => {
  ensureInstalled();
  ensureClientTypes();
});
const asked = process.argv.slice(2);
const { parseCLI, startVitest } = await import('vitest/node');
const { filter, options } = parseCLI(['vitest', 'run', ...asked.filter((word) => !own.has(word))]);
const isSelection = filter.length > 0 || asked.includes('--project') || asked.includes('--config');
const tier = asked.includes('--system') ? 'system' : asked.includes('--all') ? 'all' : 'statements';
// All files can be selected.
if (isSelection) delete process.env.TEST_TIER;
else process.env.TEST_TIER = tier;
if (asked.includes('--long')) process.env.TEST_LONG = '1';
if (asked.includes('--pictures')) process.env.TAKE_PICTURES = '1';
// .ci/run reads the results of both tiers; those of a selection lie with the everyday tests.
const resultsFile = inProject('.cache', tier === 'system' ? 'tests-system.json' : 'tests.json');
rmSync(resultsFile, { force: true });

const startMs = Date.now();
const first = await startVitest('test', filter, options);
let results = resultsOf(first);
const failed = failedFiles(results);
// A run of selected files reports its failure at once.
if (!isSelection && failed.length > 0 && failed.length <= rerunFilesMax) {
  console.log(`\nRunning ${failed.length} failed file(s) once more, one at a time.`);
  results = combine(results, resultsOf(await startVitest('test', failed, { ...options, maxWorkers: 1 })));
}
mkdirSync(inProject('.cache'), { recursive: true });
writeFileSync(resultsFile, JSON.stringify(results));
const took = { text: secondsSince(startMs), seconds: (Date.now() - startMs) / 1000 };
console.log(describeRun(results, { took, budgetSeconds: isSelection ? undefined : budgetSeconds[tier] }));
process.exitCode = results.isPassed ? 0 : 1;
// Ends the process also where something of a test still holds it.
await first.exit();
