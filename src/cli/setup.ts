import type { Client } from '@temporalio/client';
import { migrateDatabase } from '../db/migrate.js';
import type { ServiceDeps } from '../services/shared/context.js';
import { requireUsableKeys } from '../services/health/key-check.js';
import { createStorageCheck } from '../services/health/storage-check.js';
import { ensureNamespace, onceKnown } from '../temporal/namespace.js';
import { ensureSchedules } from '../temporal/schedules.js';
import { ensureSearchAttributes } from '../temporal/search-attributes.js';

const callTimeoutMs = 70_000;

export const setupUsage = `Usage:
  npm run setup

Makes what an installation needs, where it is missing: migrations, the Temporal namespace, its search attributes, the
schedules, the bucket or folder. It may be run again at any time, and is to be after each update.`;

export interface SetupCommand {
  databaseUrl: string;
  deps: ServiceDeps;
  client: Client;
  print: (line: string) => void;
}

/**
 * The `setup` command: makes what an installation needs, where it is missing, and says what it did. It may be repeated
 * at any time, and is to be after each update. Gives the exit code.
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
    await migrateDatabase(databaseUrl);
    return 'up to date';
  });
  await step('Encryption keys', async () => {
    await requireUsableKeys(deps);
    return 'open what is stored';
  });
  await step('Storage', async () => {
    const made = await deps.media.storage.ensurePlace();
    if ((await createStorageCheck(deps)()) !== 'ok') throw new Error('It cannot be written.');
    return made ? 'made' : 'as it is';
  });
  const { namespace } = client.options;
  await step(`Temporal namespace ${namespace}`, () =>
    client.connection.withDeadline(Date.now() + callTimeoutMs, () => ensureNamespace(client)),
  );
  await step(
    'Search attributes',
    atTemporal(async () => {
      const added = await ensureSearchAttributes(client);
      return added.length === 0 ? 'as they are' : `added ${added.join(', ')}`;
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
  print(`Not done: ${failed.join(', ')}. Run it again when that is fixed, or with the rights that it needs.`);
  return 1;
}
