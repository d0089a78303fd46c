import { spawn, spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, renameSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { Connection } from '@temporalio/client';
import { msToTs } from '@temporalio/common/lib/time.js';
import { ensureDatabase } from '../../src/launcher/postgres.js';
import type { Keeper } from '../../src/launcher/keeper.js';
import type { ManagedProcess } from '../../src/launcher/managed-process.js';
import { isPortFree } from '../../src/launcher/ports.js';
import { cacheFolderOf } from '../../src/launcher/temporal-cli.js';
import { readComposeCommand } from '../../src/launcher/temporal-compose.js';
import { searchAttributesOf, useTemporalServer } from '../../src/launcher/temporal-server.js';
import { waitFor } from '../../src/launcher/waiting.js';
import { inProject } from '../../src/project-root.js';
import { composeEnvironment, type ComposeFile } from './compose-environment.js';
import { serverOf, type Logs, type Server } from './servers.js';
import { waitMsMax } from './patience.js';

/** The version of Temporal's server that the development server of temporal-dev.yml contains. */
export const temporalServerVersion = '1.32.0';
const module = 'go.temporal.io/server';
const programs = { server: `${module}/cmd/server`, sql: `${module}/cmd/tools/sql` } as const;
const buildTimeoutMs = 20 * 60_000;
const namespace = 'default';
const retentionMs = 30 * 24 * 60 * 60 * 1_000;
export const historyShards = Number(composeEnvironment('temporal', ['compose.yaml'])['NUM_HISTORY_SHARDS']);

export type TemporalPrograms = Record<keyof typeof programs, string>;

/**
 * Builds both programs from their Go modules once, and keeps them. Returns the reason if this machine cannot build
 * them.
 */
export function findTemporalServer(say: (text: string) => void): TemporalPrograms | { missing: string } {
  const cache = cacheFolderOf(process.env);
  const folder = path.join(cache, `temporal-server-${temporalServerVersion}-${os.platform()}-${os.arch()}`);
  const found = { server: path.join(folder, 'server'), sql: path.join(folder, 'sql') };
  if (existsSync(found.server) && existsSync(found.sql)) return found;
  if (spawnSync('go', ['version'], { stdio: 'ignore' }).status !== 0)
    return { missing: 'there is no Go to build it with' };
  say(`Building Temporal's server ${temporalServerVersion} from its Go modules: once, some minutes ...`);
  mkdirSync(cache, { recursive: true });
  const draft = mkdtempSync(path.join(cache, 'temporal-server-'));
  try {
    const wanted = Object.values(programs).map((program) => `${program}@v${temporalServerVersion}`);
    const { status, stderr } = spawnSync('go', ['install', ...wanted], {
      env: { ...process.env, GOBIN: draft },
      encoding: 'utf8',
      timeout: buildTimeoutMs,
    });
    if (status !== 0) return { missing: `go install failed: ${stderr.trim().split('\n').at(-1) ?? ''}` };
    rmSync(folder, { recursive: true, force: true });
    renameSync(draft, folder);
    return found;
  } finally {
    rmSync(draft, { recursive: true, force: true });
  }
}

interface Options {
  keeper: Keeper;
  logs: Logs;
  /** The maintenance database of the Postgres that gets Temporal's databases. */
  databaseUrl: string;
  /** The Compose files whose settings of Temporal it gets. */
  composeFiles?: readonly ComposeFile[];
}

/**
 * Starts Temporal's own server on a Postgres, with the settings of deploy/ and the search attributes of
 * temporal-dev.yml.
 */
export async function runTemporalOnPostgres(
  { server: program, sql }: TemporalPrograms,
  { keeper, logs, databaseUrl, composeFiles = ['compose.yaml'] }: Options,
): Promise<{ address: string; server: Server }> {
  await setUpDatabases(sql, databaseUrl);
  const ports = await freePorts();
  const address = `127.0.0.1:${ports.FRONTEND_GRPC_PORT}`;
  const start = async (): Promise<ManagedProcess> => {
    const running = await keeper.start(
      {
        name: 'temporal',
        command: program,
        args: ['start'],
        env: { ...serverEnv(databaseUrl, composeFiles), ...ports },
        cwd: '/',
        onLine: logs.of('temporal'),
      },
      'server',
      [{ signal: 'SIGTERM', waitMs: 10_000 }],
    );
    await waitFor(
      async () => {
        if (running.hasEnded()) throw new Error('Temporal ended before it was ready; see its log.');
        return isRegistered(address);
      },
      { timeoutMs: waitMsMax, failure: 'Temporal on Postgres did not answer', signal: keeper.signal },
    );
    return running;
  };
  const server = serverOf(await start(), start, 'SIGTERM');
  await addSearchAttributes(address, keeper.signal);
  return { address, server };
}

async function setUpDatabases(tool: string, maintenanceUrl: string): Promise<void> {
  const { hostname, port, username, password } = new URL(maintenanceUrl);
  const env = {
    PATH: process.env['PATH'] ?? '',
    SQL_PLUGIN: 'postgres12',
    SQL_HOST: hostname,
    SQL_PORT: port,
    SQL_USER: username,
    SQL_PASSWORD: password,
  };
  for (const [name, schema] of [
    ['temporal', 'postgresql/v12/temporal'],
    ['temporal_visibility', 'postgresql/v12/visibility'],
  ] as const) {
    await ensureDatabase(maintenanceUrl, name);
    await runTool(tool, ['--database', name, 'setup-schema', '--version', '0.0'], env);
    await runTool(tool, ['--database', name, 'update-schema', '--schema-name', schema], env);
  }
}

function runTool(tool: string, args: string[], env: Record<string, string>): Promise<void> {
  return new Promise((resolve, reject) => {
    const child = spawn(tool, args, { env, stdio: ['ignore', 'pipe', 'pipe'], timeout: waitMsMax });
    let output = '';
    for (const stream of [child.stdout, child.stderr])
      stream.on('data', (chunk: Buffer) => {
        output = `${output}${chunk.toString()}`.slice(-2_000);
      });
    child.once('error', reject);
    child.once('close', (code) => {
      if (code === 0) resolve();
      else reject(new Error(`Temporal's sql tool (${args.join(' ')}) failed: ${output.trim()}`));
    });
  });
}

function serverEnv(databaseUrl: string, composeFiles: readonly ComposeFile[]): Record<string, string> {
  const { hostname, port, username, password } = new URL(databaseUrl);
  return {
    ...composeEnvironment('temporal', composeFiles),
    PATH: process.env['PATH'] ?? '',
    POSTGRES_SEEDS: hostname,
    DB_PORT: port,
    POSTGRES_USER: username,
    POSTGRES_PWD: password,
    BIND_ON_IP: '127.0.0.1',
    DYNAMIC_CONFIG_FILE_PATH: inProject('deploy', 'temporal', 'dynamic-config.yaml'),
  };
}

const portNames = [
  'FRONTEND_GRPC_PORT',
  'FRONTEND_HTTP_PORT',
  'FRONTEND_MEMBERSHIP_PORT',
  'HISTORY_GRPC_PORT',
  'HISTORY_MEMBERSHIP_PORT',
  'MATCHING_GRPC_PORT',
  'MATCHING_MEMBERSHIP_PORT',
  'WORKER_GRPC_PORT',
  'WORKER_MEMBERSHIP_PORT',
] as const;
/** Temporal stores ports as a smallint, so the higher ports that the system usually assigns cannot be used. */
const lowestPort = 20_000;
const highestPort = 32_767;

async function freePorts(): Promise<Record<(typeof portNames)[number], string>> {
  const entries: [string, string][] = [];
  let port = lowestPort + Math.floor(Math.random() * (highestPort - lowestPort) * 0.5);
  for (const name of portNames) {
    do port += 1;
    while (port < highestPort && !(await isPortFree(port)));
    entries.push([name, String(port)]);
  }
  return Object.fromEntries(entries) as Record<(typeof portNames)[number], string>;
}

/** Registers the namespace. Returns true if it exists now. */
async function isRegistered(address: string): Promise<true | undefined> {
  try {
    const connection = await Connection.connect({ address, connectTimeout: 2_000 });
    try {
      const { workflowService } = connection;
      const workflowExecutionRetentionPeriod = msToTs(retentionMs);
      await workflowService
        .registerNamespace({ namespace, workflowExecutionRetentionPeriod })
        .catch(() => workflowService.describeNamespace({ namespace }));
      return true;
    } finally {
      await connection.close();
    }
  } catch {
    return undefined;
  }
}

/**
 * Adds the search attributes. The server's processes learn of them one after another, so a query by each of them must
 * work.
 */
async function addSearchAttributes(address: string, signal: AbortSignal): Promise<void> {
  const attributes = searchAttributesOf(readComposeCommand());
  const query = Object.keys(attributes)
    .map((name) => `${name} IS NULL`)
    .join(' AND ');
  await waitFor(
    async () => {
      try {
        await useTemporalServer({ address }, namespace, attributes);
        const connection = await Connection.connect({ address, connectTimeout: 2_000 });
        try {
          await connection.workflowService.countWorkflowExecutions({ namespace, query });
          return true;
        } finally {
          await connection.close();
        }
      } catch {
        return undefined;
      }
    },
    {
      timeoutMs: waitMsMax,
      failure: 'Temporal on Postgres did not learn the search attributes',
      signal,
    },
  );
}
