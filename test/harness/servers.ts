import { randomBytes } from 'node:crypto';
import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { createKeeper, type Keeper } from '../../src/launcher/keeper.js';
import { openLogFile, type LogFile } from '../../src/launcher/log-file.js';
import type { ManagedProcess } from '../../src/launcher/managed-process.js';
import { anyFreePort } from '../../src/launcher/ports.js';
import { findPostgresUser } from '../../src/launcher/postgres-user.js';
import { startPostgres } from '../../src/launcher/postgres.js';
import { startReaper } from '../../src/launcher/reaper.js';
import { createScreen } from '../../src/launcher/screen.js';
import { resolveTemporalCli } from '../../src/launcher/temporal-cli.js';
import { nativeServerArguments, readComposeCommand } from '../../src/launcher/temporal-compose.js';
import { startTemporalServer } from '../../src/launcher/temporal-server.js';
import { temporalNamespace } from './provided.js';

/** The folder for the data of a test's own servers, and a way to stop them. */
export interface ServerHouse {
  folder: string;
  keeper: Keeper;
  /** Stops every server. Keeps the folder if requested. */
  close: (options?: { keepFolder?: boolean }) => Promise<void>;
}

/** Creates a folder and a keeper process, so that the servers end with this process, in whatever way it ends. */
export function openServerHouse(folderPrefix: string, parent = tmpdir()): ServerHouse {
  const folder = mkdtempSync(path.join(parent, `${folderPrefix}${process.pid}-`));
  // Postgres runs as its own user if the tests run as root.
  chmodSync(folder, 0o755);
  const reaper = startReaper();
  const keeper = createKeeper({ pidFile: path.join(folder, 'pids.json'), reaper });
  return {
    folder,
    keeper,
    close: async ({ keepFolder = false } = {}) => {
      await keeper.stopAll();
      await reaper.end();
      if (!keepFolder) rmSync(folder, { recursive: true, force: true });
    },
  };
}

export interface Server {
  pid: () => number;
  /** Sends SIGKILL, without a restart. */
  kill: () => Promise<void>;
  /** Stops the server normally, as its supervisor would. */
  stop: () => Promise<void>;
  start: () => Promise<void>;
}

export interface Logs {
  of: (name: string) => (line: string) => void;
  close: () => void;
}

/** Takes from our environment only what a program needs to run, because other settings would leak into the stack. */
export function inherited(): Record<string, string> {
  return { PATH: process.env['PATH'] ?? '', HOME: process.env['HOME'] ?? '' };
}

/** A cloud profile in the user's home must not affect this stack. */
export function emptyProfile(folder: string): string {
  const file = path.join(folder, 'profile.toml');
  writeFileSync(file, '[profile.default]\n');
  return file;
}

interface RunOptions {
  logs?: Logs;
}

type Place = Pick<ServerHouse, 'folder' | 'keeper'>;

/** Starts Postgres, and returns the URL of its maintenance database. The name is used for its folder and its log. */
export async function runPostgres(
  { folder, keeper }: Place,
  { name = 'postgres', logs, isDurable = true }: RunOptions & { name?: string; isDurable?: boolean } = {},
): Promise<{ url: string; server: Server }> {
  const options = {
    folder: path.join(folder, name),
    port: await anyFreePort(),
    password: randomBytes(16).toString('hex'),
    user: findPostgresUser(),
    keeper,
    onLine: logs?.of(name) ?? ignore,
    isDurable,
  };
  const { url, process: first } = await startPostgres(options);
  const server = serverOf(first, async () => (await startPostgres(options)).process, 'SIGINT');
  return { url, server };
}

/** Starts Temporal's development server with the arguments of `npm start`, in memory or with its data on disk. */
export async function runTemporal(
  { folder, keeper }: Place,
  {
    logs,
    onDisk = false,
    dynamicConfig = [],
  }: RunOptions & { onDisk?: boolean; dynamicConfig?: string[] } = {},
): Promise<{ address: string; server: Server }> {
  const cli = await resolveTemporalCli({ env: process.env, screen: createScreen() });
  const port = await anyFreePort();
  const address = `127.0.0.1:${port}`;
  const args = nativeServerArguments(readComposeCommand(), {
    ip: '127.0.0.1',
    port,
    dynamicConfig,
    ...(onDisk && { dbFilename: path.join(folder, 'temporal.db') }),
  });
  const start = (): Promise<ManagedProcess> =>
    startTemporalServer({
      cli,
      args,
      address,
      namespace: temporalNamespace,
      keeper,
      env: process.env,
      onLine: logs?.of('temporal') ?? ignore,
    });
  return { address, server: serverOf(await start(), start, 'SIGTERM') };
}

/** Starts a development server for one test, in memory, for what the shared one cannot do. */
export async function startOwnTemporal(
  dynamicConfig: string[],
): Promise<{ address: string; stop: () => Promise<void> }> {
  const house = openServerHouse('punctual-temporal-');
  const { address } = await runTemporal(house, { dynamicConfig });
  return { address, stop: house.close };
}

const ignore = (): void => undefined;

export function serverOf(
  first: ManagedProcess,
  startAgain: () => Promise<ManagedProcess>,
  stopSignal: NodeJS.Signals,
): Server {
  let running = first;
  return {
    pid: () => running.pid,
    kill: () => running.stop([]),
    stop: () => running.stop([{ signal: stopSignal, waitMs: 10_000 }]),
    start: async () => {
      if (running.hasEnded()) running = await startAgain();
    },
  };
}

export function createLogs(folder: string): Logs {
  const files: LogFile[] = [];
  return {
    of: (name) => {
      const file = openLogFile(path.join(folder, 'logs', `${name}.log`));
      files.push(file);
      return (line) => {
        file.write(line);
      };
    },
    close: () => {
      for (const file of files) file.close();
    },
  };
}
