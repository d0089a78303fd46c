import { mkdirSync } from 'node:fs';
import path from 'node:path';
import { loadClientConnectConfig } from '@temporalio/envconfig';
import { LauncherFault } from './fault.js';
import { httpStatus } from './http.js';
import { ensurePostgres } from './postgres-package.js';
import { findPostgresUser, placeCluster } from './postgres-user.js';
import { databaseProblem, ensureDatabase, startPostgres } from './postgres.js';
import type { StackParts } from './stack-parts.js';
import { supervise } from './supervisor.js';
import { resolveTemporalCli } from './temporal-cli.js';
import { nativeServerArguments, readComposeCommand } from './temporal-compose.js';
import { searchAttributesOf, startTemporalServer, useTemporalServer } from './temporal-server.js';

const databaseName = 'punctual';

/** Returns the database's URL: DATABASE_URL, or the URL of the embedded server, which it starts and keeps running. */
export async function bringUpDatabase({
  settings,
  plan,
  secrets,
  keeper,
  screen,
  outputs,
  watch,
  env,
}: StackParts): Promise<string> {
  if (settings.databaseUrl !== undefined) {
    const problem = await databaseProblem(settings.databaseUrl);
    if (problem !== undefined)
      throw new LauncherFault(`The database of DATABASE_URL cannot be used: ${problem}`);
    return settings.databaseUrl;
  }
  const user = findPostgresUser();
  const { folder, isElsewhere } = placeCluster(
    path.join(settings.dataDir, 'postgres'),
    secrets.clusterId,
    user,
  );
  if (isElsewhere) {
    screen.warn(
      `Postgres cannot run as root, and its own user cannot access ${settings.dataDir}. Its data is kept in ${folder}.`,
    );
  }
  const output = outputs.of('postgres');
  const options = {
    folder,
    port: plan.databasePort,
    password: secrets.postgresPassword,
    user,
    keeper,
    onLine: output.onLine,
    package: await ensurePostgres({ env, screen, signal: keeper.signal }),
  };
  const { url, process: running } = await startPostgres(options);
  watch(
    supervise({
      name: 'postgres',
      start: async () => (await startPostgres(options)).process,
      running,
      signal: keeper.signal,
      say: screen.warn,
      logPath: output.logPath,
    }),
  );
  return ensureDatabase(url, databaseName);
}

export interface TemporalPlace {
  address: string;
  uiUrl: string | null;
}

/**
 * Returns Temporal's address: TEMPORAL_ADDRESS, or the address of the dev server, which it starts and keeps running.
 */
export async function bringUpTemporal(parts: StackParts): Promise<TemporalPlace> {
  const { settings, plan, keeper, env, screen, outputs, watch } = parts;
  const command = readComposeCommand();
  if (settings.temporalAddress !== undefined)
    return useForeignTemporal(settings.temporalAddress, settings.temporalNamespace, command);
  const cli = await resolveTemporalCli({ env, screen, signal: keeper.signal });
  const folder = path.join(settings.dataDir, 'temporal');
  mkdirSync(folder, { recursive: true });
  const address = `127.0.0.1:${plan.temporalPort}`;
  const output = outputs.of('temporal');
  const dbFilename = path.join(folder, 'temporal.db');
  const args = nativeServerArguments(command, {
    ip: '127.0.0.1',
    port: plan.temporalPort,
    uiPort: plan.temporalUiPort,
    dbFilename,
  });
  const start = (): ReturnType<typeof startTemporalServer> =>
    startTemporalServer({
      cli,
      args,
      address,
      namespace: settings.temporalNamespace,
      keeper,
      env,
      onLine: output.onLine,
    });
  const running = await start();
  watch(
    supervise({
      name: 'temporal',
      start,
      running,
      signal: keeper.signal,
      say: screen.warn,
      logPath: output.logPath,
    }),
  );
  return { address, uiUrl: `http://127.0.0.1:${plan.temporalUiPort}` };
}

async function useForeignTemporal(
  address: string,
  namespace: string,
  command: string[],
): Promise<TemporalPlace> {
  await useTemporalServer(
    loadClientConnectConfig().connectionOptions,
    namespace,
    searchAttributesOf(command),
  );
  const [host = '', port = ''] = address.split(':');
  // The dev server's default port for its UI is 1000 higher. The Compose file uses it, too.
  const uiUrl = `http://${host}:${Number(port) + 1000}`;
  return { address, uiUrl: (await httpStatus(uiUrl)) === 200 ? uiUrl : null };
}
