import {
  chmodSync,
  chownSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import postgres from 'postgres';
import { errorText, LauncherFault } from './fault.js';
import type { Keeper } from './keeper.js';
import { describeEnd, type ManagedProcess } from './managed-process.js';
import {
  findPostgresBinaries,
  ownerOfCluster,
  type PostgresBinaries,
  type PostgresUser,
} from './postgres-user.js';
import { installedPostgres, type PostgresPackage } from './postgres-package.js';
import { endLeftoverPostmaster } from './postmaster-file.js';
import { waitFor } from './waiting.js';

const initdbTimeoutMs = 180_000;
const readyTimeoutMs = 180_000;
const startAttemptsMax = 3;
const superuser = 'punctual';
/** The line in the server's own log that means it is listening. Until then, another server may respond on its port. */
const listening = /database system is ready to accept connections/;
const portTaken = /could not bind|could not create any TCP\/IP sockets/;
/** The server's environment. It contains nothing of ours, because PG* and locale variables would change the server. */
const serverEnv = { PATH: '/usr/bin:/bin', LC_ALL: 'C' };

export interface PostgresOptions {
  folder: string;
  port: number;
  password: string;
  user: PostgresUser;
  keeper: Keeper;
  onLine: (line: string) => void;
  /** The package with the programs. Absent: the one in node_modules. */
  package?: PostgresPackage;
  /** False in tests: a machine crash may then lose the data, which is not needed afterwards. */
  isDurable?: boolean;
}

/** The steps of stopping Postgres. SIGINT requests a fast shutdown; after SIGQUIT the next start recovers. */
const stopSteps = [
  { signal: 'SIGINT', waitMs: 2_500 },
  { signal: 'SIGQUIT', waitMs: 500 },
] as const;

export interface RunningPostgres {
  /** The URL of the server's maintenance database. */
  url: string;
  process: ManagedProcess;
}

/** Runs the embedded Postgres on 127.0.0.1. Creates a cluster if the folder has none. */
export async function startPostgres(wanted: PostgresOptions): Promise<RunningPostgres> {
  const options = { ...wanted, user: ownerOfCluster(wanted.folder) ?? wanted.user };
  const binaries = findPostgresBinaries(wanted.package ?? installedPostgres(), options.user);
  if (existsSync(path.join(options.folder, 'PG_VERSION')))
    checkMajorVersion(options.folder, binaries.version);
  else await createCluster(options, binaries);
  await endLeftoverPostmaster(options.folder);
  const url = `postgres://${superuser}:${options.password}@127.0.0.1:${options.port}/postgres`;
  for (let attempt = 1; ; attempt += 1) {
    const started = await tryStart(options, binaries, url);
    if (typeof started !== 'string') return { url, process: started };
    if (portTaken.test(started)) {
      throw new LauncherFault(
        `Another program, perhaps the Postgres of another stack, uses port ${options.port}, which Postgres needs. Start again to use the next free port, or set DATABASE_PORT.`,
      );
    }
    // Another try may succeed, because the backends of a killed server keep its shared memory for a moment.
    if (attempt >= startAttemptsMax || !/shared memory|postmaster\.pid/.test(started)) {
      throw new LauncherFault(`Postgres does not start with the data folder ${options.folder}: ${started}`);
    }
  }
}

/** Creates a database unless it exists, and returns its URL. */
export async function ensureDatabase(maintenanceUrl: string, name: string): Promise<string> {
  const client = postgres(maintenanceUrl, { max: 1, connect_timeout: 10, onnotice: () => undefined });
  try {
    const found = await client`select 1 from pg_database where datname = ${name}`;
    if (found.length === 0) await client`create database ${client(name)}`;
  } finally {
    await client.end({ timeout: 5 });
  }
  const url = new URL(maintenanceUrl);
  url.pathname = `/${name}`;
  return url.href;
}

/** The error of opening a connection. Undefined if it can be opened. */
export async function databaseProblem(url: string): Promise<string | undefined> {
  const client = postgres(url, { max: 1, connect_timeout: 5, onnotice: () => undefined });
  try {
    await client`select 1`;
    return undefined;
  } catch (error) {
    return error instanceof Error ? error.message || error.name : String(error);
  } finally {
    await client.end({ timeout: 1 });
  }
}

/** Starts the server. Returns its process, or the reason why it ended. */
async function tryStart(
  options: PostgresOptions,
  binaries: PostgresBinaries,
  url: string,
): Promise<ManagedProcess | string> {
  const settings = {
    listen_addresses: '127.0.0.1',
    // There is no socket file, because every user of the machine could open it, and it would clash in /tmp.
    unix_socket_directories: '',
    timezone: 'UTC',
    log_timezone: 'UTC',
    ...(options.isDurable === false
      ? { fsync: 'off', synchronous_commit: 'off', full_page_writes: 'off' }
      : {}),
  };
  const flags = Object.entries(settings).flatMap(([key, value]) => ['-c', `${key}=${value}`]);
  let lastLine = '';
  let isListening = false;
  const server = await options.keeper.start(
    {
      name: 'postgres',
      command: binaries.postgres,
      args: ['-D', options.folder, '-p', String(options.port), ...flags],
      env: serverEnv,
      cwd: '/',
      ...options.user,
      onLine: (line) => {
        if (/FATAL|could not/.test(line)) lastLine = line;
        if (listening.test(line)) isListening = true;
        options.onLine(line);
      },
    },
    'server',
    [...stopSteps],
  );
  const isReady = await waitUntilReady({
    server,
    url,
    isListening: () => isListening,
    signal: options.keeper.signal,
  });
  if (isReady) return server;
  return lastLine || describeEnd(await server.ended);
}

/** Waits until the server accepts connections. Returns false if it has ended instead. */
function waitUntilReady(started: {
  server: ManagedProcess;
  url: string;
  isListening: () => boolean;
  signal: AbortSignal;
}): Promise<boolean> {
  const { server, url, isListening, signal } = started;
  return waitFor(
    async () => {
      if (server.hasEnded()) return false;
      if (!isListening()) return undefined;
      const problem = await databaseProblem(url);
      if (problem?.includes('password authentication failed')) {
        throw new LauncherFault(
          'The database in the data folder has another password: its secrets.json was lost or replaced.',
        );
      }
      return problem === undefined ? true : undefined;
    },
    { timeoutMs: readyTimeoutMs, intervalMs: 50, failure: 'Postgres did not accept connections', signal },
  );
}

async function createCluster(options: PostgresOptions, binaries: PostgresBinaries): Promise<void> {
  const { user, keeper, onLine, password } = options;
  // The cluster is created beside its final folder and moved there when it is complete, so that an interrupted initdb
  // leaves nothing that looks like a cluster.
  const folder = `${options.folder}.new`;
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  const secretFolder = mkdtempSync(path.join(tmpdir(), 'punctual-initdb-'));
  const passwordFile = path.join(secretFolder, 'password');
  writeFileSync(passwordFile, `${password}\n`, { mode: 0o600 });
  for (const owned of [folder, secretFolder, passwordFile]) giveTo(owned, user);
  chmodSync(folder, 0o700);
  try {
    const initdb = await keeper.start(
      {
        name: 'initdb',
        command: binaries.initdb,
        args: [
          `--pgdata=${folder}`,
          `--username=${superuser}`,
          `--pwfile=${passwordFile}`,
          '--auth=scram-sha-256',
          '--encoding=UTF8',
          // Postgres' builtin UTF-8 locale sorts equally on every system and needs no installed locale.
          '--locale-provider=builtin',
          '--builtin-locale=C.UTF-8',
          '--locale=C',
          '--no-instructions',
        ],
        env: serverEnv,
        cwd: '/',
        ...user,
        onLine,
      },
      'server',
      [{ signal: 'SIGTERM', waitMs: 1_000 }],
    );
    const timer = setTimeout(() => void initdb.stop([]), initdbTimeoutMs);
    const end = await initdb.ended;
    clearTimeout(timer);
    if (end.code !== 0)
      throw new LauncherFault(`Postgres could not create its data folder ${folder} (${describeEnd(end)}).`);
    moveIntoPlace(folder, options.folder);
  } finally {
    rmSync(secretFolder, { recursive: true, force: true });
  }
}

/** Moves the cluster to its folder, which must be missing or empty. */
function moveIntoPlace(from: string, to: string): void {
  try {
    renameSync(from, to);
  } catch (error) {
    throw new LauncherFault(
      `${to} is not empty and is not a Postgres data folder (${errorText(error)}). Move it away, or set DATA_DIR.`,
    );
  }
}

function giveTo(file: string, user: PostgresUser): void {
  if (user.uid !== undefined && user.gid !== undefined) chownSync(file, user.uid, user.gid);
}

function checkMajorVersion(folder: string, packageVersion: string): void {
  const have = readFileSync(path.join(folder, 'PG_VERSION'), 'utf8').trim();
  const need = packageVersion.split('.')[0];
  if (have === need) return;
  throw new LauncherFault(
    `${folder} contains data of Postgres ${have}, but this is Postgres ${need}. Move the folder away, or set DATABASE_URL to a server of version ${have}.`,
  );
}
