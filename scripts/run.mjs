// node scripts/run.mjs NAME ARGS: runs a command of `punctual` (src/bin/commands.ts) in a clone, and builds it first if
// necessary.
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { ensureBuilt } from './lib/build.mjs';
import { fail, isAlive, inProject, readText } from './lib/project.mjs';
import { setUp } from './lib/set-up.mjs';

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
    // Without a database it is a request to the API of a server.
    if (command.clientVerbs?.includes(args[0])) return;
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

const program = inProject('dist', 'program', 'punctual.js');
const [name, ...args] = process.argv.slice(2);
await setUp(ensureBuilt);
const { commands } = await import(pathToFileURL(inProject('dist', 'bin', 'commands.js')).href);
const command = commands.find((known) => known.name === name);
const isHelp = args.includes('--help') || args.includes('-h');
if (command && !command.isStandalone && !isHelp && !process.env.DATABASE_URL) useRunningStack();
// The command runs in this process, so that signals and the exit code need not be forwarded.
process.argv = [process.argv[0], program, ...process.argv.slice(2)];
process.setSourceMapsEnabled(true);
await import(pathToFileURL(program).href);
