// Builds packages/client into its `dist`, or into the given folder: `node scripts/build-client.mjs [folder]`. `npm
// pack` runs it. The package has no dependencies: its HTTP layer is copied into `dist/vendor`, and its command contains
// all that it needs.
import {
  chmodSync,
  copyFileSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import path from 'node:path';
import { bundleCommandLine } from './lib/client-command-line.mjs';
import { ensureClientTypes } from './lib/client-types.mjs';
import { fail, inProject, run } from './lib/project.mjs';
import { withSetupLock } from './lib/setup-lock.mjs';

const dist = path.resolve(process.argv[2] ?? inProject('packages', 'client', 'dist'));
const vendor = path.join(dist, 'vendor');
/** The file below `dist/vendor` that replaces an import, by copied package. */
const copied = {
  'openapi-fetch': 'openapi-fetch.js',
  'openapi-typescript-helpers': 'openapi-typescript-helpers.js',
};
const copies = [
  ['openapi-fetch/dist/index.mjs', 'openapi-fetch.js'],
  ['openapi-fetch/dist/index.d.mts', 'openapi-fetch.d.ts'],
  ['openapi-typescript-helpers/dist/index.d.mts', 'openapi-typescript-helpers.d.ts'],
];

const importPattern = /\b(from\s+|import\s*\(\s*)(['"])([^'"]+)\2/g;

/**
 * Returns a module's text with its imports pointing to the copies. Ends the process if the module imports anything
 * except its own files and Node's.
 */
function withCopies(text, file) {
  const folder = path.relative(path.dirname(file), vendor).replaceAll(path.sep, '/') || '.';
  const base = folder.startsWith('.') ? folder : `./${folder}`;
  return text
    .replace(/^\/\/# sourceMappingURL=.*$/m, '')
    .replaceAll(importPattern, (whole, before, quote, name) => {
      if (name.startsWith('.') || name.startsWith('node:')) return whole;
      if (!Object.hasOwn(copied, name))
        fail(`${file} imports ${name}, which is not copied into the package.`);
      return `${before}${quote}${base}/${copied[name]}${quote}`;
    });
}

await withSetupLock(ensureClientTypes);
rmSync(dist, { recursive: true, force: true });
const compiler = inProject('node_modules', 'typescript', 'bin', 'tsc');
const project = inProject('packages', 'client', 'tsconfig.build.json');
const { ok } = run(process.execPath, [compiler, '-p', project, '--outDir', dist]);
if (!ok) fail('The client does not compile; the compiler says why above.');
for (const name of readdirSync(dist)) {
  const file = path.join(dist, name);
  writeFileSync(file, withCopies(readFileSync(file, 'utf8'), file));
}
mkdirSync(vendor);
for (const [from, to] of copies) {
  const file = path.join(vendor, to);
  writeFileSync(file, withCopies(readFileSync(inProject('node_modules', from), 'utf8'), file));
}
// Both packages belong to the same project and share one license.
copyFileSync(inProject('node_modules', 'openapi-fetch', 'LICENSE'), path.join(vendor, 'LICENSE'));

const command = path.join(dist, 'bin', 'punctual.js');
await bundleCommandLine('punctual.ts', command);
chmodSync(command, 0o755);
copyFileSync(inProject('node_modules', 'commander', 'LICENSE'), path.join(vendor, 'commander-LICENSE'));
