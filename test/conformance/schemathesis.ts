import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { cacheFolderOf } from '../../src/launcher/temporal-cli.js';
import { findPython, makeEnvironment, pythonIn } from '../harness/python.js';

const requirementsFile = path.join(import.meta.dirname, 'requirements.txt');
const configFile = path.join(import.meta.dirname, 'schemathesis.toml');

export interface Schemathesis {
  command: string;
}

/**
 * Installs Schemathesis into its own virtual environment, in the cache under the digest of its pinned requirements.
 * Returns the reason if this machine has no Python that can do so.
 */
export function findSchemathesis(): Schemathesis | { missing: string } {
  const python = findPython();
  if (python === null) return { missing: 'no Python 3.10 or newer with venv' };
  const digest = createHash('sha256').update(readFileSync(requirementsFile)).digest('hex').slice(0, 12);
  const folder = path.join(cacheFolderOf(process.env), `schemathesis-${digest}`);
  const command = pythonIn(folder);
  if (!existsSync(command)) makeEnvironment(python, folder, ['--requirement', requirementsFile]);
  return { command };
}

export interface ConformanceRun {
  openApiUrl: string;
  operationIds: readonly string[];
  headers: Record<string, string>;
  seed: number;
  phases: readonly string[];
  examplesMax: number;
  /** The folder in which the run may leave its files. */
  folder: string;
  timeoutMs: number;
}

/** Runs these phases on these operations, with all checks. The output explains a failure. */
export function runSchemathesis(tool: Schemathesis, options: ConformanceRun): Promise<PythonRun> {
  const headers = Object.entries(options.headers).flatMap(([name, value]) => ['-H', `${name}: ${value}`]);
  const operations = options.operationIds.flatMap((id) => ['--include-operation-id', id]);
  const args = [
    ...['-m', 'schemathesis.cli', '--config-file', configFile, 'run', options.openApiUrl],
    ...['--phases', options.phases.join(','), '--checks', 'all'],
    ...['--max-examples', String(options.examplesMax), '--seed', String(options.seed)],
    ...['--continue-on-failure', '--no-color', '--request-timeout', '20', ...headers, ...operations],
  ];
  return runPython(tool, args, options);
}

/** Calls each operation with the token of each scope (scopes.py). The last line of the output has the counts. */
export function runScopes(
  tool: Schemathesis,
  tokens: Record<string, string>,
  options: Pick<ConformanceRun, 'openApiUrl' | 'examplesMax' | 'seed' | 'folder' | 'timeoutMs'>,
): Promise<PythonRun> {
  const { openApiUrl, examplesMax, seed } = options;
  const args = [path.join(import.meta.dirname, 'scopes.py'), openApiUrl, String(examplesMax), String(seed)];
  return runPython(tool, args, { ...options, input: JSON.stringify(tokens) });
}

interface PythonRun {
  code: number | null;
  output: string;
}

async function runPython(
  { command }: Schemathesis,
  args: readonly string[],
  { folder, timeoutMs, input = '' }: { folder: string; timeoutMs: number; input?: string },
): Promise<PythonRun> {
  const child = spawn(command, args, {
    timeout: timeoutMs,
    cwd: folder,
    env: {
      ...process.env,
      PYTHONPATH: import.meta.dirname,
      PYTHONDONTWRITEBYTECODE: '1',
      // Without this variable, the client searches the whole environment for a proxy before each request.
      NO_PROXY: '127.0.0.1',
    },
  });
  child.stdin.end(input);
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
