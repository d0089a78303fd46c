// Runs the tests, even in a fresh clone: installs the packages, then runs vitest, which prepares whatever its files
// need (vitest.config.ts). Arguments are passed to vitest, except for our own:
//   --system, --all  the tier (test/harness/tiers.ts); the default tier is `statements`
//   --long           repeats more often (test/harness/counts.ts)
//   --pictures       leaves the pictures of the documentation in docs/images (test/dashboard/pictures.test.ts), or those of /design
import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { ensureClientTypes } from './lib/client-types.mjs';
import { inProject, secondsSince } from './lib/project.mjs';
import { setUp } from './lib/set-up.mjs';
import { combine, describeRun, failedFiles, resultsOf, rerunFilesMax } from './lib/test-results.mjs';

const own = new Set(['--system', '--all', '--long', '--pictures']);
/** The time budget of each tier on a machine with two cores. The report says when a run has exceeded it. */
const budgetSeconds = { statements: 300, system: 700 };

await setUp(ensureClientTypes);
const asked = process.argv.slice(2);
const { parseCLI, startVitest } = await import('vitest/node');
const { filter, options } = parseCLI(['vitest', 'run', ...asked.filter((word) => !own.has(word))]);
const isSelection = filter.length > 0 || asked.includes('--project') || asked.includes('--config');
const tier = asked.includes('--system') ? 'system' : asked.includes('--all') ? 'all' : 'statements';
// A selection may contain files of any tier.
if (isSelection) delete process.env.TEST_TIER;
else process.env.TEST_TIER = tier;
if (asked.includes('--long')) process.env.TEST_LONG = '1';
if (asked.includes('--pictures')) process.env.TAKE_PICTURES = '1';
// .ci/run reads the results of both tiers. The results of a selection are stored like those of the everyday tests.
const resultsFile = inProject('.cache', tier === 'system' ? 'tests-system.json' : 'tests.json');
rmSync(resultsFile, { force: true });

const startMs = Date.now();
const first = await startVitest('test', filter, options);
let results = resultsOf(first);
const failed = failedFiles(results);
// The failures of selected files are reported immediately, without a second run.
if (!isSelection && failed.length > 0 && failed.length <= rerunFilesMax) {
  console.log(`\nRunning ${failed.length} failed file(s) once more, one at a time.`);
  results = combine(results, resultsOf(await startVitest('test', failed, { ...options, maxWorkers: 1 })));
}
mkdirSync(inProject('.cache'), { recursive: true });
writeFileSync(resultsFile, JSON.stringify(results));
const took = { text: secondsSince(startMs), seconds: (Date.now() - startMs) / 1000 };
console.log(describeRun(results, { took, budgetSeconds: isSelection ? undefined : budgetSeconds[tier] }));
process.exitCode = results.isPassed ? 0 : 1;
// Ends the process even if a test has left something running.
await first.exit();
