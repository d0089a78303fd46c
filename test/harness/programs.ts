import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { inProject } from '../../src/project-root.js';

export const builtProgram = inProject('dist', 'program', 'punctual.js');

/** Builds the programs that the stacks run. */
export function buildProduct(): void {
  runScript('build.mjs', 'The build');
}

/** Makes the release, unless the one of this commit exists. */
export function makeRelease(): void {
  runScript('release.mjs', 'The release');
}

/** The program in the folder of the release. */
export function releasedProgram(): string {
  const { version } = JSON.parse(readFileSync(inProject('package.json'), 'utf8')) as { version: string };
  const name = `punctual-${version}-${process.platform}-${process.arch}`;
  return inProject('release', name, 'bin', 'punctual.js');
}

function runScript(script: string, what: string): void {
  const { status, stdout, stderr } = spawnSync(process.execPath, [inProject('scripts', script)], {
    encoding: 'utf8',
  });
  if (status !== 0) throw new Error(`${what} failed:\n${stdout}${stderr}`);
}
