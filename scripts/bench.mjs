// npm run bench: measures the real stack against bare baselines. For the options see test/bench/options.ts.
import { ensureBuilt } from './lib/build.mjs';
import { fail, inProject } from './lib/project.mjs';
import { setUp } from './lib/set-up.mjs';
import { withTypeScript } from './lib/typescript.mjs';

const args = process.argv.slice(2);
// The benchmark starts this script again for its baselines, each of which is a separate process.
const bareProgram = /^--bare=(api|worker|queue|platform)$/.exec(args[0] ?? '')?.[1];

if (bareProgram !== undefined) {
  await withTypeScript(inProject('test', 'bench', 'bare', `${bareProgram}.ts`), ({ main }) => main());
} else {
  await setUp(ensureBuilt);
  let code = 1;
  try {
    code = await withTypeScript(inProject('test', 'bench', 'run-bench.ts'), ({ readOptions, runBench }) =>
      runBench(readOptions(args), console.log),
    );
  } catch (error) {
    fail(error.message);
  }
  process.exit(code);
}
