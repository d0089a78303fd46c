import { execFile, spawn } from 'node:child_process';
import { renameSync, rmSync } from 'node:fs';
import path from 'node:path';
import { promisify } from 'node:util';
import type { FaultStack } from './fault-stack.js';

const commandTimeoutMs = 120_000;

/** Copies files with owners and permissions, which Postgres requires. */
export function databaseCopy(folder: string): Pick<FaultStack, 'copyDatabase' | 'putDatabaseBack'> {
  const [data, copy] = [path.join(folder, 'postgres'), path.join(folder, 'postgres-copy')];
  return {
    copyDatabase: async () => {
      rmSync(copy, { recursive: true, force: true });
      await promisify(execFile)('cp', ['-a', data, copy]);
    },
    putDatabaseBack: () => {
      rmSync(data, { recursive: true, force: true });
      renameSync(copy, data);
      return Promise.resolve();
    },
  };
}

export async function runCommand(
  { program, env }: { program: string; env: NodeJS.ProcessEnv },
  bin: string,
  args: string[],
): Promise<{ code: number; output: string }> {
  const child = spawn(process.execPath, ['--enable-source-maps', program, bin, ...args], {
    env,
    stdio: ['ignore', 'pipe', 'pipe'],
    timeout: commandTimeoutMs,
  });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding('utf8').on('data', (text: string) => (output += text));
  }
  const code = await new Promise<number>((resolve, reject) => {
    child.once('error', reject);
    child.once('close', (ended) => {
      resolve(ended ?? 1);
    });
  });
  return { code, output };
}
