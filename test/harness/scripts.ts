import { spawnSync } from 'node:child_process';
import path from 'node:path';
import { projectRoot } from '../../src/launcher/files.js';

/** Runs one of scripts/ to its end, in front of whoever watches. */
export function runScript(name: 'build' | 'install-pds'): void {
  const script = path.join(projectRoot, 'scripts', `${name}.mjs`);
  const { status } = spawnSync(process.execPath, [script], { stdio: 'inherit' });
  if (status !== 0) throw new Error(`scripts/${name}.mjs has failed; it says why above.`);
}
