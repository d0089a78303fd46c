import { spawnSync } from 'node:child_process';
import path from 'node:path';
import { projectRoot } from '../../src/launcher/files.js';

/** Builds the programs that a fault stack runs. */
export function buildProduct(): void {
  const script = path.join(projectRoot, 'scripts', 'build.mjs');
  const built = spawnSync(process.execPath, [script], { encoding: 'utf8' });
  if (built.status !== 0) throw new Error(`The build failed:\n${built.stdout}${built.stderr}`);
}
