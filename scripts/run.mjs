// node scripts/run.mjs NAME ARGS: runs one entry point of dist/bin, and builds it first if necessary.
import path from 'node:path';
import { ensureBuilt } from './lib/build.mjs';
import { ensureInstalled } from './lib/install.mjs';
import { checkMachine, fail, isAlive, inProject, readText } from './lib/project.mjs';
import { runBin } from './lib/run-bin.mjs';
import { withSetupLock } from './lib/setup-lock.mjs';

const needsDatabase = new Set([
  'accounts',
  'after-restore',
  'api',
  'doctor',
  'migrate',
  'seed',
  'setup',
  'users',
  'webhooks',
  'worker',
]);

/** These commands report missing variables themselves if the installation is partly configured. */
const judgesConfiguration = new Set(['doctor']);
const isConfigured = () =>
  process.env.NODE_ENV === 'production' ||
  ['ENCRYPTION_KEYS', 'PUBLIC_URL', 'TEMPORAL_ADDRESS'].some((variable) => process.env[variable]);

/**
 * Without a DATABASE_URL, the command uses the running development stack: its URLs and keys replace unset variables.
 */
function useRunningStack() {
  const dataDir = path.resolve(inProject(), process.env.DATA_DIR || '.data');
  const running = JSON.parse(readText(path.join(dataDir, 'dev.json')) ?? 'null');
  const secrets = JSON.parse(readText(path.join(dataDir, 'secrets.json')) ?? '{}');
  const holder = JSON.parse(readText(path.join(dataDir, 'launcher.lock')) ?? '{}');
  if (running === null || !isAlive(holder.pid)) {
    if (judgesConfiguration.has(name) && isConfigured()) return;
    fail(
      `DATABASE_URL is not set, and no development stack runs with the data folder ${dataDir}. Start one with npm start, or set DATABASE_URL, ENCRYPTION_KEYS and, in production, PUBLIC_URL.`,
    );
  }
  const found = {
    DATABASE_URL: running.databaseUrl,
    TEMPORAL_ADDRESS: running.temporalAddress,
    SANDBOX_URL: running.sandboxUrl,
    PUBLIC_URL: new URL(running.apiUrl).origin,
    ENCRYPTION_KEYS: secrets.encryptionKeys,
    NODE_ENV: 'development',
    WEBHOOK_ALLOW_CIDRS: '127.0.0.0/8,::1/128',
  };
  for (const [key, value] of Object.entries(found)) if (value && !process.env[key]) process.env[key] = value;
}

const [name, ...args] = process.argv.slice(2);
checkMachine();
if (name === undefined) fail('Usage: node scripts/run.mjs NAME [arguments]');
const isHelp = args.includes('--help') || args.includes('-h');
if (needsDatabase.has(name) && !isHelp && !process.env.DATABASE_URL) useRunningStack();
await withSetupLock(() => {
  ensureInstalled();
  return ensureBuilt();
});
await runBin(name, args);
