import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

/**
 * The folder of package.json: of the clone for modules of src/ and dist/, and of the release, whose bundle has other
 * folders.
 */
export const projectRoot = rootAbove(path.dirname(fileURLToPath(import.meta.url)));

export const inProject = (...parts: string[]): string => path.join(projectRoot, ...parts);

/** Reads the version of this build. */
export function readVersion(): string {
  const { version } = JSON.parse(readFileSync(inProject('package.json'), 'utf8')) as { version: string };
  return version;
}

function rootAbove(folder: string): string {
  if (existsSync(path.join(folder, 'package.json'))) return folder;
  const parent = path.dirname(folder);
  if (parent === folder) throw new Error('Punctual is not complete: its package.json is missing.');
  return rootAbove(parent);
}
