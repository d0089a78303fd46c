import { readFileSync } from 'node:fs';
import { inProject } from '../project-root.js';

/** Reads the version of this build. */
export function readVersion(): string {
  const { version } = JSON.parse(readFileSync(inProject('package.json'), 'utf8')) as { version: string };
  return version;
}
