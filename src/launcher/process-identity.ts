import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';

const psTimeoutMs = 2_000;

export function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
  } catch (error) {
    return error instanceof Error && 'code' in error && error.code === 'EPERM';
  }
  return !isZombie(pid);
}

/**
 * Whether a process has ended but is still in the process table. In a container without an init process, it may stay
 * there forever.
 */
function isZombie(pid: number): boolean {
  return process.platform === 'linux' && readStat(pid)?.[0] === 'Z';
}

/**
 * The fields of /proc/PID/stat after the name, which may contain spaces. The state is at index 0, the start time at 19.
 */
function readStat(pid: number): string[] | undefined {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
    return stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  } catch {
    return undefined;
  }
}

/**
 * Identifies a process by its start time, to distinguish it from a later one with the same pid. Undefined if there is
 * no such process.
 */
export function processIdentity(pid: number): string | undefined {
  if (!isAlive(pid)) return undefined;
  if (process.platform === 'linux') {
    const bootId = readFileSync('/proc/sys/kernel/random/boot_id', 'utf8').trim();
    return `${bootId}:${readStat(pid)?.[19] ?? ''}`;
  }
  const ps = spawnSync('ps', ['-o', 'lstart=', '-p', String(pid)], {
    encoding: 'utf8',
    timeout: psTimeoutMs,
  });
  return ps.stdout.trim() || undefined;
}
