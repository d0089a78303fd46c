// npm run faults: runs the real stack under load while its parts are killed and cut off, and counts the posts at the
// platforms.
import { ensureBuilt } from './lib/build.mjs';
import { fail, inProject } from './lib/project.mjs';
import { setUp } from './lib/set-up.mjs';
import { withTypeScript } from './lib/typescript.mjs';

await setUp(ensureBuilt);
let code = 1;
try {
  code = await withTypeScript(inProject('test', 'faults', 'run-faults.ts'), ({ readOptions, runFaults }) =>
    runFaults(readOptions(process.argv.slice(2)), console.log),
  );
} catch (error) {
  fail(error.message);
}
process.exit(code);
