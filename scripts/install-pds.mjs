// Installs the packages of the Bluesky server that the tests use, separately, so that nothing else has to wait for
// them.
import { ensureInstalled } from './lib/install.mjs';
import { checkMachine, inProject } from './lib/project.mjs';
import { withSetupLock } from './lib/setup-lock.mjs';

checkMachine();
// SQLite is compiled here. Without optimization, that takes half of the processor time, and the tests have only a few
// rows.
Object.assign(process.env, { CFLAGS: '-O0', CXXFLAGS: '-O0' });
await withSetupLock(() => {
  ensureInstalled(inProject('test', 'pds'), 'the Bluesky server that the tests talk to', {
    runsScripts: true,
  });
}, 'setup-pds');
