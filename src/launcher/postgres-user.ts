import { execFileSync, spawnSync } from 'node:child_process';
import { cpSync, existsSync, renameSync, rmSync, statSync } from 'node:fs';
import path from 'node:path';
import { LauncherFault } from './fault.js';
import { ensureWritableFolder } from './files.js';
import { postgresTarget, type PostgresPackage } from './postgres-package.js';

const toolTimeoutMs = 10_000;
const idMax = 2 ** 31 - 1;
const systemFolder = '/var/lib/punctual';

/**
 * The candidates for the user that runs Postgres if we are root, which Postgres refuses. The first one that exists is
 * used.
 */
const systemUsers = ['postgres', 'nobody'];

/** The user that runs Postgres: the current one, unless it is root. */
export interface PostgresUser {
  uid?: number;
  gid?: number;
}

export function findPostgresUser(): PostgresUser {
  if (process.getuid?.() !== 0) return {};
  for (const name of systemUsers) {
    const [uid, gid] = [numericId('-u', name), numericId('-g', name)];
    if (uid !== undefined && gid !== undefined) return { uid, gid };
  }
  throw new LauncherFault(
    `Postgres cannot run as root, and this system has no user ${systemUsers.map((name) => `"${name}"`).join(' or ')}. Start Punctual as another user, or set DATABASE_URL.`,
  );
}

/** The owner of an existing cluster's files if we are root, because no other user can run it. */
export function ownerOfCluster(folder: string): PostgresUser | undefined {
  if (process.getuid?.() !== 0) return undefined;
  const version = statSync(path.join(folder, 'PG_VERSION'), { throwIfNoEntry: false });
  return version === undefined || version.uid === 0 ? undefined : { uid: version.uid, gid: version.gid };
}

function numericId(flag: '-u' | '-g', name: string): number | undefined {
  const result = spawnSync('id', [flag, name], { encoding: 'utf8', timeout: toolTimeoutMs });
  const id = Number(result.stdout);
  // On macOS, the last of those users has an id with which no process can be started.
  return result.status === 0 && id > 0 && id <= idMax ? id : undefined;
}

/**
 * Whether the user can enter the folder. It tries, because groups, access lists and mounts all matter, not only the
 * mode.
 */
export function canEnter(folder: string, user: PostgresUser): boolean {
  if (user.uid === undefined) return true;
  const result = spawnSync('/bin/sh', ['-c', 'cd "$1"', 'sh', folder], {
    ...user,
    cwd: '/',
    timeout: toolTimeoutMs,
  });
  return result.status === 0;
}

export interface PostgresBinaries {
  initdb: string;
  postgres: string;
  version: string;
}

/** The programs of a package, copied once to a folder that the user can read, if necessary. */
export function findPostgresBinaries(
  { native, version }: PostgresPackage,
  user: PostgresUser,
): PostgresBinaries {
  const folder = canEnter(path.join(native, 'bin'), user)
    ? native
    : copyBinaries(native, `${postgresTarget}-${version}`);
  return {
    initdb: path.join(folder, 'bin', 'initdb'),
    postgres: path.join(folder, 'bin', 'postgres'),
    version,
  };
}

function copyBinaries(native: string, name: string): string {
  ensureWritableFolder(systemFolder, 'DATABASE_URL');
  const destination = path.join(systemFolder, `postgres-${name}`);
  if (!existsSync(destination)) copyOnce(native, destination);
  // Newer versions of Node.js copy folders without their modes, so under the launcher's umask only root could enter them.
  // That also repairs a folder that an earlier start has copied.
  execFileSync('chmod', ['-R', 'go+rX', destination], { timeout: toolTimeoutMs });
  return destination;
}

function copyOnce(native: string, destination: string): void {
  const temporary = `${destination}.${process.pid}`;
  cpSync(native, temporary, { recursive: true, verbatimSymlinks: true });
  try {
    renameSync(temporary, destination);
  } catch (error) {
    rmSync(temporary, { recursive: true, force: true });
    // Another launcher may have created the folder first.
    if (!existsSync(destination)) throw error;
  }
}

/**
 * The folder of the cluster: `wanted`, or, if the user cannot enter its parents (a clone below /root), a system
 * folder that contains `id`, so that each data folder keeps its own.
 */
export function placeCluster(
  wanted: string,
  id: string,
  user: PostgresUser,
): { folder: string; isElsewhere: boolean } {
  const parent = path.dirname(wanted);
  ensureWritableFolder(parent, 'DATA_DIR');
  if (canEnter(parent, user)) return { folder: wanted, isElsewhere: false };
  ensureWritableFolder(systemFolder, 'DATA_DIR');
  return { folder: path.join(systemFolder, `data-${id}`), isElsewhere: true };
}
