import { randomBytes } from 'node:crypto';
import path from 'node:path';
import { createContext, type AppContext } from '../../src/context.js';
import { migrateDatabase } from '../../src/db/migrate.js';
import type { JsonObject } from '../../src/domain/json.js';
import type { PlatformName } from '../../src/domain/platforms.js';
import { ensureExampleMedia, type ExampleMedia } from '../../src/launcher/example-media.js';
import type { Keeper } from '../../src/launcher/keeper.js';
import { anyFreePort } from '../../src/launcher/ports.js';
import { ensureDatabase } from '../../src/launcher/postgres.js';
import { platformDefinitions } from '../../src/platforms/index.js';
import { seedDevelopment } from '../../src/services/seed/seed-development.js';
import { connectAccount } from '../harness/connect-account.js';
import {
  createLogs,
  emptyProfile,
  inherited,
  openServerHouse,
  runPostgres,
  runTemporal,
  type Logs,
  type Server,
} from '../harness/servers.js';
import { startChild, type Child } from './children.js';
import { openFrontProxy } from './front-proxy.js';
import { databaseCopy, runCommand } from './operator.js';
import { createPlatformProxy, type PlatformFault, type PublishingCall } from './platform-proxy.js';
import { openTemporalGate, type GateFault, type TemporalGate } from './temporal-gate.js';
import { openDatabaseProxy, type DatabaseProxy } from '../harness/database-proxy.js';
import { testConfig } from '../harness/config.js';
import { builtProgram } from '../harness/programs.js';
import { runTemporalOnPostgres, type TemporalPrograms } from '../harness/temporal-on-postgres.js';
import { seedAccounts } from '../harness/sandbox.js';
import { loadSubjects, type ContractCase } from '../platforms/contract-case.js';

export const subjects = await loadSubjects(platformDefinitions);

export interface FaultStackOptions {
  processesEach: number;
  accountsPerPlatform: number;
  /** The platforms with accounts; all of them by default. */
  platforms?: readonly PlatformName[];
  /** The delays before look-ups. The usual ones end after 13 minutes. */
  lookupDelaysMs: string;
  onPublishingCall: (call: PublishingCall) => PlatformFault | undefined;
  /** Called when a call reaches the point of a killing fault. By default its worker is killed at once. */
  onKillPoint?: (call: PublishingCall, fault: PlatformFault) => Promise<void>;
  beforeAnswer?: (call: PublishingCall) => Promise<void>;
  /** Called when that API sends a start to Temporal. */
  onStart: (api: string) => GateFault | undefined;
  /** Further settings of the APIs. */
  apiEnv?: Record<string, string>;
  /** The file of `punctual`. Default: that of the build. */
  program?: string | undefined;
  /** Default: the development server. Otherwise Temporal has its own Postgres, which fails together with ours. */
  temporalOnPostgres?: TemporalPrograms | undefined;
}

export interface Account {
  id: string;
  platform: PlatformName;
  externalAccountId: string;
  /** The entry for a plain post, with everything that its platform requires besides a text. */
  entry: { accountId: string; platformOptions?: JsonObject; mediaIds?: string[] };
  takesComments: boolean;
}

export interface FaultStack {
  apiUrls: string[];
  apiKey: string;
  sandboxUrl: string;
  accounts: Account[];
  workers: Child[];
  apis: Child[];
  gates: TemporalGate[];
  postgres: Server;
  temporal: Server;
  /** The proxy between APIs, workers and Postgres. */
  databaseProxy: DatabaseProxy;
  /** Processes that have ended without being stopped here. */
  unexpectedExits: string[];
  /** Saves Postgres' data, or replaces the current data by the saved ones. The server must be stopped. */
  copyDatabase: () => Promise<void>;
  putDatabaseBack: () => Promise<void>;
  /** Runs a command of the product to its end, like an operator. */
  runCommand: (bin: string, args: string[]) => Promise<{ code: number; output: string }>;
  /** The service dependencies, to issue starts twice. */
  context: AppContext;
  folder: string;
  /** Stops everything. Keeps the folder with the logs if `keepFolder` is set. */
  stop: (options?: { keepFolder?: boolean }) => Promise<void>;
}

const databasePoolMax = 10;
const folderPrefix = 'punctual-faults-';

/** The environment of every child, with this stack's URLs. */
type BaseEnv = Record<string, string>;

/**
 * The real stack on free ports and in its own folder: Postgres and Temporal with their data on disk, the sandbox,
 * and several API and worker processes, with proxies in front of the sandbox and Temporal.
 */
export async function startFaultStack({
  program = builtProgram,
  ...others
}: FaultStackOptions): Promise<FaultStack> {
  const options = { ...others, program };
  const house = openServerHouse(folderPrefix);
  const { folder, keeper } = house;
  const closers: (() => Promise<void>)[] = [];
  const logs = createLogs(folder);
  const stop: FaultStack['stop'] = async ({ keepFolder = false } = {}) => {
    await keeper.stopAll();
    await Promise.allSettled(closers.map((close) => close()));
    logs.close();
    await house.close({ keepFolder });
  };
  try {
    return await bringUp({ folder, keeper, closers, logs, options, stop, unexpectedExits: [] });
  } catch (error) {
    await stop({ keepFolder: true });
    throw error;
  }
}

interface Parts {
  folder: string;
  keeper: Keeper;
  closers: (() => Promise<void>)[];
  logs: Logs;
  options: FaultStackOptions & { program: string };
  stop: FaultStack['stop'];
  unexpectedExits: string[];
}

async function bringUp(parts: Parts): Promise<FaultStack> {
  const { folder, keeper, closers, logs, options, stop } = parts;
  const { program } = options;
  const database = await runPostgres({ folder, keeper }, { logs });
  const temporal = await startTemporal(parts);
  const databaseUrl = await ensureDatabase(database.url, 'punctual');
  await migrateDatabase(databaseUrl);
  const databaseProxy = await openDatabaseProxy(databaseUrl);
  closers.push(() => databaseProxy.close());
  const encryptionKey = randomBytes(32);
  const context = createContext(
    testConfig({
      databaseUrl,
      databasePoolMax,
      encryptionKeys: [{ id: 'faults', key: encryptionKey }],
      temporal: { namespace: 'default', connection: { address: temporal.address } },
    }),
    'faults',
  );
  closers.push(() => context.close());
  const { apiKey, workspaceId, connected } = await connectAccounts(context, options);
  const sandboxPort = await anyFreePort();
  const sandboxUrl = `http://127.0.0.1:${sandboxPort}`;
  const apiUrls: string[] = [];
  const frontProxy = await openFrontProxy(apiUrls);
  closers.push(() => frontProxy.close());
  const env: BaseEnv = {
    ...inherited(),
    NODE_ENV: 'development',
    LOG_LEVEL: 'info',
    DATABASE_URL: databaseProxy.url,
    TEMPORAL_ADDRESS: temporal.address,
    TEMPORAL_CONFIG_FILE: emptyProfile(folder),
    ENCRYPTION_KEYS: `faults:${encryptionKey.toString('base64')}`,
    PUBLISH_LOOKUP_DELAYS_MS: options.lookupDelaysMs,
    RATE_LIMIT_BURST: 'off',
    RATE_LIMIT_SUSTAINED: 'off',
    WEBHOOK_ALLOW_CIDRS: '127.0.0.0/8',
    // An upload may continue at a URL that the platform gave to another worker, through that worker's proxy.
    PLATFORM_ALLOW_CIDRS: '127.0.0.0/8',
    PUBLIC_URL: frontProxy.url,
    STORAGE_DIR: path.join(folder, 'media'),
    SANDBOX_URL: sandboxUrl,
  };
  const sandbox = await startChild(
    {
      name: 'sandbox',
      program,
      bin: 'sandbox',
      env: { ...env, SANDBOX_PORT: String(sandboxPort), SANDBOX_DATA_DIR: path.join(folder, 'sandbox') },
      readyUrl: `${sandboxUrl}/healthz`,
      onLine: logs.of('sandbox'),
    },
    keeper,
  );
  await sandbox.untilReady();
  const workers = await startWorkers(parts, env, sandboxUrl);
  const { apis, gates } = await startApis(parts, env, temporal.address, apiUrls);
  await Promise.all([...workers, ...apis].map((child) => child.untilReady()));
  const media = await ensureExampleMedia({ apiUrl: `${frontProxy.url}/api/v1`, apiKey, workspaceId });
  return {
    apiUrls,
    apiKey,
    sandboxUrl,
    accounts: connected.map((account) => withEntry(account, media)),
    workers,
    apis,
    gates,
    postgres: together([database.server, ...temporal.databases]),
    databaseProxy,
    unexpectedExits: parts.unexpectedExits,
    temporal: temporal.server,
    ...databaseCopy(folder),
    runCommand: (bin, args) => runCommand({ program, env }, bin, args),
    context,
    folder,
    stop,
  };
}

/**
 * Starts Temporal, by default its development server. On a Postgres, that database stops together with ours, as in an
 * installation where both share one, but Temporal's server is not restarted with it.
 */
async function startTemporal({ folder, keeper, logs, options: { temporalOnPostgres } }: Parts): Promise<{
  address: string;
  server: Server;
  databases: Server[];
}> {
  if (temporalOnPostgres === undefined) {
    return { ...(await runTemporal({ folder, keeper }, { logs, onDisk: true })), databases: [] };
  }
  const { url, server } = await runPostgres({ folder, keeper }, { name: 'temporal-postgres', logs });
  const temporal = await runTemporalOnPostgres(temporalOnPostgres, { keeper, logs, databaseUrl: url });
  return { ...temporal, databases: [server] };
}

/** Several servers that are stopped and started as one. */
function together(servers: readonly Server[]): Server {
  const each = async (work: (server: Server) => Promise<void>): Promise<void> => {
    await Promise.all(servers.map(work));
  };
  return {
    pid: () => servers[0]?.pid() ?? 0,
    kill: () => each((server) => server.kill()),
    stop: () => each((server) => server.stop()),
    start: () => each((server) => server.start()),
  };
}

async function startWorkers(parts: Parts, env: BaseEnv, sandboxUrl: string): Promise<Child[]> {
  const { keeper, closers, logs, options, unexpectedExits } = parts;
  const workers: Child[] = [];
  const proxy = createPlatformProxy({
    subjects,
    sandboxUrl,
    decide: options.onPublishingCall,
    kill:
      options.onKillPoint ??
      (async ({ worker }) => {
        await workers.find(({ name }) => name === worker)?.kill();
      }),
    ...(options.beforeAnswer && { beforeAnswer: options.beforeAnswer }),
  });
  closers.push(() => proxy.close());
  for (const name of namesOf('worker', options.processesEach)) {
    const port = await anyFreePort();
    workers.push(
      await startChild(
        {
          name,
          program: options.program,
          bin: 'worker',
          env: { ...env, SANDBOX_URL: await proxy.openFor(name), WORKER_HEALTH_PORT: String(port) },
          readyUrl: `http://127.0.0.1:${port}/readyz`,
          onLine: logs.of(name),
          onUnexpectedExit: (what) => unexpectedExits.push(what),
        },
        keeper,
      ),
    );
  }
  return workers;
}

async function startApis(
  { keeper, closers, logs, options, unexpectedExits }: Parts,
  env: BaseEnv,
  temporalAddress: string,
  apiUrls: string[],
): Promise<Pick<FaultStack, 'apis' | 'gates'>> {
  const apis: Child[] = [];
  const gates: TemporalGate[] = [];
  for (const name of namesOf('api', options.processesEach)) {
    const gate = await openTemporalGate({
      temporalAddress,
      decide: () => options.onStart(name),
      held: async () => {
        await apis.find((child) => child.name === name)?.kill();
      },
    });
    closers.push(() => gate.close());
    gates.push(gate);
    const port = await anyFreePort();
    const url = `http://127.0.0.1:${port}`;
    apiUrls.push(url);
    apis.push(
      await startChild(
        {
          name,
          program: options.program,
          bin: 'api',
          env: { ...env, ...options.apiEnv, PORT: String(port), TEMPORAL_ADDRESS: gate.address },
          readyUrl: `${url}/healthz`,
          onLine: logs.of(name),
          onUnexpectedExit: (what) => unexpectedExits.push(what),
        },
        keeper,
      ),
    );
  }
  return { apis, gates };
}

const namesOf = (kind: string, count: number): string[] =>
  Array.from({ length: count }, (_, index) => `${kind}-${index + 1}`);

interface Connected extends Omit<Account, 'entry'> {
  contract: ContractCase;
}

async function connectAccounts(
  { deps }: AppContext,
  { accountsPerPlatform, platforms }: Pick<FaultStackOptions, 'accountsPerPlatform' | 'platforms'>,
): Promise<{ apiKey: string; workspaceId: string; connected: Connected[] }> {
  const { apiKey, workspaceId } = await seedDevelopment(deps, { accounts: seedAccounts });
  const connected: Connected[] = [];
  const chosen = subjects.filter(({ definition }) => platforms?.includes(definition.name) ?? true);
  for (const { definition, simulator, contract } of chosen) {
    const platform = definition.name;
    const takesComments = deps.platforms.get(platform)?.limits.firstComment ?? false;
    for (let number = 1; number <= accountsPerPlatform; number += 1) {
      const externalAccountId = contract.accountIdOf(770_000 + number);
      const { account } = await connectAccount(deps, {
        platform,
        externalAccountId,
        handle: `faults-${number}`,
        displayName: `Faults ${number}`,
        workspaceId,
        credentials: simulator.credentialsOf(externalAccountId, 1),
        serviceUrl: null,
        sandbox: true,
        allowReplace: false,
      });
      connected.push({ id: account.id, platform, externalAccountId, takesComments, contract });
    }
  }
  return { apiKey, workspaceId, connected };
}

function withEntry({ contract, ...account }: Connected, media: ExampleMedia): Account {
  const { options, media: mime } = contract.plainPost ?? {};
  const entry = {
    accountId: account.id,
    ...(options && { platformOptions: options }),
    ...(mime && { mediaIds: [mime === 'video/mp4' ? media.video : media.picture] }),
  };
  return { ...account, entry };
}
