// npm run openapi [-- --check]: the API's description, and the client's types that are made from it.
import { ensureBuilt } from './lib/build.mjs';
import { ensureInstalled } from './lib/install.mjs';
import { checkMachine, run, tool } from './lib/project.mjs';
import { clientTypes } from './lib/client-types.mjs';
import { withSetupLock } from './lib/setup-lock.mjs';

const check = process.argv.includes('--check') ? ['--check'] : [];
checkMachine();
await withSetupLock(() => {
  ensureInstalled();
  ensureBuilt();
});
const described = run(process.execPath, ['dist/bin/openapi.js', ...check]);
const typed = described.ok ? tool('openapi-typescript', [...clientTypes, ...check]) : described;
process.exit(typed.ok ? 0 : 1);
