import { ensureBuilt } from './lib/build.mjs';
import { ensureClientTypes } from './lib/client-types.mjs';
import { ensureInstalled } from './lib/install.mjs';
import { checkMachine } from './lib/project.mjs';
import { withSetupLock } from './lib/setup-lock.mjs';

checkMachine();
await withSetupLock(() => {
  ensureInstalled();
  ensureClientTypes();
  return ensureBuilt();
});
