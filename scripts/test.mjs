// The whole test run from a fresh clone on: packages, then vitest, which sets up what its files need (vitest.config.ts).
// Arguments go to vitest, but for --long, which makes the run a long one (test/harness/counts.ts), and --pictures, which
// leaves the pictures of the documentation in docs/images (test/dashboard/pictures.ts).
import { rmSync } from 'node:fs';
import { pathToFileURL } from 'node:url';
import { ensureInstalled } from './lib/install.mjs';
import { checkMachine, inProject } from './lib/project.mjs';
import { withSetupLock } from './lib/setup-lock.mjs';

const resultsFile = '.cache/tests.json';
const own = new Set(['--long', '--pictures']);

checkMachine();
await withSetupLock(() => ensureInstalled());
rmSync(inProject(resultsFile), { force: true });
const asked = process.argv.slice(2);
if (asked.includes('--long')) process.env.TEST_LONG = '1';
if (asked.includes('--pictures')) process.env.TAKE_PICTURES = '1';
// A run of selected files, too, leaves its results where .ci/run looks for them.
const reporters = ['--reporter=default', '--reporter=json', `--outputFile.json=${resultsFile}`];
const vitest = inProject('node_modules', 'vitest', 'vitest.mjs');
// In this very process, so that a signal reaches vitest however it was sent.
process.argv = [process.argv[0], vitest, 'run', ...reporters, ...asked.filter((word) => !own.has(word))];
await import(pathToFileURL(vitest).href);
