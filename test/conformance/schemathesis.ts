import { spawn, spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, renameSync, rmSync } from 'node:fs';
import path from 'node:path';
import { cacheFolderOf } from '../../src/launcher/temporal-cli.js';

const requirementsFile = path.join(import.meta.dirname, 'requirements.txt');
const configFile = path.join(import.meta.dirname, 'schemathesis.toml');
const installTimeoutMs = 300_000;

export interface Schemathesis {
  command: string;
}

/**
 * Schemathesis in a virtual environment of its own, kept in the cache under the digest of its pinned requirements.
 * Null, with the reason, where this machine has no Python that can make one.
 */
export function findSchemathesis(): Schemathesis | { missing: string } {
  const python = ['python3', 'python'].find((name) => isUsablePython(name));
  if (python === undefined) return { missing: 'no Python 3.10 or newer with venv' };
  const digest = createHash('sha256').update(readFileSync(requirementsFile)).digest('hex').slice(0, 12);
  const cache = cacheFolderOf(process.env);
  const folder = path.join(cache, `schemathesis-${digest}`);
  // Scripts of a virtual environment name its folder, so it is run as a module, wherever it was moved.
  const command = path.join(folder, 'bin', 'python');
  if (!existsSync(command)) install(python, folder);
  return { command };
}

function isUsablePython(name: string): boolean {
  const check = 'import sys, venv, ensurepip; sys.exit(0 if sys.version_info >= (3, 10) else 1)';
  return spawnSync(name, ['-c', check], { stdio: 'ignore' }).status === 0;
}

/** Made beside its place and moved there whole, so that a broken-off install is never taken for one. */
function install(python: string, folder: string): void {
  mkdirSync(path.dirname(folder), { recursive: true });
  const draft = `${folder}.${process.pid}`;
  try {
    run(python, ['-m', 'venv', '--copies', draft]);
    run(path.join(draft, 'bin', 'python'), [
      ...['-m', 'pip', 'install', '--quiet', '--disable-pip-version-check', '--no-input'],
      ...['--requirement', requirementsFile],
    ]);
    renameSync(draft, folder);
  } finally {
    rmSync(draft, { recursive: true, force: true });
  }
}

function run(command: string, args: string[]): void {
  const { status, stderr, error } = spawnSync(command, args, { encoding: 'utf8', timeout: installTimeoutMs });
  if (status !== 0) throw new Error(`${command} ${args.join(' ')}: ${error?.message ?? stderr}`);
}

export interface ConformanceRun {
  openApiUrl: string;
  operationIds: readonly string[];
  headers: Record<string, string>;
  seed: number;
  phases: readonly string[];
  examplesMax: number;
  /** Where the run may leave its files. */
  folder: string;
  timeoutMs: number;
}

/** One run of these phases on these operations, with all checks. Its output is what a reader of a failure needs. */
export async function runSchemathesis(
  { command }: Schemathesis,
  options: ConformanceRun,
): Promise<{ code: number | null; output: string }> {
  const headers = Object.entries(options.headers).flatMap(([name, value]) => ['-H', `${name}: ${value}`]);
  const operations = options.operationIds.flatMap((id) => ['--include-operation-id', id]);
  const args = [
    ...['-m', 'schemathesis.cli', '--config-file', configFile, 'run', options.openApiUrl],
    ...['--phases', options.phases.join(','), '--checks', 'all'],
    ...['--max-examples', String(options.examplesMax), '--seed', String(options.seed)],
    ...['--continue-on-failure', '--no-color', '--request-timeout', '20', ...headers, ...operations],
  ];
  const child = spawn(command, args, {
    stdio: ['ignore', 'pipe', 'pipe'],
    timeout: options.timeoutMs,
    cwd: options.folder,
    env: { ...process.env, PYTHONPATH: import.meta.dirname, PYTHONDONTWRITEBYTECODE: '1' },
  });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding('utf8').on('data', (text: string) => {
      output += text;
    });
  }
  const code = await new Promise<number | null>((resolve, reject) => {
    child.once('error', reject).once('close', resolve);
  });
  return { code, output };
}
