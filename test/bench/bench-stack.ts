import { randomBytes } from 'node:crypto';
import { mkdirSync } from 'node:fs';
import path from 'node:path';
import { toAppConfig } from '../../src/config/config.js';
import { readEnv } from '../../src/config/env.js';
import { createContext, type AppContext, type ContextOverrides } from '../../src/context.js';
import { migrateDatabase } from '../../src/db/migrate.js';
import type { PlatformName } from '../../src/domain/platforms.js';
import { ensureDatabase } from '../../src/launcher/postgres.js';
import { seedAccounts, startTestSandbox } from '../harness/sandbox.js';
import { seedDevelopment } from '../../src/services/seed/seed-development.js';
import {
  createLogs,
  openServerHouse,
  runPostgres,
  runTemporal,
  type Logs,
  type ServerHouse,
} from '../harness/servers.js';
import { runTemporalOnPostgres } from '../harness/temporal-on-postgres.js';
import { databasePoolMax, startParts } from './parts.js';
import { slowLineBytesPerSecond, type PartName, type StackOptions } from './stack-options.js';

export interface BenchStack {
  apiUrl: string;
  apiKey: string;
  bareUrl: string;
  /** The URL of the simulated platforms. */
  platformUrl: string;
  workspaceId: string;
  /** The accounts that are measured, while `allAccounts` has one for each platform. */
  accounts: { id: string; platform: PlatformName }[];
  allAccounts: { id: string; platform: PlatformName }[];
  databaseUrl: string;
  temporalAddress: string;
  encryptionKey: Buffer;
  context: AppContext;
  pids: ReadonlyMap<PartName, number>;
  /** The settings of Punctual's processes. */
  env: Record<string, string>;
  folder: string;
  stop: (options?: { keepFolder?: boolean }) => Promise<void>;
}

/**
 * The product as it runs in production (one API and one worker process of the build, Postgres and Temporal with their
 * data on disk), and beside it the baselines' processes on the same two servers.
 */
export async function startBenchStack(options: StackOptions = {}): Promise<BenchStack> {
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
    const database = await runPostgres(house, { logs });
    const temporal = await startTemporal(house, { logs, databaseUrl: database.url }, options);
    const databaseUrl = await ensureDatabase(database.url, 'punctual');
    await migrateDatabase(databaseUrl);
    const key = randomBytes(32);
    const context = createBenchContext(databaseUrl, temporal.address, key);
    closers.push(() => context.close());
    const seeded = await seedDevelopment(context.deps, { accounts: seedAccounts });
    const servers = { databaseUrl, temporalAddress: temporal.address };
    const platformUrl = options.simulated === 'slow-sandbox' ? await startSlowSandbox(closers) : undefined;
    const parts = await startParts(
      { folder, keeper, encryptionKeys: encryptionKeys(key), platformUrl, ...servers },
      options,
    );
    parts.pids.set('postgres', database.server.pid());
    for (const [name, pid] of temporal.pids) parts.pids.set(name, pid);
    return {
      ...parts,
      apiKey: seeded.apiKey,
      workspaceId: seeded.workspaceId,
      accounts: seeded.socialAccounts.filter(({ platform }) => measured.has(platform)),
      allAccounts: seeded.socialAccounts,
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

async function startSlowSandbox(closers: (() => Promise<void>)[]): Promise<string> {
  const sandbox = await startTestSandbox({ uploadBytesPerSecondMax: slowLineBytesPerSecond });
  closers.push(() => sandbox.close());
  return sandbox.url;
}

async function startTemporal(
  house: ServerHouse,
  { logs, databaseUrl }: { logs: Logs; databaseUrl: string },
  { temporalOnPostgres, composeFiles }: StackOptions,
): Promise<{ address: string; pids: [PartName, number][] }> {
  if (temporalOnPostgres === undefined) {
    const { address, server } = await runTemporal(house, { logs, onDisk: true });
    return { address, pids: [['temporal', server.pid()]] };
  }
  const { keeper } = house;
  if (composeFiles !== undefined) {
    const settings = { keeper, logs, databaseUrl, composeFiles };
    const { address, server } = await runTemporalOnPostgres(temporalOnPostgres, settings);
    return { address, pids: [['temporal', server.pid()]] };
  }
  const own = await runPostgres(house, { name: 'temporal-postgres', logs });
  const { address, server } = await runTemporalOnPostgres(temporalOnPostgres, {
    ...{ keeper, logs, databaseUrl: own.url },
  });
  return {
    address,
    pids: [
      ['temporal', server.pid()],
      ['temporal-postgres', own.server.pid()],
    ],
  };
}

/** One platform of each guarantee, with texts only. All tables so far have measured these. */
const measured = new Set<string>(['BLUESKY', 'THREADS', 'X']);

/** Creates this process's own services, configured like a process of the stack. */
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
