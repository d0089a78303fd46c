import { pathToFileURL } from 'node:url';
import { existsSync } from 'node:fs';
import { fail, inProject } from './project.mjs';

/** Runs dist/bin/NAME.js in this process, so that signals and the exit code need not be forwarded. */
export async function runBin(name, args) {
  const file = inProject('dist', 'bin', `${name}.js`);
  if (!existsSync(file)) fail(`There is no command "${name}".`);
  process.argv = [process.argv[0], file, ...args];
  process.setSourceMapsEnabled(true);
  await import(pathToFileURL(file).href);
}
