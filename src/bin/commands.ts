import type { Invocation } from './invocation.js';

/** A command of `punctual`. Its module is loaded only when the command runs, so that each starts quickly. */
export interface Command {
  name: string;
  summary: string;
  /** The text after the summary in the usage, for a command without arguments. */
  details?: string;
  /** Whether the command parses its own arguments and prints its own usage. */
  takesArguments?: true;
  /** Whether the command works without an installation: it needs no DATABASE_URL. */
  isStandalone?: true;
  /** Whether only other commands use it. */
  isInternal?: true;
  /** Whether the command decides itself what Ctrl-C does. */
  handlesSignals?: true;
  /** Verbs of the command that are requests to the API if there is no database. The client has these verbs, too. */
  clientVerbs?: readonly string[];
  /** Absent: the command is one of the client (packages/client), which calls the API of a server. */
  load?: () => Promise<{ run: (invocation: Invocation) => Promise<void> }>;
}

const allDetails = `The HTTP API, the dashboard and the worker in one process, for a small server. PORT serves the API, METRICS_PORT the
metrics of both; WORKER_HEALTH_PORT is not used.`;

const demoDetails = `Postgres, Temporal, the sandbox, the API with the dashboard, and the worker. Ctrl-C stops everything. The data stays in
DATA_DIR.

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
  SAMPLE_POSTS       1 or 0: whether the first start adds sample posts. Default: 1 on a
                     terminal, otherwise 0

A default port that another program uses is replaced by the next free one.`;

/** A command of the client, which reads its own arguments. */
const client = (name: string, summary: string): Command => ({
  name,
  summary,
  takesArguments: true,
  isStandalone: true,
});

/** Every command, in the order of the help. */
export const commands: readonly Command[] = [
  {
    name: 'demo',
    summary: 'Runs everything on this machine, with simulated platforms.',
    details: demoDetails,
    isStandalone: true,
    handlesSignals: true,
    load: () => import('./demo.js'),
  },
  {
    name: 'api',
    summary: 'Runs the HTTP API and the dashboard.',
    load: () => import('./api.js'),
  },
  {
    name: 'worker',
    summary: 'Runs a worker, which publishes posts.',
    load: () => import('./worker.js'),
  },
  {
    name: 'all',
    summary: 'Runs API and worker in one process.',
    details: allDetails,
    load: () => import('./all.js'),
  },
  {
    name: 'setup',
    summary: 'Creates or updates what the installation needs.',
    takesArguments: true,
    load: () => import('./setup.js'),
  },
  {
    name: 'doctor',
    summary: 'Checks the installation, and says what to do.',
    takesArguments: true,
    load: () => import('./doctor.js'),
  },
  {
    name: 'migrate',
    summary: 'Updates the database to this version.',
    takesArguments: true,
    load: () => import('./migrate.js'),
  },
  {
    name: 'users',
    summary: 'Adds users, their roles, and sign-in links.',
    takesArguments: true,
    load: () => import('./users.js'),
  },
  {
    name: 'accounts',
    summary: 'Connects and lists accounts of platforms.',
    takesArguments: true,
    clientVerbs: ['list', 'check'],
    load: () => import('./accounts.js'),
  },
  {
    name: 'certify',
    summary: 'Tests a platform with a real account, and reports.',
    takesArguments: true,
    load: () => import('./certify.js'),
  },
  {
    name: 'webhooks',
    summary: 'Manages webhook endpoints, receives events here.',
    takesArguments: true,
    clientVerbs: ['listen'],
    load: () => import('./webhooks.js'),
  },
  {
    name: 'explain',
    summary: 'Tells what comes next for a post, and why.',
    takesArguments: true,
    load: () => import('./explain.js'),
  },
  {
    name: 'keys',
    summary: 'Rotates the encryption keys, and shows what each encrypts.',
    takesArguments: true,
    load: () => import('./keys.js'),
  },
  {
    name: 'backup',
    summary: 'Writes a backup of the database to a file.',
    takesArguments: true,
    load: () => import('./backup.js'),
  },
  {
    name: 'restore',
    summary: 'Loads a backup, or tells what it would bring back.',
    takesArguments: true,
    load: () => import('./restore.js'),
  },
  {
    name: 'after-restore',
    summary: 'Prepares a database that was restored from a backup.',
    takesArguments: true,
    load: () => import('./after-restore.js'),
  },
  {
    name: 'sandbox',
    summary: 'Runs the simulated platforms.',
    isStandalone: true,
    isInternal: true,
    load: () => import('./sandbox.js'),
  },
  {
    name: 'seed',
    summary: 'Creates the workspace and accounts of the demo.',
    isInternal: true,
    load: () => import('./seed.js'),
  },
  client('login', 'Asks for access to a server, for the commands below.'),
  client('logout', 'Revokes and deletes the stored access.'),
  client('whoami', 'Shows the server, and the workspaces that you reach.'),
  client('posts', 'Creates, schedules, cancels, retries and watches posts.'),
  client('media', 'Uploads images and videos.'),
  client('comments', 'Lists comments and replies to them.'),
  client('open', 'Opens the dashboard, or the page of a post.'),
  client('mcp', 'Connects an agent on this machine to the tools of the server.'),
  client('completion', 'Prints a completion script for a shell.'),
];
