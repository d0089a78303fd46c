// The whole development stack with one command, from a fresh clone on.
import { ensureBuilt } from './lib/build.mjs';
import { ensureInstalled } from './lib/install.mjs';
import { checkMachine } from './lib/project.mjs';
import { runBin } from './lib/run-bin.mjs';
import { withSetupLock } from './lib/setup-lock.mjs';

checkMachine();
await withSetupLock(() => {
  ensureInstalled();
  return ensureBuilt();
});
await runBin('dev', process.argv.slice(2));
