// npm run openapi [-- --check]: the names of platforms, the API's description and other documents that are made from
// the code. The client's types follow the description.
import { ensureBuilt } from './lib/build.mjs';
import { ensureClientTypes } from './lib/client-types.mjs';
import { ensureInstalled } from './lib/install.mjs';
import { checkMachine, inProject, readText, run } from './lib/project.mjs';
import { withSetupLock } from './lib/setup-lock.mjs';

const check = process.argv.includes('--check') ? ['--check'] : [];
checkMachine();
await withSetupLock(() => {
  ensureInstalled();
  return ensureBuilt();
});
const namesFile = inProject('src', 'domain', 'platform-names.ts');
const namesBefore = readText(namesFile);
const describe = () => run(process.execPath, ['dist/bin/openapi.js', ...check]);
let described = describe();
// The names of platforms are compiled into what describes the API: with a new one, all is made again.
if (described.ok && readText(namesFile) !== namesBefore) {
  await withSetupLock(ensureBuilt);
  described = describe();
}
if (described.ok) await withSetupLock(ensureClientTypes);
process.exit(described.ok ? 0 : 1);
