#!/usr/bin/env node
import { readFileSync } from 'node:fs';
import { runCommandLine } from './command-line.js';

/** The package's own file, two folders above the built program. */
const { version } = JSON.parse(readFileSync(new URL('../../package.json', import.meta.url), 'utf8')) as {
  version: string;
};

process.exitCode = await runCommandLine(process.argv.slice(2), { version });
