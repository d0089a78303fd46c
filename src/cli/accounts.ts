import { parseArgs } from 'node:util';
import type { SafeFetch } from '../egress/safe-fetch.js';
import { connectBluesky } from '../platforms/bluesky/connect-bluesky.js';
import type { ServiceDeps } from '../services/shared/context.js';
import { connectAccount } from '../services/social-accounts/connect.js';
import { listAllAccounts } from '../services/social-accounts/list-all.js';
import { listAllWorkspaces } from '../services/workspaces/list-all.js';
import { readSecret } from './read-secret.js';

const usage = `Usage:
  npm run accounts -- list
  npm run accounts -- connect bluesky --handle <handle> [--service https://...] [--workspace <id>]

The app password is read from BLUESKY_APP_PASSWORD, or asked for. It is never an argument: others can read those.`;

const listRowsMax = 1_000;

export interface AccountsCommand {
  deps: ServiceDeps;
  /** The way out of the Bluesky connector. */
  safeFetch: SafeFetch;
  /** Where to log in when --service is not given. */
  blueskyUrl: string;
  blueskyAppPassword: string | undefined;
  print: (line: string) => void;
}

/** The `accounts` command. Gives the exit code. */
export async function runAccounts(args: readonly string[], command: AccountsCommand): Promise<number> {
  const parsed = parse(args);
  const [verb, platform] = parsed?.positionals ?? [];
  if (parsed !== undefined && verb === 'list') return list(command);
  if (
    parsed !== undefined &&
    verb === 'connect' &&
    platform === 'bluesky' &&
    parsed.values.handle !== undefined
  ) {
    return connect(command, { ...parsed.values, handle: parsed.values.handle });
  }
  command.print(usage);
  return 1;
}

function parse(args: readonly string[]) {
  const option = { type: 'string' } as const;
  try {
    return parseArgs({
      args: [...args],
      allowPositionals: true,
      options: { handle: option, service: option, workspace: option },
    });
  } catch {
    return undefined;
  }
}

async function list({ deps, print }: AccountsCommand): Promise<number> {
  const rows = await listAllAccounts(deps, { limit: listRowsMax });
  for (const row of rows) {
    const kind = row.sandbox ? 'sandbox' : 'real';
    print([row.id, row.workspaceId, row.platform, row.status, kind, row.handle].join('  '));
  }
  if (rows.length === 0) print('No account is connected.');
  return 0;
}

interface ConnectOptions {
  handle: string;
  service?: string;
  workspace?: string;
}

async function connect(command: AccountsCommand, options: ConnectOptions): Promise<number> {
  const { deps, safeFetch, print } = command;
  const workspaceId = await chooseWorkspace(command, options.workspace);
  if (workspaceId === undefined) return 1;
  const serviceUrl = options.service ?? command.blueskyUrl;
  if (!/^https?:\/\/[^\s/]/.test(serviceUrl)) {
    print('--service must be an http(s) address.');
    return 1;
  }
  const appPassword = command.blueskyAppPassword ?? (await readSecret('App password: '));
  if (appPassword === '') {
    print('An app password is needed.');
    return 1;
  }
  const connection = await connectBluesky(safeFetch, { serviceUrl, identifier: options.handle, appPassword });
  if (connection.kind === 'failed') {
    print(`Not connected: ${connection.message}`);
    return 1;
  }
  const { account, outcome, postsRetried } = await connectAccount(deps, {
    workspaceId,
    platform: 'BLUESKY',
    externalAccountId: connection.externalAccountId,
    handle: connection.handle,
    displayName: null,
    serviceUrl: connection.baseUrl,
    sandbox: false,
    credentials: connection.credentials,
    allowReplace: true,
  });
  print(
    `${account.handle} is ${outcome === 'replaced' ? 'connected with new credentials' : outcome}: ${account.id}`,
  );
  if (postsRetried > 0)
    print(`Posts that had failed for want of a valid grant are published again: ${postsRetried}.`);
  return 0;
}

/** The workspace that was named, or the only one there is. */
async function chooseWorkspace(
  { deps, print }: AccountsCommand,
  named?: string,
): Promise<string | undefined> {
  const rows = await listAllWorkspaces(deps, { limit: listRowsMax });
  const [only, ...others] = rows;
  const chosen = named === undefined && others.length === 0 ? only : rows.find((row) => row.id === named);
  if (chosen !== undefined) return chosen.id;
  print(
    named === undefined
      ? 'Say which workspace with --workspace:'
      : `There is no workspace ${named}. There are:`,
  );
  for (const row of rows) print(`  ${row.id}  ${row.name}`);
  return undefined;
}
