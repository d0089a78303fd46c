// npm run build: builds dist/, or only the parts of it that have changed.
import { ensureBuilt } from './lib/build.mjs';
import { ensureClientTypes } from './lib/client-types.mjs';
import { ensureInstalled } from './lib/install.mjs';
import { checkMachine, say, secondsSince } from './lib/project.mjs';
import { withSetupLock } from './lib/setup-lock.mjs';

const startMs = Date.now();
checkMachine();
await withSetupLock(() => {
  ensureInstalled();
  ensureClientTypes();
  return ensureBuilt();
});
say(`dist/ is up to date (${secondsSince(startMs)}).`);
