import path from 'node:path';
import { projectRoot } from '../../src/project-root.js';
import { httpStatus } from '../../src/launcher/http.js';
import type { Keeper } from '../../src/launcher/keeper.js';
import { anyFreePort } from '../../src/launcher/ports.js';
import { ensureDatabase } from '../../src/launcher/postgres.js';
import { waitFor } from '../../src/launcher/waiting.js';
import { composeEnvironment } from '../harness/compose-environment.js';
import { builtProgram, releasedProgram } from '../harness/programs.js';
import { emptyProfile, inherited } from '../harness/servers.js';
import { queueDatabase } from './bare/contract.js';
import type { PartName, StackOptions } from './stack-options.js';

/** The pool size of every process, including the baseline's. */
export const databasePoolMax = 10;
const readyTimeoutMs = 120_000;
/** A limit that no benchmark reaches. It is on, as for users, so that each request is counted. */
const amplePerWindow = '100000000';

interface Place {
  folder: string;
  keeper: Keeper;
  encryptionKeys: string;
  databaseUrl: string;
  temporalAddress: string;
  /** The URL to publish to, if no process of the stack simulates the platforms. */
  platformUrl: string | undefined;
}

export interface Parts {
  apiUrl: string;
  bareUrl: string;
  platformUrl: string;
  pids: Map<PartName, number>;
  env: Record<string, string>;
}

export async function startParts(place: Place, options: StackOptions): Promise<Parts> {
  const { simulated = 'sandbox', withQueue = false, composeFiles } = options;
  const isSmall = composeFiles !== undefined;
  const names: PartName[] = isSmall ? ['all'] : ['api', 'worker', 'bare-api', 'bare-worker'];
  const simulator = simulated === 'slow-sandbox' ? undefined : simulated;
  if (simulator !== undefined) names.push(simulator);
  if (withQueue) names.push('queue');
  const ports = new Map<PartName, number>();
  for (const name of names) ports.set(name, await anyFreePort());
  const urlOf = (name: PartName): string => `http://127.0.0.1:${ports.get(name) ?? 0}`;
  const apiUrl = urlOf(isSmall ? 'all' : 'api');
  const platformUrl = simulator === undefined ? (place.platformUrl ?? '') : urlOf(simulator);
  const env = {
    ...inherited(),
    NODE_ENV: 'production',
    DATABASE_URL: place.databaseUrl,
    ...(withQueue && { QUEUE_DATABASE_URL: await ensureDatabase(place.databaseUrl, queueDatabase) }),
    ...(isSmall
      ? composeEnvironment('api', ['compose.small.yaml'])
      : { DATABASE_POOL_MAX: String(databasePoolMax) }),
    TEMPORAL_ADDRESS: place.temporalAddress,
    TEMPORAL_CONFIG_FILE: emptyProfile(place.folder),
    ENCRYPTION_KEYS: place.encryptionKeys,
    DATA_DIR: path.join(place.folder, 'data'),
    PUBLIC_URL: apiUrl,
    SANDBOX_URL: platformUrl,
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
  return { apiUrl, bareUrl: urlOf('bare-api'), platformUrl, pids, env };
}

/** The programs in bare/ that run next to the product. */
const barePrograms: Partial<Record<PartName, string>> = {
  'bare-api': 'api',
  'bare-worker': 'worker',
  queue: 'queue',
  platform: 'platform',
};

/** Starts a process, and returns its pid when it is ready. */
async function startPart(
  { folder, keeper }: Place,
  name: PartName,
  url: string,
  env: Record<string, string>,
): Promise<number> {
  const bare = barePrograms[name];
  const program =
    name === 'all'
      ? [releasedProgram(), name]
      : bare === undefined
        ? ['--enable-source-maps', builtProgram, name]
        : [path.join(projectRoot, 'scripts', 'bench.mjs'), `--bare=${bare}`];
  const log = path.join(folder, 'logs', `${name}.log`);
  const running = await keeper.start(
    {
      name,
      // The output goes directly to a file, because reading a line for each request would cost processor time in the
      // measuring process.
      command: '/bin/sh',
      args: ['-c', 'log=$1; shift; exec "$@" >"$log" 2>&1', 'sh', log, process.execPath, ...program],
      env,
      cwd: projectRoot,
    },
    'service',
    [{ signal: 'SIGTERM', waitMs: 10_000 }],
  );
  const readyUrl = `${url}/${name === 'all' || name.endsWith('worker') ? 'readyz' : 'healthz'}`;
  await waitFor(
    async () => {
      if (running.hasEnded()) throw new Error(`${name} ended before it was ready; see ${log}`);
      return (await httpStatus(readyUrl)) === 200 ? true : undefined;
    },
    { timeoutMs: readyTimeoutMs, failure: `${name} was not ready (${log})`, signal: keeper.signal },
  );
  return running.pid;
}
