import { randomBytes } from 'node:crypto';
import { mkdirSync } from 'node:fs';
import path from 'node:path';
import { toAppConfig } from '../../src/config/config.js';
import { readEnv } from '../../src/config/env.js';
import { createContext, type AppContext, type ContextOverrides } from '../../src/context.js';
import { migrateDatabase } from '../../src/db/migrate.js';
import type { PlatformName } from '../../src/domain/platforms.js';
import { projectRoot } from '../../src/launcher/files.js';
import { httpStatus } from '../../src/launcher/http.js';
import type { Keeper } from '../../src/launcher/keeper.js';
import { anyFreePort } from '../../src/launcher/ports.js';
import { ensureDatabase } from '../../src/launcher/postgres.js';
import { waitFor } from '../../src/launcher/waiting.js';
import { seedAccounts } from '../harness/sandbox.js';
import { seedDevelopment } from '../../src/services/seed/seed-development.js';
import {
  createLogs,
  emptyProfile,
  inherited,
  openServerHouse,
  runPostgres,
  runTemporal,
} from '../harness/servers.js';

/** Of every process, the baseline's too. */
export const databasePoolMax = 10;
const readyTimeoutMs = 120_000;
/** No limit that a benchmark meets, and yet each request is counted: users have it on. */
const amplePerWindow = '100000000';

export type PartName = 'api' | 'worker' | 'bare-api' | 'bare-worker' | 'sandbox' | 'postgres' | 'temporal';

export interface BenchStack {
  apiUrl: string;
  apiKey: string;
  bareUrl: string;
  workspaceId: string;
  /** One account on each simulated platform. */
  accounts: { id: string; platform: PlatformName }[];
  databaseUrl: string;
  temporalAddress: string;
  encryptionKey: Buffer;
  context: AppContext;
  pids: ReadonlyMap<PartName, number>;
  folder: string;
  stop: (options?: { keepFolder?: boolean }) => Promise<void>;
}

/**
 * The product as it runs in production (one API and one worker process of the build, Postgres and Temporal with their
 * data on disk), and beside it the baselines' processes on the same two servers.
 */
export async function startBenchStack(): Promise<BenchStack> {
  const house = openServerHouse('punctual-bench-');
  const { folder, keeper } = house;
  mkdirSync(path.join(folder, 'logs'));
  const logs = createLogs(folder);
  const closers: (() => Promise<void>)[] = [];
  const stop: BenchStack['stop'] = async ({ keepFolder = false } = {}) => {
    await Promise.allSettled(closers.map((close) => close()));
    await keeper.stopAll();
    logs.close();
    await house.close({ keepFolder });
  };
  try {
    const [database, temporal] = await Promise.all([
      runPostgres(house, { logs }),
      runTemporal(house, { logs, onDisk: true }),
    ]);
    const databaseUrl = await ensureDatabase(database.url, 'punctual');
    await migrateDatabase(databaseUrl);
    const key = randomBytes(32);
    const context = createBenchContext(databaseUrl, temporal.address, key);
    closers.push(() => context.close());
    const seeded = await seedDevelopment(context.deps, { accounts: seedAccounts });
    const servers = { databaseUrl, temporalAddress: temporal.address };
    const parts = await startParts({ folder, keeper, key, ...servers });
    parts.pids.set('postgres', database.server.pid()).set('temporal', temporal.server.pid());
    return {
      ...parts,
      apiKey: seeded.apiKey,
      workspaceId: seeded.workspaceId,
      accounts: seeded.socialAccounts.filter(({ platform }) => measured.has(platform)),
      databaseUrl,
      temporalAddress: temporal.address,
      encryptionKey: key,
      context,
      folder,
      stop,
    };
  } catch (error) {
    await stop({ keepFolder: true });
    throw error;
  }
}

/** One of each guarantee, and texts alone: what every table since the first one has measured. */
const measured = new Set<string>(['BLUESKY', 'THREADS', 'X']);

/** This process's own parts, configured as a service of this stack would be. */
export function createBenchContext(
  databaseUrl: string,
  temporalAddress: string,
  key: Buffer,
  overrides: ContextOverrides = {},
): AppContext {
  const config = toAppConfig(
    readEnv({
      NODE_ENV: 'test',
      LOG_LEVEL: 'silent',
      DATABASE_URL: databaseUrl,
      DATABASE_POOL_MAX: String(databasePoolMax),
      ENCRYPTION_KEYS: encryptionKeys(key),
    }),
  );
  const temporal = { namespace: 'default', connection: { address: temporalAddress } };
  return createContext({ ...config, temporal }, 'bench', overrides);
}

const encryptionKeys = (key: Buffer): string => `bench:${key.toString('base64')}`;

interface Place {
  folder: string;
  keeper: Keeper;
  key: Buffer;
  databaseUrl: string;
  temporalAddress: string;
}

async function startParts(
  place: Place,
): Promise<Pick<BenchStack, 'apiUrl' | 'bareUrl'> & { pids: Map<PartName, number> }> {
  const names = ['sandbox', 'api', 'worker', 'bare-api', 'bare-worker'] as const;
  const ports = new Map<PartName, number>();
  for (const name of names) ports.set(name, await anyFreePort());
  const urlOf = (name: PartName): string => `http://127.0.0.1:${ports.get(name) ?? 0}`;
  const env = {
    ...inherited(),
    NODE_ENV: 'production',
    DATABASE_URL: place.databaseUrl,
    DATABASE_POOL_MAX: String(databasePoolMax),
    TEMPORAL_ADDRESS: place.temporalAddress,
    TEMPORAL_CONFIG_FILE: emptyProfile(place.folder),
    ENCRYPTION_KEYS: encryptionKeys(place.key),
    PUBLIC_URL: urlOf('api'),
    SANDBOX_URL: urlOf('sandbox'),
    SANDBOX_IN_PRODUCTION: '1',
    RATE_LIMIT_BURST: amplePerWindow,
    RATE_LIMIT_SUSTAINED: amplePerWindow,
  };
  const pids = new Map<PartName, number>();
  await Promise.all(
    names.map(async (name) => {
      const port = String(ports.get(name));
      const pid = await startPart(place, name, urlOf(name), {
        ...env,
        PORT: port,
        ...(name === 'worker' ? { WORKER_HEALTH_PORT: port } : {}),
        ...(name === 'sandbox' ? { SANDBOX_PORT: port } : {}),
      });
      pids.set(name, pid);
    }),
  );
  return { apiUrl: urlOf('api'), bareUrl: urlOf('bare-api'), pids };
}

/** Gives the pid of a process that is ready. */
async function startPart(
  { folder, keeper }: Place,
  name: PartName,
  url: string,
  env: Record<string, string>,
): Promise<number> {
  const bare = /^bare-(.+)$/.exec(name)?.[1];
  const program =
    bare === undefined
      ? ['--enable-source-maps', path.join(projectRoot, 'dist', 'bin', `${name}.js`)]
      : [path.join(projectRoot, 'scripts', 'bench.mjs'), `--bare=${bare}`];
  const log = path.join(folder, 'logs', `${name}.log`);
  const running = await keeper.start(
    {
      name,
      // Straight to a file: reading a line for each request would cost the process that measures.
      command: '/bin/sh',
      args: ['-c', 'log=$1; shift; exec "$@" >"$log" 2>&1', 'sh', log, process.execPath, ...program],
      env,
      cwd: projectRoot,
    },
    'service',
    [{ signal: 'SIGTERM', waitMs: 10_000 }],
  );
  const readyUrl = `${url}/${name.endsWith('worker') ? 'readyz' : 'healthz'}`;
  await waitFor(
    async () => {
      if (running.hasEnded()) throw new Error(`${name} ended before it was ready; see ${log}`);
      return (await httpStatus(readyUrl)) === 200 ? true : undefined;
    },
    { timeoutMs: readyTimeoutMs, failure: `${name} was not ready (${log})`, signal: keeper.signal },
  );
  return running.pid;
}
