import { readdirSync, rmSync } from 'node:fs';
import path from 'node:path';
import type { TestProject } from 'vitest/node';
import { migrateDatabase } from '../../src/db/migrate.js';
import { ensureDatabase } from '../../src/launcher/postgres.js';
import { isAlive } from '../../src/launcher/process-identity.js';
import { memoryFolder, possibleParents } from './memory-folder.js';
import { templateDatabase } from './provided.js';
import { openServerHouse, runPostgres, runTemporal, type ServerHouse } from './servers.js';

const folderPrefix = 'punctual-test-';
const dynamicConfig = [
  // Time skipping is off by default, and only tests may ask for it.
  'frontend.WorkflowTimeSkippingEnabled=true',
  // By default, each of the hundreds of queues has four partitions, which forward tasks and polls to each other.
  'matching.numTaskqueueReadPartitions=1',
  'matching.numTaskqueueWritePartitions=1',
];

interface Servers {
  postgresUrl: string;
  temporalAddress: string;
  folder: string;
}

/**
 * Each project has its own copy of this module, and all share the servers; vitest sets the projects up one after the
 * other.
 */
const shared = globalThis as {
  punctualTestServers?: { users: number; servers: Servers; house: ServerHouse };
};

/**
 * Starts one Postgres and one Temporal development server for the whole run. They end with the run, in whatever way it
 * ends.
 */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const run = (shared.punctualTestServers ??= await start());
  run.users += 1;
  project.provide('postgresUrl', run.servers.postgresUrl);
  project.provide('templateDatabase', templateDatabase);
  project.provide('temporalAddress', run.servers.temporalAddress);
  project.provide('runFolder', run.servers.folder);
  return async () => {
    run.users -= 1;
    if (run.users > 0) return;
    // A second run in this process starts its own servers.
    delete shared.punctualTestServers;
    await run.house.close();
  };
}

async function start(): Promise<{ users: number; servers: Servers; house: ServerHouse }> {
  removeAbandonedFolders();
  const house = openServerHouse(folderPrefix, memoryFolder());
  try {
    const [postgres, temporal] = await Promise.all([
      runPostgres(house, { isDurable: false }),
      runTemporal(house, { dynamicConfig }),
    ]);
    // The migrated template, from which every test file gets its own copy.
    await migrateDatabase(await ensureDatabase(postgres.url, templateDatabase));
    const servers = { postgresUrl: postgres.url, temporalAddress: temporal.address, folder: house.folder };
    return { users: 0, servers, house };
  } catch (error) {
    await house.close();
    throw error;
  }
}

/** Removes the folders of earlier runs that were killed and could not do so themselves. */
function removeAbandonedFolders(): void {
  for (const parent of possibleParents()) {
    for (const name of readdirSync(parent).filter((entry) => entry.startsWith(folderPrefix))) {
      const pid = Number(name.slice(folderPrefix.length).split('-')[0]);
      if (!isAlive(pid)) rmSync(path.join(parent, name), { recursive: true, force: true });
    }
  }
}
