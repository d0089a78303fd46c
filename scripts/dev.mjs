// Runs the development stack from src/: API, worker, sandbox and dashboard follow every change. It uses the same data
// as `npm start`.
import { ensureClientTypes } from './lib/client-types.mjs';
import { fail, inProject } from './lib/project.mjs';
import { setUp } from './lib/set-up.mjs';
import { pathToFileURL } from 'node:url';

const usage = `Usage:
  npm run dev

Starts the same stack as npm start, with the same data, from the sources. When a file of src/ changes, the API,
the worker and the sandbox start again; the dashboard shows changes of packages/dashboard at once. Ctrl-C stops it.

Environment: see npm start -- --help, and
  DASHBOARD_PORT     Where the dashboard listens. Default: 5173
`;

const [word] = process.argv.slice(2);
if (word === '--help' || word === '-h') {
  process.stdout.write(usage);
  process.exit(0);
}
if (word !== undefined)
  fail(`npm run dev takes no argument "${word}". npm run dev -- --help shows the usage.`);
await setUp(ensureClientTypes);
await import('./typescript-loader.mjs');
const program = inProject('src', 'bin', 'punctual.ts');
process.argv = [process.argv[0], program, 'demo'];
await import(pathToFileURL(program).href);
