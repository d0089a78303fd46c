import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';
import { projectRoot } from '../../src/project-root.js';

const fileOf = (name: string): string => path.join(projectRoot, 'scripts', `${name}.mjs`);
const failureOf = (name: string): Error => new Error(`scripts/${name}.mjs has failed; it says why above.`);

/** Runs one of scripts/ to its end, and shows its output. */
export function runScript(name: 'build'): void {
  const { status } = spawnSync(process.execPath, [fileOf(name)], { stdio: 'inherit' });
  if (status !== 0) throw failureOf(name);
}

/** Like `runScript`, without waiting for its end. */
export async function startScript(name: 'install-pds'): Promise<void> {
  const script = spawn(process.execPath, [fileOf(name)], { stdio: 'inherit' });
  const [status] = (await once(script, 'close')) as [number | null];
  if (status !== 0) throw failureOf(name);
}
