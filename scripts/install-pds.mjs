// Installs the packages of the Bluesky server that the tests use, separately, so that nothing else has to wait for
// them.
import { ensureInstalled } from './lib/install.mjs';
import { checkMachine, inProject } from './lib/project.mjs';
import { withSetupLock } from './lib/setup-lock.mjs';

checkMachine();
// Its SQLite is compiled here: in half of the processor time if it is not optimized, which so few rows do not need.
Object.assign(process.env, { CFLAGS: '-O0', CXXFLAGS: '-O0' });
await withSetupLock(() => {
  ensureInstalled(inProject('test', 'pds'), 'the Bluesky server that the tests talk to', {
    runsScripts: true,
  });
}, 'setup-pds');
