// Starts the whole development stack with one command, even in a fresh clone.
import { ensureBuilt } from './lib/build.mjs';
import { ensureInstalled } from './lib/install.mjs';
import { checkMachine, fail } from './lib/project.mjs';
import { runBin } from './lib/run-bin.mjs';
import { withSetupLock } from './lib/setup-lock.mjs';

const usage = `Usage:
  npm start

Starts the whole development stack: Postgres, Temporal, the sandbox, the API with the dashboard, and the worker.
Ctrl-C stops it. Its data stays in DATA_DIR.

Options:
  -h, --help   Show this text.

Environment (docs/configuration.md lists every variable):
  DATA_DIR           The folder for all data. Default: .data
  HOST, PORT         Where the API and the dashboard listen. Default: 127.0.0.1, 3000
  SANDBOX_HOST, SANDBOX_PORT
                     Where the sandbox listens. Default: 127.0.0.1, 3100
  DATABASE_PORT      The port of the embedded Postgres. Default: 5433
  TEMPORAL_PORT, TEMPORAL_UI_PORT
                     The ports of the embedded Temporal server and its Web UI. Default: 7233, 8233
  DATABASE_URL       A Postgres to use instead of the embedded one.
  TEMPORAL_ADDRESS, TEMPORAL_NAMESPACE
                     A Temporal server to use instead of the embedded one.
  ENCRYPTION_KEYS    The keys that encrypt tokens. Default: made once, and kept in DATA_DIR
  SEED_API_KEY       The API key to create. Default: made once, and kept in DATA_DIR

A default port that another program uses is replaced by the next free one.
`;

const args = process.argv.slice(2);
if (args.includes('--help') || args.includes('-h')) {
  process.stdout.write(usage);
  process.exit(0);
}
const [unknown] = args;
if (unknown !== undefined)
  fail(`npm start takes no argument "${unknown}". npm start -- --help shows the usage.`);
checkMachine();
await withSetupLock(() => {
  ensureInstalled();
  return ensureBuilt();
});
await runBin('dev', args);
