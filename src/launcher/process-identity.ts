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

/** In a container without an init process, a dead orphan may stay in the process table forever. */
function isZombie(pid: number): boolean {
  return process.platform === 'linux' && readStat(pid)?.[0] === 'Z';
}

/** The fields of /proc/PID/stat after the name, which may contain spaces: state first, start time at 19. */
function readStat(pid: number): string[] | undefined {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
    return stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  } catch {
    return undefined;
  }
}

/**
 * Distinguishes a process from a later one with the same pid by its start time. Undefined if there is no such
 * process.
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
