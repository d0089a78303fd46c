import { spawn, spawnSync } from 'node:child_process';
import { chmodSync, existsSync, mkdirSync, mkdtempSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { Connection } from '@temporalio/client';
import { msToTs } from '@temporalio/common/lib/time.js';
import { ensureDatabase } from '../../src/launcher/postgres.js';
import type { Keeper } from '../../src/launcher/keeper.js';
import { isPortFree } from '../../src/launcher/ports.js';
import { cacheFolderOf } from '../../src/launcher/temporal-cli.js';
import { readComposeCommand } from '../../src/launcher/temporal-compose.js';
import { searchAttributesOf, useTemporalServer } from '../../src/launcher/temporal-server.js';
import { waitFor } from '../../src/launcher/waiting.js';
import { runPostgres, type Logs } from '../harness/servers.js';
import { dynamicConfigYaml } from './dynamic-config.js';

/** The server that the development server of temporal-dev.yml is made of. */
export const temporalServerVersion = '1.32.0';
const module = 'go.temporal.io/server';
const programs = { server: `${module}/cmd/server`, sql: `${module}/cmd/tools/sql` } as const;
const buildTimeoutMs = 20 * 60_000;
const toolTimeoutMs = 60_000;
const readyTimeoutMs = 90_000;
const namespace = 'default';
const retentionMs = 30 * 24 * 60 * 60 * 1_000;
/** As many as a small installation has; the number is fixed for good when a database is set up. */
export const historyShards = 4;

export type TemporalPrograms = Record<keyof typeof programs, string>;

/** Builds both programs from their Go modules once, and keeps them. Gives the reason where this machine cannot. */
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

interface Place {
  folder: string;
  keeper: Keeper;
  logs: Logs;
}

export interface RunningTemporal {
  address: string;
  pid: () => number;
  /** Of the Postgres that holds its data. */
  databasePid: () => number;
}

/** Temporal's own server with its data in a Postgres of its own, set up as temporal-dev.yml sets up the other one. */
export async function runTemporalOnPostgres(
  { server, sql }: TemporalPrograms,
  { folder, keeper, logs }: Place,
): Promise<RunningTemporal> {
  const home = path.join(folder, 'temporal-on-postgres');
  mkdirSync(home);
  // Postgres runs as a user of its own when we are root.
  chmodSync(home, 0o755);
  const named = { ...logs, of: () => logs.of('temporal-postgres') };
  const database = await runPostgres({ folder: home, keeper }, { logs: named });
  await setUpDatabases(sql, database.url);
  const config = path.join(home, 'dynamic-config.yaml');
  writeFileSync(config, dynamicConfigYaml(readComposeCommand()));
  const ports = await freePorts();
  const address = `127.0.0.1:${ports.FRONTEND_GRPC_PORT}`;
  const running = await keeper.start(
    {
      name: 'temporal',
      command: server,
      args: ['start'],
      env: { ...serverEnv(database.url, config), ...ports },
      cwd: home,
      onLine: logs.of('temporal'),
    },
    'server',
    [{ signal: 'SIGTERM', waitMs: 10_000 }],
  );
  await waitFor(
    async () => {
      if (running.hasEnded()) throw new Error(`Temporal ended before it was ready; see ${folder}/logs`);
      return isRegistered(address);
    },
    { timeoutMs: readyTimeoutMs, failure: 'Temporal on Postgres did not answer', signal: keeper.signal },
  );
  await addSearchAttributes(address, keeper.signal);
  return { address, pid: () => running.pid, databasePid: database.server.pid };
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
    const child = spawn(tool, args, { env, stdio: ['ignore', 'pipe', 'pipe'], timeout: toolTimeoutMs });
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

function serverEnv(databaseUrl: string, dynamicConfig: string): Record<string, string> {
  const { hostname, port: databasePort, username, password } = new URL(databaseUrl);
  return {
    PATH: process.env['PATH'] ?? '',
    DB: 'postgres12',
    POSTGRES_SEEDS: hostname,
    DB_PORT: databasePort,
    POSTGRES_USER: username,
    POSTGRES_PWD: password,
    DBNAME: 'temporal',
    VISIBILITY_DBNAME: 'temporal_visibility',
    NUM_HISTORY_SHARDS: String(historyShards),
    BIND_ON_IP: '127.0.0.1',
    DYNAMIC_CONFIG_FILE_PATH: dynamicConfig,
    LOG_LEVEL: 'warn',
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
/** Temporal writes them into a smallint, so those that the system hands out are too high. */
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

/** True once the namespace is there, made now or before. */
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

/** The server's processes hear of them one after another: done when a query by each is understood. */
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
      timeoutMs: readyTimeoutMs,
      failure: 'Temporal on Postgres did not learn the search attributes',
      signal,
    },
  );
}
