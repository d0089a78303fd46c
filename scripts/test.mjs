// The whole test run from a fresh clone on: packages, Temporal CLI, build, vitest. Arguments go to vitest.
import { existsSync, rmSync } from 'node:fs';
import { pathToFileURL } from 'node:url';
import { ensureBuilt } from './lib/build.mjs';
import { ensureInstalled } from './lib/install.mjs';
import { checkMachine, fail, inProject } from './lib/project.mjs';
import { withSetupLock } from './lib/setup-lock.mjs';

const resultsFile = '.cache/tests.json';

async function resolveTemporalCli() {
  const { resolveTemporalCli: resolve } = await import('../dist/launcher/temporal-cli.js');
  const { createScreen } = await import('../dist/launcher/screen.js');
  try {
    return await resolve({ env: process.env, screen: createScreen() });
  } catch (error) {
    return fail(error.message);
  }
}

checkMachine();
await withSetupLock(() => {
  ensureInstalled();
  const pds = inProject('test', 'pds');
  if (existsSync(`${pds}/package-lock.json`))
    ensureInstalled(pds, 'the Bluesky server that the tests talk to', { runsScripts: true });
  ensureBuilt();
});
process.env.TEMPORAL_CLI = await resolveTemporalCli();
rmSync(inProject(resultsFile), { force: true });
// A run of selected files, too, leaves its results where .ci/run looks for them.
const reporters = ['--reporter=default', '--reporter=json', `--outputFile.json=${resultsFile}`];
const vitest = inProject('node_modules', 'vitest', 'vitest.mjs');
// In this very process, so that a signal reaches vitest however it was sent.
process.argv = [process.argv[0], vitest, 'run', ...reporters, ...process.argv.slice(2)];
await import(pathToFileURL(vitest).href);
