import { spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, expect, it } from 'vitest';
import { cacheFolderOf } from '../../src/launcher/temporal-cli.js';
import { projectFolder, runShell } from '../e2e/shell.js';
import { findPython, makeEnvironment, pythonIn } from '../harness/python.js';

/** OpenAPI Generator is a Java program, which its authors also publish as a package for Python. */
const generatorVersion = '7.26.0';
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

const folder = mkdtempSync(path.join(tmpdir(), 'punctual-generated-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

it.skipIf(missing.length > 0)(
  'OpenAPI Generator accepts openapi.json, and makes a client that compiles',
  async () => {
    const installed = path.join(cacheFolderOf(process.env), `openapi-generator-${generatorVersion}`);
    if (!existsSync(installed))
      makeEnvironment(python ?? '', installed, [`openapi-generator-cli==${generatorVersion}`]);
    const generate = `${pythonIn(installed)} -c 'import openapi_generator_cli as it; it.cli()' generate`;
    // The generator validates the description first, and refuses one with errors.
    await runShell(`${generate} -g typescript-fetch -i ${projectFolder}openapi.json -o .`, { folder });
    const tsc = `node ${projectFolder}node_modules/typescript-7/bin/tsc --noEmit --strict --listFiles`;
    const settings = "--module nodenext --target es2023 --lib es2023,dom --types ''";
    const compiled = (await runShell(`${tsc} ${settings} index.ts`, { folder })).split('\n');
    const files = compiled.filter((file) => file.includes(path.basename(folder)));
    expect(files.length).toBeGreaterThan(clientFilesMin);
  },
);
