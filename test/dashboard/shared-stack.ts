import { mkdirSync } from 'node:fs';
import path from 'node:path';
import postgres from 'postgres';
import { inject } from 'vitest';
import { seedStack } from '../../src/bin/seed.js';
import { parseEncryptionKeys } from '../../src/config/secrets.js';
import { createContext } from '../../src/context.js';
import { sqlStateOf } from '../../src/db/errors.js';
import { ensureExampleMedia } from '../../src/launcher/example-media.js';
import { loadSecrets } from '../../src/launcher/secrets-file.js';
import { testConfig } from '../harness/config.js';
import { freePorts, startRealStack, type DevInfo, type RealStack } from '../e2e/real-stack.js';

export interface SharedStack {
  stack: RealStack;
  dataDir: string;
}

const truncateTriesMax = 10;
const deadlock = '40P01';
/** These rows belong to the installation, whose processes keep running. */
const keptTables = ['installation', 'key_checks'];

let shared: Promise<SharedStack> | undefined;

/**
 * Returns the stack of `npm start` that the test files of this process share, in the state after its first start: with
 * one owner, one workspace and its accounts. The setup of the project ends it (`test/browser/setup.ts`).
 */
export async function openSharedStack(): Promise<SharedStack> {
  if (shared === undefined) {
    shared = startStack();
    return shared;
  }
  const { stack, dataDir } = await shared;
  await emptyDatabase(stack.info.databaseUrl);
  const { apiUrl } = stack.info;
  const seeded = await seed(stack.info, dataDir);
  const exampleMedia = await ensureExampleMedia({ apiUrl, ...seeded });
  return { dataDir, stack: { ...stack, info: { ...stack.info, ...seeded, exampleMedia } } };
}

async function startStack(): Promise<SharedStack> {
  const dataDir = path.join(inject('stacksFolder'), String(process.pid));
  mkdirSync(dataDir);
  return { stack: await startRealStack(dataDir, await freePorts()), dataDir };
}

/**
 * Deletes all rows. Processes of the stack write at the same time, so Postgres may end this statement because of a
 * deadlock.
 */
async function emptyDatabase(url: string): Promise<void> {
  const sql = postgres(url, { max: 1, onnotice: () => undefined });
  try {
    const tables = await sql<{ name: string }[]>`
      select tablename as name from pg_tables where schemaname = 'public' and tablename <> all (${keptTables})`;
    const names = tables.map(({ name }) => `"${name}"`).join(', ');
    for (let tries = 1; ; tries += 1) {
      try {
        await sql.unsafe(`truncate ${names} cascade`);
        return;
      } catch (error) {
        if (sqlStateOf(error) !== deadlock || tries === truncateTriesMax) throw error;
      }
    }
  } finally {
    await sql.end();
  }
}

/** Creates what `npm start` creates in an empty database. A separate process would load the whole product each time. */
async function seed(
  { databaseUrl, temporalAddress: address }: DevInfo,
  dataDir: string,
): Promise<Pick<DevInfo, 'apiKey' | 'workspaceId' | 'socialAccounts' | 'signIn'>> {
  const { encryptionKeys } = loadSecrets(path.join(dataDir, 'secrets.json'));
  const config = testConfig({
    databaseUrl,
    temporal: { namespace: 'default', connection: { address } },
    encryptionKeys: parseEncryptionKeys(encryptionKeys),
  });
  const { deps, close } = createContext(config, 'seed');
  try {
    return (await seedStack(deps)) as Awaited<ReturnType<typeof seed>>;
  } finally {
    await close();
  }
}
