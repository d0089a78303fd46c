import type { Client } from '@temporalio/client';
import { migrateDatabase } from '../db/migrate.js';
import type { ServiceDeps } from '../services/shared/context.js';
import { requireUsableKeys } from '../services/encryption-keys/check.js';
import { findPoolerFault } from '../services/health/pooler-check.js';
import { createStorageCheck } from '../services/health/storage-check.js';
import { ensureNamespace, onceKnown } from '../temporal/namespace.js';
import { ensureSchedules } from '../temporal/schedules.js';
import { ensureSearchAttributes } from '../temporal/search-attributes.js';
import { faultOf } from './doctor/finding.js';

/** The timeout of a call to Temporal. It may take about a minute until a new namespace is known everywhere. */
const callTimeoutMs = 70_000;

export interface SetupCommand {
  databaseUrl: string;
  deps: ServiceDeps;
  client: Client;
  /** The host and port of Temporal's server. */
  temporalAddress: string;
  print: (line: string) => void;
}

type Step = (name: string, work: () => Promise<string>) => Promise<void>;

/**
 * Runs the `setup` command: creates everything that the installation is missing and prints each step. Safe to repeat.
 * Returns the exit code.
 */
export async function runSetup(command: SetupCommand): Promise<number> {
  const { databaseUrl, deps, client, temporalAddress, print } = command;
  const failed: string[] = [];
  const step: Step = async (name, work) => {
    try {
      print(`${name}: ${await work()}`);
    } catch (error) {
      failed.push(name);
      print(`${name}: FAILED. ${faultOf(error)}`);
    }
  };
  await step('Database', async () => {
    const fault = await findPoolerFault(deps);
    if (fault !== null) throw new Error(fault);
    await migrateDatabase(databaseUrl);
    const { id, taskQueue } = await deps.installation();
    return `up to date (installation ${id}, task queue ${taskQueue})`;
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
  // The client gives up by itself, after ten seconds.
  const fault = await client.connection.ensureConnected().then(() => null, faultOf);
  if (fault === null) await setUpTemporal({ deps, client }, step);
  else await step(`Temporal at ${temporalAddress}`, () => Promise.reject(new Error(fault)));
  if (failed.length === 0) return 0;
  print(
    `Failed: ${failed.join(', ')}. Fix this, or use credentials with the necessary rights, then run punctual setup again.`,
  );
  return 1;
}

/** The namespace, its search attributes and the schedules. Each is set up as far as the role's rights permit. */
async function setUpTemporal(
  { deps, client }: Pick<SetupCommand, 'deps' | 'client'>,
  step: Step,
): Promise<void> {
  const atTemporal = (work: () => Promise<string>) => () =>
    client.connection.withDeadline(Date.now() + callTimeoutMs, () => onceKnown(work));
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
      const ensured = await ensureSchedules(client, await deps.installation());
      return ensured.map(({ id, done }) => `${id} ${done}`).join(', ');
    }),
  );
}
