import { randomUUID } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { NativeConnection, Worker } from '@temporalio/worker';
import { createActivities } from '../../src/activities/create-activities.js';
import { runDoctor } from '../../src/cli/doctor/doctor.js';
import type { DoctorParts } from '../../src/cli/doctor/parts.js';
import type { DoctorReport } from '../../src/cli/doctor/report.js';
import { runSetup } from '../../src/cli/setup.js';
import type { AppConfig } from '../../src/config/config.js';
import { createContext, type AppContext } from '../../src/context.js';
import { installation, workspaces } from '../../src/db/schema/index.js';
import { uploadTaskQueueOf, webhookTaskQueueOf } from '../../src/domain/workflow-contract.js';
import { createLogger } from '../../src/log.js';
import { requireRightSettings } from '../../src/processes/require-right-settings.js';
import { createReadiness } from '../../src/services/health/readiness.js';
import { addImage } from '../harness/assets.js';
import { testConfig } from '../harness/config.js';
import { createTestDatabase } from '../harness/postgres.js';
import { deleteSchedules, temporalAddress } from '../harness/temporal.js';
import '../harness/temporal-runtime.js';
import { sharedWorkflowBundle } from '../harness/workflow-bundle.js';

const publicUrl = 'https://punctual.example.com';

/** An installation whose settings a test makes wrong. Its methods return what each place reports about them. */
export interface Installation extends AppContext {
  config: AppConfig;
  logLines: string[];
  /** Runs setup, and returns its output. `isRight`: whether it should succeed. */
  setup: (isRight: boolean, ...args: string[]) => Promise<string>;
  /** Runs the doctor, and returns its finding about one part, with the advice. */
  doctor: (id: string, own?: Partial<DoctorParts>) => Promise<string>;
  /** Returns the reason why a worker does not poll. */
  worker: () => Promise<string>;
  /** Returns what the API's /readyz calls missing. */
  readyz: () => Promise<string[]>;
}

/** Opens installations, each with its own database, namespace and folder, and closes all of them. */
export function createHouse(): {
  open: (own?: Partial<AppConfig>) => Promise<Installation>;
  close: () => Promise<void>;
} {
  const closing: (() => Promise<void>)[] = [];
  return {
    open: async (own = {}) => {
      const database = await createTestDatabase();
      closing.push(() => database.drop());
      const folder = mkdtempSync(path.join(tmpdir(), 'punctual-settings-'));
      closing.push(() => Promise.resolve(rmSync(folder, { recursive: true, force: true })));
      const namespace = `settings-${randomUUID()}`;
      closing.push(() => deleteSchedules(namespace));
      const temporal = { namespace, connection: { address: temporalAddress() } };
      const base = testConfig({ databaseUrl: database.url, temporal });
      const media = { ...base.media, storage: { kind: 'filesystem' as const, folder } };
      const config = { ...base, media, connect: { ...base.connect, publicUrl }, ...own };
      const opened = installationOf(config);
      closing.push(() => opened.close());
      return opened;
    },
    close: async () => {
      for (const close of closing.reverse()) await close();
    },
  };
}

function installationOf(config: AppConfig): Installation {
  const logLines: string[] = [];
  const log = createLogger({ level: 'info', name: 'test' }, { write: (line) => void logLines.push(line) });
  const context = createContext(config, 'test', { log });
  const { deps, temporalClient: client } = context;
  const readiness = createReadiness(deps);
  const { storage } = config.media;
  const storageFolder = storage.kind === 'filesystem' ? storage.folder : null;
  const backends = {
    database: 'db.example/punctual',
    temporal: 'temporal.example:7233',
    storage: 'the folder media',
  };
  const parts: DoctorParts = {
    deps,
    client,
    version: config.version,
    isUnset: () => false,
    isProduction: true,
    backends,
    storageFolder,
    publicUrl,
    isPublicUrlSet: true,
    trustProxyHops: 1,
    sandboxUrl: null,
    isSandboxAllowedInProduction: false,
    safeFetch: () => Promise.resolve({ status: 200, headers: {}, body: '{"status":"ok"}' }),
    checkTimeoutMs: 5_000,
  };
  return {
    ...context,
    config,
    logLines,
    setup: async (isRight, ...args) => {
      const lines: string[] = [];
      const code = await runSetup(args, {
        databaseUrl: config.databaseUrl,
        deps,
        client,
        temporalAddress: backends.temporal,
        storageFolder,
        print: (line) => void lines.push(line),
      });
      if ((code === 0) !== isRight) throw new Error(`setup ended with ${code}:\n${lines.join('\n')}`);
      return lines.join('\n');
    },
    doctor: async (id, own = {}) => {
      let text = '';
      const print = (line: string): void => void (text = line);
      await runDoctor(['--json'], { faults: [], parts: { ...parts, ...own }, secrets: [], print });
      const found = (JSON.parse(text) as DoctorReport).checks.find((check) => check.id === id);
      return [found?.says, found?.next].filter(Boolean).join(' ');
    },
    worker: () =>
      requireRightSettings(context).then(
        () => 'It polls.',
        (error: unknown) => (error instanceof Error ? error.message : String(error)),
      ),
    readyz: async () => (await readiness()).missing,
  };
}

/** Stores an image. */
export async function addMedia({ deps }: Installation): Promise<void> {
  const [workspaceId, now] = [deps.newId('workspace'), new Date()];
  const named = { id: workspaceId, name: 'Media', slug: 'media', plan: 'SELF_HOSTED' as const };
  await deps.db.insert(workspaces).values({ ...named, createdAt: now, updatedAt: now });
  await addImage(deps, { workspaceId });
}

/**
 * Makes the installation look like an old one. The databases of tests are copies of one template, so it gets its own
 * id.
 */
export async function makeOld({ deps }: Installation): Promise<void> {
  await deps.db
    .update(installation)
    .set({ id: `ins_${randomUUID().replaceAll('-', '')}`, taskQueue: 'punctual' });
}

/** Starts workers of a version from before 0.1.0, whose identity has none. Returns a function that stops them. */
export async function startOldWorkers({ config, deps }: Installation): Promise<() => Promise<void>> {
  const connection = await NativeConnection.connect({ address: temporalAddress() });
  const { namespace } = config.temporal;
  const { taskQueue } = await deps.installation();
  const options = { connection, namespace, activities: createActivities(deps) };
  const workflowBundle = await sharedWorkflowBundle();
  const workers = await Promise.all([
    Worker.create({ ...options, workflowBundle, taskQueue }),
    Worker.create({ ...options, workflowBundle, taskQueue: webhookTaskQueueOf(taskQueue) }),
    Worker.create({ ...options, taskQueue: uploadTaskQueueOf(taskQueue) }),
  ]);
  const runs = Promise.all(workers.map((worker) => worker.run()));
  return async () => {
    for (const worker of workers) worker.shutdown();
    await runs;
    await connection.close();
  };
}
