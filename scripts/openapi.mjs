// npm run openapi [-- --check]: generates, or only checks, the names of platforms, the API's description and other
// documents that are made from the code, and then the client's types.
import { ensureBuilt } from './lib/build.mjs';
import { ensureClientTypes } from './lib/client-types.mjs';
import { inProject, readText, run } from './lib/project.mjs';
import { setUp } from './lib/set-up.mjs';
import { withSetupLock } from './lib/setup-lock.mjs';

const check = process.argv.includes('--check') ? ['--check'] : [];
await setUp(ensureBuilt);
const namesFile = inProject('src', 'domain', 'platform-names.ts');
const namesBefore = readText(namesFile);
const describe = () => run(process.execPath, ['dist/bin/openapi.js', ...check]);
let described = describe();
// The program that describes the API contains the names of platforms, so after a new name it is built and run again.
if (described.ok && readText(namesFile) !== namesBefore) {
  await withSetupLock(ensureBuilt);
  described = describe();
}
if (described.ok) await withSetupLock(ensureClientTypes);
process.exit(described.ok ? 0 : 1);
