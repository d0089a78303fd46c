import { readFileSync, realpathSync } from 'node:fs';
import { spawnSync } from 'node:child_process';
import path from 'node:path';
import { LauncherFault } from './fault.js';
import { removeFile } from './files.js';
import { isAlive } from './process-identity.js';
import { waitFor } from './waiting.js';

const psTimeoutMs = 2_000;
const signalWaitMs = 3_000;

/**
 * Handles the postmaster.pid that a killed stack leaves. If a server still runs in this folder, it is stopped. The file
 * of a dead server is removed, because its pid may belong to another program by then.
 */
export async function endLeftoverPostmaster(folder: string): Promise<void> {
  const file = path.join(folder, 'postmaster.pid');
  const pid = readPid(file);
  if (pid === undefined) return;
  if (isAlive(pid) && servesFolder(pid, folder)) await stopPostmaster(pid, folder);
  removeFile(file);
}

function readPid(file: string): number | undefined {
  try {
    const pid = Number(readFileSync(file, 'utf8').split('\n')[0]);
    return Number.isInteger(pid) && pid > 0 ? pid : undefined;
  } catch {
    return undefined;
  }
}

function servesFolder(pid: number, folder: string): boolean {
  const words = commandLine(pid);
  const dataFolder = words[words.indexOf('-D') + 1] ?? '';
  return path.basename(words[0] ?? '') === 'postgres' && [folder, realpathSync(folder)].includes(dataFolder);
}

function commandLine(pid: number): string[] {
  if (process.platform === 'linux') {
    try {
      return readFileSync(`/proc/${pid}/cmdline`, 'utf8').split('\0');
    } catch {
      return [];
    }
  }
  const ps = spawnSync('ps', ['-ww', '-o', 'command=', '-p', String(pid)], {
    encoding: 'utf8',
    timeout: psTimeoutMs,
  });
  return ps.stdout.trim().split(' ');
}

async function stopPostmaster(pid: number, folder: string): Promise<void> {
  for (const signal of ['SIGINT', 'SIGQUIT', 'SIGKILL'] as const) {
    try {
      process.kill(pid, signal);
      await waitFor(() => Promise.resolve(isAlive(pid) ? undefined : true), {
        timeoutMs: signalWaitMs,
        intervalMs: 50,
        failure: `Postgres (process ${pid}) did not stop after ${signal}`,
      });
      return;
    } catch {
      if (!isAlive(pid)) return;
    }
  }
  throw new LauncherFault(
    `A Postgres server from an earlier start is still running with ${folder} (process ${pid}) and does not stop.`,
  );
}
