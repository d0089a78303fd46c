import type { Client } from '@temporalio/client';
import { parseArgs } from 'node:util';
import { migrateDatabase } from '../db/migrate.js';
import type { ServiceDeps } from '../services/shared/context.js';
import { requireUsableKeys } from '../services/encryption-keys/check.js';
import { findPoolerFault } from '../services/health/pooler-check.js';
import { probeStorage } from '../services/health/facts.js';
import { ensureStorageMark } from '../services/health/storage-mark.js';
import { ensureNamespace, onceKnown } from '../temporal/namespace.js';
import { ensureSchedules } from '../temporal/schedules.js';
import { ensureSearchAttributes } from '../temporal/search-attributes.js';
import { faultOf } from './doctor/finding.js';
import { argumentFault } from './help.js';
import { faultOfRoot, noteOfRoot } from './root-user.js';

export const setupUsage = `Usage:
  punctual setup [--new-storage]

Creates whatever the installation is missing: database migrations, the Temporal namespace, its search attributes, the
schedules, and the bucket or folder for media. You can run it at any time. Run it after each update.

Options:
  --new-storage   Accepts a folder or bucket that has none of the media files of the database, because they are lost or
                  are still to be copied there.`;

/** The timeout of a call to Temporal. It may take about a minute until a new namespace is known everywhere. */
const callTimeoutMs = 70_000;

export interface SetupCommand {
  databaseUrl: string;
  deps: ServiceDeps;
  client: Client;
  /** The host and port of Temporal's server. */
  temporalAddress: string;
  /** The folder for media. Null if they are in a bucket. */
  storageFolder: string | null;
  print: (line: string) => void;
}

type Step = (name: string, work: () => Promise<string>) => Promise<void>;

/**
 * Runs the `setup` command: creates everything that the installation is missing and prints each step. Safe to repeat.
 * Returns the exit code.
 */
export async function runSetup(args: readonly string[], command: SetupCommand): Promise<number> {
  const { databaseUrl, deps, client, temporalAddress, storageFolder, print } = command;
  const parsed = parse(args);
  if (typeof parsed === 'string') {
    print(`${parsed}\n\n${setupUsage}`);
    return 1;
  }
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
    const applied = await migrateDatabase(databaseUrl);
    const { id, taskQueue } = await deps.installation();
    const done = applied.length === 0 ? '' : `, applied ${applied.join(', ')}`;
    return `up to date${done} (installation ${id}, task queue ${taskQueue})`;
  });
  // Without a database that is up to date, neither the keys nor the storage can be compared with what it has.
  if (failed.length === 0) {
    await step('Encryption keys', async () => {
      await requireUsableKeys(deps);
      return 'valid for everything that is stored';
    });
  }
  await step('Storage', async () => {
    const fault = await faultOfRoot(storageFolder, 'punctual setup');
    if (fault !== null) throw new Error(`${fault.says} ${fault.next}`);
    return setUpStorage(command, parsed);
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

function parse(args: readonly string[]): { isNewStorage: boolean } | string {
  try {
    const { values } = parseArgs({ args: [...args], options: { 'new-storage': { type: 'boolean' } } });
    return { isNewStorage: values['new-storage'] === true };
  } catch (error) {
    return argumentFault(error);
  }
}

async function setUpStorage(
  { deps, storageFolder }: SetupCommand,
  given: { isNewStorage: boolean },
): Promise<string> {
  const { storage } = deps.media;
  const isNew = await storage.ensurePlace().catch((error: unknown) => {
    throw unusable(error);
  });
  const failure = await probeStorage(storage);
  if (failure !== null) throw unusable(failure.error);
  const isMarked = await ensureStorageMark(deps, given);
  const note = isNew ? await noteOfRoot(storageFolder) : null;
  return [isNew ? 'created' : isMarked ? 'marked' : 'ready', ...(note === null ? [] : [note])].join('. ');
}

const unusable = (error: unknown): Error =>
  new Error(
    `The folder or bucket cannot be used. ${faultOf(error)} Allow this user to write, read and delete there, or correct the STORAGE… variables`,
  );

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
