import { execFile, spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { afterAll, expect, it } from 'vitest';
import { cacheFolderOf } from '../../src/launcher/temporal-cli.js';
import { projectFolder } from '../e2e/shell.js';
import { findPython, makeEnvironment, pythonIn } from '../harness/python.js';

/** OpenAPI Generator is a Java program, which its authors also publish as a package for Python. */
const generatorVersion = '7.26.0';
const generatorMsMax = 300_000;
const clientFilesMin = 300;

const python = findPython();
const isJavaHere = spawnSync('java', ['-version'], { stdio: 'ignore' }).status === 0;
const missing = [
  ...(python === null ? ['Python 3.10 or newer with venv'] : []),
  ...(isJavaHere ? [] : ['Java 11 or newer']),
];
if (missing.length > 0) {
  process.stderr.write(`NOT TESTED: clients by OpenAPI Generator, which need ${missing.join(' and ')}.\n`);
}

const work = mkdtempSync(path.join(tmpdir(), 'punctual-generated-'));
afterAll(() => rmSync(work, { recursive: true, force: true }));

const run = (command: string, args: string[]): Promise<{ stdout: string }> =>
  promisify(execFile)(command, args, { timeout: generatorMsMax, maxBuffer: 64 * 1024 * 1024 });

it.skipIf(missing.length > 0)(
  'OpenAPI Generator accepts openapi.json, and makes a client that compiles',
  async () => {
    const installed = path.join(cacheFolderOf(process.env), `openapi-generator-${generatorVersion}`);
    if (!existsSync(installed))
      makeEnvironment(python ?? '', installed, [`openapi-generator-cli==${generatorVersion}`]);
    const description = path.join(projectFolder, 'openapi.json');
    // It validates first, and refuses a description with errors.
    await run(pythonIn(installed), [
      ...['-m', 'openapi_generator_cli', 'generate', '-g', 'typescript-fetch', '-i', description, '-o', work],
    ]);
    const tsc = path.join(projectFolder, 'node_modules/typescript-7/bin/tsc');
    const modules = ['--module', 'nodenext', '--moduleResolution', 'nodenext', '--target', 'es2023'];
    const { stdout } = await run(process.execPath, [
      ...[tsc, '--noEmit', '--strict', ...modules, '--lib', 'es2023,dom', '--types', '', '--listFiles'],
      path.join(work, 'index.ts'),
    ]);
    const files = stdout.split('\n').filter((file) => file.includes(path.basename(work)));
    expect(files.length).toBeGreaterThan(clientFilesMin);
  },
);
