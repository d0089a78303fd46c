import type { Client } from '@temporalio/client';
import { migrateDatabase } from '../db/migrate.js';
import type { ServiceDeps } from '../services/shared/context.js';
import { requireUsableKeys } from '../services/health/key-check.js';
import { findPoolerFault } from '../services/health/pooler-check.js';
import { createStorageCheck } from '../services/health/storage-check.js';
import { ensureNamespace, onceKnown } from '../temporal/namespace.js';
import { ensureSchedules } from '../temporal/schedules.js';
import { ensureSearchAttributes } from '../temporal/search-attributes.js';

const callTimeoutMs = 70_000;

export const setupUsage = `Usage:
  npm run setup

Creates whatever the installation is missing: database migrations, the Temporal namespace, its search attributes, the
schedules, and the bucket or folder for media. You can run it at any time. Run it after each update.`;

export interface SetupCommand {
  databaseUrl: string;
  deps: ServiceDeps;
  client: Client;
  print: (line: string) => void;
}

/**
 * Runs the `setup` command: creates everything that the installation is missing and prints each step. Safe to repeat.
 * Returns the exit code.
 */
export async function runSetup({ databaseUrl, deps, client, print }: SetupCommand): Promise<number> {
  const failed: string[] = [];
  const step = async (name: string, work: () => Promise<string>): Promise<void> => {
    try {
      print(`${name}: ${await work()}`);
    } catch (error) {
      failed.push(name);
      print(`${name}: FAILED. ${error instanceof Error ? error.message : String(error)}`);
    }
  };
  const atTemporal = (work: () => Promise<string>) => () =>
    client.connection.withDeadline(Date.now() + callTimeoutMs, () => onceKnown(work));

  await step('Database', async () => {
    const fault = await findPoolerFault(deps);
    if (fault !== null) throw new Error(fault);
    await migrateDatabase(databaseUrl);
    return 'up to date';
  });
  await step('Encryption keys', async () => {
    await requireUsableKeys(deps);
    return 'valid for everything that is stored';
  });
  await step('Storage', async () => {
    const made = await deps.media.storage.ensurePlace();
    if ((await createStorageCheck(deps)()) !== 'ok') throw new Error('It is not writable.');
    return made ? 'created' : 'ready';
  });
  const { namespace } = client.options;
  await step(`Temporal namespace ${namespace}`, () =>
    client.connection.withDeadline(Date.now() + callTimeoutMs, () => ensureNamespace(client)),
  );
  await step(
    'Search attributes',
    atTemporal(async () => {
      const added = await ensureSearchAttributes(client);
      return added.length === 0 ? 'up to date' : `added ${added.join(', ')}`;
    }),
  );
  await step(
    'Schedules',
    atTemporal(async () => {
      const ensured = await ensureSchedules(client);
      return ensured.map(({ id, done }) => `${id} ${done}`).join(', ');
    }),
  );
  if (failed.length === 0) return 0;
  print(
    `Failed: ${failed.join(', ')}. Fix this, or use credentials with the necessary rights, then run npm run setup again.`,
  );
  return 1;
}
