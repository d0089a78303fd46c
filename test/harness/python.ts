import { spawnSync } from 'node:child_process';
import { mkdirSync, renameSync, rmSync } from 'node:fs';
import path from 'node:path';

const installTimeoutMs = 300_000;

/** Returns the name of a Python that can make virtual environments. Null if this machine has none. */
export function findPython(): string | null {
  return ['python3', 'python'].find((name) => isUsablePython(name)) ?? null;
}

function isUsablePython(name: string): boolean {
  const check = 'import sys, venv, ensurepip; sys.exit(0 if sys.version_info >= (3, 10) else 1)';
  return spawnSync(name, ['-c', check], { stdio: 'ignore' }).status === 0;
}

/**
 * Makes a virtual environment with these packages, given as arguments of pip. It is made in a temporary folder and then
 * moved, so that an interrupted installation is never used.
 */
export function makeEnvironment(python: string, folder: string, packages: readonly string[]): void {
  mkdirSync(path.dirname(folder), { recursive: true });
  const draft = `${folder}.${process.pid}`;
  try {
    run(python, ['-m', 'venv', '--copies', draft]);
    run(pythonIn(draft), [
      ...['-m', 'pip', 'install', '--quiet', '--disable-pip-version-check', '--no-input'],
      ...packages,
    ]);
    renameSync(draft, folder);
  } finally {
    rmSync(draft, { recursive: true, force: true });
  }
}

/**
 * Scripts of a virtual environment contain the path of its folder, so programs are run as modules, and the folder can
 * be moved.
 */
export const pythonIn = (folder: string): string => path.join(folder, 'bin', 'python');

function run(command: string, args: string[]): void {
  const { status, stderr, error } = spawnSync(command, args, { encoding: 'utf8', timeout: installTimeoutMs });
  if (status !== 0) throw new Error(`${command} ${args.join(' ')}: ${error?.message ?? stderr}`);
}
