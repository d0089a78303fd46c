import { spawnSync } from 'node:child_process';
import { inProject } from '../../src/project-root.js';

export const builtProgram = inProject('dist', 'bin', 'punctual.js');

/** Builds the programs that a fault stack runs. */
export function buildProduct(): void {
  const script = inProject('scripts', 'build.mjs');
  const built = spawnSync(process.execPath, [script], { encoding: 'utf8' });
  if (built.status !== 0) throw new Error(`The build failed:\n${built.stdout}${built.stderr}`);
}
