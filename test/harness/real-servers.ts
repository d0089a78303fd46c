import { randomBytes } from 'node:crypto';
import { writeFileSync } from 'node:fs';
import path from 'node:path';
import type { Keeper } from '../../src/launcher/keeper.js';
import { openLogFile, type LogFile } from '../../src/launcher/log-file.js';
import type { ManagedProcess } from '../../src/launcher/managed-process.js';
import { anyFreePort } from '../../src/launcher/ports.js';
import { findPostgresUser } from '../../src/launcher/postgres-user.js';
import { ensureDatabase, startPostgres } from '../../src/launcher/postgres.js';
import { createScreen } from '../../src/launcher/screen.js';
import { resolveTemporalCli } from '../../src/launcher/temporal-cli.js';
import { nativeServerArguments, readComposeCommand } from '../../src/launcher/temporal-compose.js';
import { startTemporalServer } from '../../src/launcher/temporal-server.js';

export interface Server {
  pid: () => number;
  /** SIGKILL; what was restarting it lets it be. */
  kill: () => Promise<void>;
  /** As its supervisor would end it, without haste. */
  stop: () => Promise<void>;
  start: () => Promise<void>;
}

export interface Logs {
  of: (name: string) => (line: string) => void;
  close: () => void;
}

/** Of ours, only what a program needs to run at all: other settings would leak into the stack. */
export function inherited(): Record<string, string> {
  return { PATH: process.env['PATH'] ?? '', HOME: process.env['HOME'] ?? '' };
}

/** A cloud profile in the reader's home must not reach into this stack. */
export function emptyProfile(folder: string): string {
  const file = path.join(folder, 'profile.toml');
  writeFileSync(file, '[profile.default]\n');
  return file;
}

export async function runPostgres(
  folder: string,
  keeper: Keeper,
  logs: Logs,
): Promise<{ url: string; server: Server }> {
  const options = {
    folder: path.join(folder, 'postgres'),
    port: await anyFreePort(),
    password: randomBytes(16).toString('hex'),
    user: findPostgresUser(),
    keeper,
    onLine: logs.of('postgres'),
  };
  const { url, process: first } = await startPostgres(options);
  const server = serverOf(first, async () => (await startPostgres(options)).process, 'SIGINT');
  return { url: await ensureDatabase(url, 'punctual'), server };
}

export async function runTemporal(
  folder: string,
  keeper: Keeper,
  logs: Logs,
): Promise<{ address: string; server: Server }> {
  const cli = await resolveTemporalCli({ env: process.env, screen: createScreen() });
  const port = await anyFreePort();
  const address = `127.0.0.1:${port}`;
  const args = nativeServerArguments(readComposeCommand(), {
    ip: '127.0.0.1',
    port,
    dbFilename: path.join(folder, 'temporal.db'),
  });
  const start = (): Promise<ManagedProcess> =>
    startTemporalServer({
      cli,
      args,
      address,
      namespace: 'default',
      keeper,
      env: process.env,
      onLine: logs.of('temporal'),
    });
  return { address, server: serverOf(await start(), start, 'SIGTERM') };
}

function serverOf(
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
