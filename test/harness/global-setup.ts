import { chmodSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { randomBytes } from 'node:crypto';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { TestProject } from 'vitest/node';
import { migrateDatabase } from '../../src/db/migrate.js';
import { createKeeper, type Keeper } from '../../src/launcher/keeper.js';
import { anyFreePort } from '../../src/launcher/ports.js';
import { findPostgresUser } from '../../src/launcher/postgres-user.js';
import { ensureDatabase, startPostgres } from '../../src/launcher/postgres.js';
import { isAlive } from '../../src/launcher/process-identity.js';
import { startReaper } from '../../src/launcher/reaper.js';
import { createScreen } from '../../src/launcher/screen.js';
import { resolveTemporalCli } from '../../src/launcher/temporal-cli.js';
import { nativeServerArguments, readComposeCommand } from '../../src/launcher/temporal-compose.js';
import { startTemporalServer } from '../../src/launcher/temporal-server.js';
import { templateDatabase, temporalNamespace } from './provided.js';

const folderPrefix = 'punctual-test-';

/** One Postgres and one Temporal dev server for the whole run. Both end with vitest, however that ends. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  removeAbandonedFolders();
  const folder = mkdtempSync(path.join(tmpdir(), `${folderPrefix}${process.pid}-`));
  // Postgres runs as a user of its own when we are root.
  chmodSync(folder, 0o755);
  const reaper = startReaper();
  const keeper = createKeeper({ pidFile: path.join(folder, 'pids.json'), reaper });
  const teardown = async (): Promise<void> => {
    await keeper.stopAll();
    await reaper.end();
    rmSync(folder, { recursive: true, force: true });
  };
  try {
    const [postgresUrl, temporalAddress] = await Promise.all([
      startDatabase(folder, keeper),
      startTemporal(keeper),
    ]);
    project.provide('postgresUrl', postgresUrl);
    project.provide('templateDatabase', templateDatabase);
    project.provide('temporalAddress', temporalAddress);
  } catch (error) {
    await teardown();
    throw error;
  }
  return teardown;
}

/** The migrated template, from which every test file gets its own copy. */
async function startDatabase(folder: string, keeper: Keeper): Promise<string> {
  const { url } = await startPostgres({
    folder: path.join(folder, 'postgres'),
    port: await anyFreePort(),
    password: randomBytes(16).toString('hex'),
    user: findPostgresUser(),
    keeper,
    onLine: () => undefined,
    isDurable: false,
  });
  await migrateDatabase(await ensureDatabase(url, templateDatabase));
  return url;
}

async function startTemporal(keeper: Keeper): Promise<string> {
  const cli = await resolveTemporalCli({ env: process.env, screen: createScreen() });
  const port = await anyFreePort();
  const address = `127.0.0.1:${port}`;
  const args = nativeServerArguments(readComposeCommand(), {
    ip: '127.0.0.1',
    port,
    // Off by default, and only tests may ask for it.
    dynamicConfig: ['frontend.WorkflowTimeSkippingEnabled=true'],
  });
  const onLine = (): void => undefined;
  await startTemporalServer({
    cli,
    args,
    address,
    namespace: temporalNamespace,
    keeper,
    env: process.env,
    onLine,
  });
  return address;
}

/** A run that was killed could not remove its own. */
function removeAbandonedFolders(): void {
  for (const name of readdirSync(tmpdir()).filter((entry) => entry.startsWith(folderPrefix))) {
    const pid = Number(name.slice(folderPrefix.length).split('-')[0]);
    if (!isAlive(pid)) rmSync(path.join(tmpdir(), name), { recursive: true, force: true });
  }
}
