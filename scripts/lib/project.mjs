// Helpers of all scripts. This file must not import an installed package, because the scripts install them.
import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import path from 'node:path';

export const projectRoot = path.dirname(path.dirname(path.dirname(fileURLToPath(import.meta.url))));
const nodeVersionMin = [20, 19];

export const inProject = (...parts) => path.join(projectRoot, ...parts);
export const sha256 = (text) => createHash('sha256').update(text).digest('hex');

/** The text of a file, or undefined when there is none. */
export function readText(file) {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    return undefined;
  }
}

/**
 * Prints progress to standard error, so that a command's own output stays clean (`npm run webhooks -- list --json`).
 */
export function say(message) {
  console.error(message);
}

/** Ends the process with one sentence instead of a stack trace. */
export function fail(sentence) {
  console.error(`\npunctual: ${sentence}\n`);
  process.exit(1);
}

export function checkMachine() {
  const [major = 0, minor = 0] = process.versions.node.split('.').map(Number);
  if (major < nodeVersionMin[0] || (major === nodeVersionMin[0] && minor < nodeVersionMin[1])) {
    fail(
      `Punctual needs Node.js ${nodeVersionMin.join('.')} or newer, but this is ${process.versions.node}. Get a newer version from https://nodejs.org.`,
    );
  }
  if (process.platform === 'win32')
    fail('On Windows, run this inside WSL (https://learn.microsoft.com/windows/wsl).');
}

/** Runs a command to its end. `quiet` keeps its output for the caller instead of the terminal. */
export function run(command, args, { quiet = false, env = process.env, cwd = projectRoot } = {}) {
  const result = spawnSync(command, args, {
    cwd,
    env,
    encoding: 'utf8',
    stdio: quiet ? ['ignore', 'pipe', 'pipe'] : 'inherit',
    maxBuffer: 64 * 1024 * 1024,
  });
  const output = `${result.stdout ?? ''}${result.stderr ?? ''}${result.error ? String(result.error.message) : ''}`;
  return { ok: result.status === 0, status: result.status, signal: result.signal, output };
}

/** Runs npm: the copy that started this script, if there is one, because PATH may lead to another. */
export function npm(args, options) {
  const cli = process.env.npm_execpath;
  return cli !== undefined && /\.c?js$/.test(cli)
    ? run(process.execPath, [cli, ...args], options)
    : run('npm', args, options);
}

/** Runs a program of node_modules/.bin without a shell. */
export function tool(name, args, options) {
  return run(inProject('node_modules', '.bin', name), args, options);
}

export const secondsSince = (startMs) => `${((Date.now() - startMs) / 1000).toFixed(1)} s`;

export function isAlive(pid) {
  if (!Number.isInteger(pid)) return false;
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return error.code === 'EPERM';
  }
}
