// The Bluesky server that the tests talk to has packages of its own, for which everything else need not wait.
import { ensureInstalled } from './lib/install.mjs';
import { checkMachine, inProject } from './lib/project.mjs';
import { withSetupLock } from './lib/setup-lock.mjs';

checkMachine();
await withSetupLock(() => {
  ensureInstalled(inProject('test', 'pds'), 'the Bluesky server that the tests talk to', {
    runsScripts: true,
  });
}, 'setup-pds');
