import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { chromium } from 'playwright-core';

const installMsMax = 5 * 60_000;

/** A Chromium without windows, which takes less processor time than a normal one. */
const headlessShell = '/usr/bin/chromium-headless-shell';
/** The paths at which packages of distributions and vendors install the other browsers. */
const usualPlaces = [
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
];

/**
 * Finds a Chromium on this machine: the one that CHROMIUM_PATH names, one at a usual path, or the driver's own. Null if
 * there is none.
 */
function findChromium(): string | null {
  const named = process.env['CHROMIUM_PATH'];
  const preferred = [...(named === undefined ? [] : [named]), headlessShell];
  return preferred.find((place) => existsSync(place)) ?? findWindowed();
}

/**
 * Finds a browser with windows, like the one that took the reference pictures. The headless shell draws some edges
 * differently.
 */
export const findWindowed = (): string | null =>
  [...usualPlaces, chromium.executablePath()].find((place) => existsSync(place)) ?? null;

/** Installs a browser if there is none: from the driver's vendor, or from Debian if the vendor cannot be reached. */
export function ensureChromium(): string | null {
  const found = findChromium();
  if (found !== null) return found;
  process.stdout.write('Installing Chromium for the tests in a browser (once) ...\n');
  const driver = ['node_modules/playwright-core/cli.js', 'install', 'chromium'];
  const ways: [string, string[]][] = [
    [process.execPath, driver],
    ['apt-get', ['update', '-qq']],
    ['apt-get', ['install', '-y', '-qq', '--no-install-recommends', 'chromium-headless-shell']],
    ['apt-get', ['install', '-y', '-qq', '--no-install-recommends', 'chromium']],
  ];
  for (const [command, args] of ways) {
    spawnSync(command, args, { stdio: 'ignore', timeout: installMsMax });
    const installed = findChromium();
    if (installed !== null) return installed;
  }
  process.stderr.write(
    '\n!!! NO BROWSER: the tests in test/browser are SKIPPED. Install Chromium, or name one in CHROMIUM_PATH. !!!\n\n',
  );
  return null;
}
