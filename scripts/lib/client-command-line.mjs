import { mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { inProject } from './project.mjs';

/** The packages whose code becomes part of the command line. */
export const bundledPackages = ['commander', 'openapi-fetch'];

const folder = inProject('packages', 'client', 'src', 'cli');
const packageName = /\/node_modules\/((?:@[^/]+\/)?[^/]+)\//;

/**
 * Bundles a file of the client's command line with all that it imports into one file, which needs nothing but Node.js.
 * Throws if it would contain another package, because the license of each must be shipped with it.
 */
export async function bundleCommandLine(entry, file) {
  const { rolldown } = await import('rolldown');
  const bundle = await rolldown({
    cwd: inProject(),
    input: path.join(folder, entry),
    platform: 'node',
    resolve: { extensionAlias: { '.js': ['.ts', '.js'] } },
    onLog: (level, { message }) => {
      if (level === 'warn') throw new Error(`The bundler warns: ${message}`);
    },
  });
  const { output } = await bundle.generate({
    format: 'esm',
    // Stack traces are readable without source maps, because names stay as they are.
    minify: false,
    comments: { legal: true, annotation: false, jsdoc: false },
  });
  await bundle.close();
  const [chunk, ...others] = output;
  if (others.length > 0) throw new Error('The command line must be one file, without dynamic imports.');
  const inside = chunk.moduleIds.flatMap((id) => packageName.exec(id)?.[1] ?? []);
  const foreign = inside.find((name) => !bundledPackages.includes(name));
  if (foreign !== undefined)
    throw new Error(`The command line contains ${foreign}. Add it to ${import.meta.url}.`);
  mkdirSync(path.dirname(file), { recursive: true });
  writeFileSync(file, chunk.code);
}
