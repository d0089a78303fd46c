import { spawn, spawnSync } from 'node:child_process';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

export const projectFolder = fileURLToPath(new URL('../../', import.meta.url));

/** The folder with the command `punctual`, which the guides call. */
const commands = fileURLToPath(new URL('bin', import.meta.url));

/** The programs that the shell code of the guides needs. */
const needed = ['curl', 'jq'];
export const missingPrograms = needed.filter((name) => spawnSync(name, ['--version']).status !== 0);

/** Runs a script like a user who pastes it, and returns its output. Throws if it fails. */
export async function runShell(
  script: string,
  { folder = projectFolder, env = {} }: { folder?: string; env?: Record<string, string> } = {},
): Promise<string> {
  const child = spawn('sh', ['-eu', '-c', script], {
    cwd: folder,
    env: { ...process.env, PATH: [commands, process.env['PATH']].join(path.delimiter), ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const printed = { stdout: '', stderr: '' };
  for (const name of ['stdout', 'stderr'] as const)
    child[name].on('data', (chunk: Buffer) => (printed[name] += chunk.toString()));
  const code = await new Promise((resolve) => child.once('close', resolve));
  if (code !== 0)
    throw new Error(
      `The script ended with ${String(code)}:\n${script}\n${printed.stdout}\n${printed.stderr}`,
    );
  return printed.stdout;
}

/** Returns the block with other values. Throws if the block lacks one of the replaced values. */
export function filledIn(block: string, values: Record<string, string>): string {
  return Object.entries(values).reduce((text, [shown, value]) => {
    if (!text.includes(shown)) throw new Error(`${shown} is not in:\n${block}`);
    return text.replaceAll(shown, value);
  }, block);
}
