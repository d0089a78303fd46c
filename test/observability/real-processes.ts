import { execFileSync, spawn, type ChildProcess } from 'node:child_process';
import { randomBytes, randomUUID } from 'node:crypto';
import { Connection } from '@temporalio/client';
import { expect, vi } from 'vitest';
import { createVault } from '../../src/config/secrets.js';
import { openDb } from '../../src/db/client.js';
import { newId } from '../../src/ids.js';
import { anyFreePort } from '../../src/launcher/ports.js';
import { readComposeCommand } from '../../src/launcher/temporal-compose.js';
import { searchAttributesOf, useTemporalServer } from '../../src/launcher/temporal-server.js';
import type { StartSandboxOptions } from '../../src/sandbox/start-sandbox.js';
import { seedAccounts, startTestSandbox } from '../harness/sandbox.js';
import { seedDevelopment, type SeedResult } from '../../src/services/seed/seed-development.js';
import { projectRoot } from '../../src/project-root.js';
import { builtProgram, buildProduct } from '../harness/programs.js';
import { createTestDatabase } from '../harness/postgres.js';
import { deleteSchedules, temporalAddress } from '../harness/temporal.js';
import { waitMsMax } from '../harness/patience.js';

export interface RealProcess {
  /** Returns everything that the process has written. */
  output: () => string;
  pid: number;
  terminate: () => void;
  kill: () => void;
  /** Resolves once the process has ended, with the exit code and the time since this call. */
  ended: () => Promise<{ code: number | null; tookMs: number }>;
}

export interface RealProcesses {
  seed: SeedResult;
  apiUrl: string;
  workerUrl: string;
  sandboxUrl: string;
  startApi: (by?: 'node' | 'npm') => Promise<RealProcess>;
  /** Starts the API and a worker in one process. Resolves when the API responds. */
  startAll: () => Promise<RealProcess>;
  /** Starts a worker. Resolves when that path of its own port reports success. By default, the worker then polls. */
  startWorker: (
    readyPath?: '/healthz' | '/readyz',
    by?: 'node' | 'npm',
    more?: Record<string, string>,
  ) => Promise<RealProcess>;
  call: (method: string, path: string, body?: object) => Promise<{ status: number; body: unknown }>;
  /** Runs a command of the product, and returns its output. */
  run: (name: string, args: string[], more?: Record<string, string>) => string;
  databaseUrl: string;
  close: () => Promise<void>;
}

/** Prepares the built programs as separate processes, with their own database, Temporal namespace and sandbox. */
export async function setUpProcesses(
  extraEnv: Record<string, string>,
  sandboxOptions: Partial<StartSandboxOptions> = {},
): Promise<RealProcesses> {
  buildProduct();
  const database = await createTestDatabase();
  const namespace = await createNamespace();
  const sandbox = await startTestSandbox(sandboxOptions);
  const key = randomBytes(32);
  const { db, close: closeDb } = openDb({ url: database.url, connectionsMax: 2 });
  const clock = { now: () => new Date() };
  const seed = await seedDevelopment(
    { db, clock, newId, platforms: new Map(), vault: createVault([{ id: 'test', key }]) },
    { accounts: seedAccounts },
  );
  await closeDb();
  const [port, healthPort] = [await anyFreePort(), await anyFreePort()];
  const env = {
    ...process.env,
    NODE_ENV: 'test',
    LOG_LEVEL: 'info',
    DATABASE_URL: database.url,
    ENCRYPTION_KEYS: `test:${key.toString('base64')}`,
    TEMPORAL_ADDRESS: temporalAddress(),
    TEMPORAL_NAMESPACE: namespace,
    SANDBOX_URL: sandbox.url,
    PORT: String(port),
    WORKER_HEALTH_PORT: String(healthPort),
    // The addresses of the real Bluesky server in some tests.
    PLATFORM_ALLOW_CIDRS: '127.0.0.0/8,::1/128',
    // Tests poll with one key, far more often than a caller would.
    RATE_LIMIT_BURST: 'off',
    RATE_LIMIT_SUSTAINED: 'off',
    ...extraEnv,
  };
  const children: ChildProcess[] = [];
  const start = async (
    name: string,
    readyUrl: string,
    by: 'node' | 'npm' = 'node',
    more: Record<string, string> = {},
  ): Promise<RealProcess> => {
    const [command, args] = by === 'npm' ? ['npm', ['run', name]] : [process.execPath, [builtProgram, name]];
    const child = spawn(command, args, {
      env: { ...env, ...more },
      cwd: projectRoot,
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    children.push(child);
    const running = watch(child);
    await vi.waitFor(
      async () => {
        if (child.exitCode !== null) throw new Error(`${name} ended early:\n${running.output()}`);
        expect((await fetch(readyUrl)).ok, running.output()).toBe(true);
      },
      { timeout: waitMsMax, interval: 100 },
    );
    return running;
  };
  const apiUrl = `http://127.0.0.1:${port}`;
  const workerUrl = `http://127.0.0.1:${healthPort}`;
  return {
    seed,
    apiUrl,
    workerUrl,
    sandboxUrl: sandbox.url,
    startApi: (by) => start('api', `${apiUrl}/healthz`, by),
    startAll: () => start('all', `${apiUrl}/healthz`),
    startWorker: (readyPath = '/readyz', by, more) => start('worker', `${workerUrl}${readyPath}`, by, more),
    call: async (method, pathname, body) => {
      const response = await fetch(`${apiUrl}/api/v1${pathname}`, {
        method,
        headers: { authorization: `Bearer ${seed.apiKey}`, 'content-type': 'application/json' },
        ...(body && { body: JSON.stringify(body) }),
      });
      return { status: response.status, body: await response.json() };
    },
    run: (name, args, more = {}) =>
      execFileSync(process.execPath, [builtProgram, name, ...args], {
        env: { ...env, ...more },
        encoding: 'utf8',
      }),
    databaseUrl: database.url,
    close: async () => {
      for (const child of children) {
        if (child.exitCode !== null || child.signalCode !== null) continue;
        const exited = new Promise((resolve) => child.once('exit', resolve));
        child.kill('SIGKILL');
        await exited;
      }
      await deleteSchedules(namespace);
      await sandbox.close();
      await database.drop();
    },
  };
}

function watch(child: ChildProcess): RealProcess {
  let text = '';
  for (const stream of [child.stdout, child.stderr])
    stream?.on('data', (chunk: Buffer) => (text += chunk.toString()));
  // The streams close only when every process that inherited them has ended.
  const exited = new Promise<number | null>((resolve) => child.once('close', resolve));
  return {
    output: () => text,
    pid: child.pid ?? 0,
    terminate: () => void child.kill('SIGTERM'),
    kill: () => void child.kill('SIGKILL'),
    ended: async () => {
      const startedMs = performance.now();
      return { code: await exited, tookMs: performance.now() - startedMs };
    },
  };
}

/** Task queues have fixed names in the programs, so each test file has its own namespace. */
async function createNamespace(): Promise<string> {
  const namespace = `test-${randomUUID()}`;
  const connection = await Connection.connect({ address: temporalAddress() });
  try {
    await connection.workflowService.registerNamespace({
      namespace,
      workflowExecutionRetentionPeriod: { seconds: 86_400 as never },
    });
  } finally {
    await connection.close();
  }
  const attributes = searchAttributesOf(readComposeCommand());
  // The server's parts learn of a namespace one after another.
  await vi.waitFor(() => useTemporalServer({ address: temporalAddress() }, namespace, attributes), {
    timeout: waitMsMax,
    interval: 200,
  });
  return namespace;
}
