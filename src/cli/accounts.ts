import { parseArgs } from 'node:util';
import type { PlatformName } from '../domain/platforms.js';
import { platformDefinitions } from '../platforms/index.js';
import type { CredentialField, CredentialsConnect } from '../platforms/kit/connect.js';
import type { ServiceDeps } from '../services/shared/context.js';
import { connectAccount } from '../services/social-accounts/connect.js';
import { listAllAccounts } from '../services/social-accounts/list-all.js';
import { listAllWorkspaces } from '../services/workspaces/list-all.js';
import { argumentFault } from './help.js';
import { readSecret } from './read-secret.js';

const listRowsMax = 1_000;

export interface AccountsCommand {
  deps: ServiceDeps;
  print: (line: string) => void;
}

/** A platform whose accounts are connected by what a person types. */
interface Connectable {
  name: PlatformName;
  path: string;
  connect: CredentialsConnect;
}

type Options = Readonly<Record<string, string | undefined>>;

/** The `accounts` command. Gives the exit code. */
export async function runAccounts(args: readonly string[], command: AccountsCommand): Promise<number> {
  const connectables = connectablesOf(command.deps);
  const parsed = parse(args, connectables);
  if (typeof parsed === 'string') return refuse(command, parsed);
  const { values, positionals } = parsed;
  const [verb, platform] = positionals;
  if (verb === 'list') return list(command);
  if (verb !== 'connect') {
    return refuse(command, verb === undefined ? 'Say what to do.' : `There is no command ${verb}.`);
  }
  const chosen = connectables.find(({ path }) => path === platform);
  if (chosen === undefined) {
    return refuse(command, `Name a platform: ${connectables.map(({ path }) => path).join(', ')}.`);
  }
  const missing = missingOptions(chosen.connect.fields, values);
  if (missing.length > 0) return refuse(command, `Missing: ${missing.join(', ')}.`);
  return connect(command, chosen, values);
}

function refuse({ deps, print }: AccountsCommand, fault: string): number {
  print(`${fault}\n\n${accountsUsage(deps.platforms)}`);
  return 1;
}

export function accountsUsage(platforms: ServiceDeps['platforms']): string {
  return usageOf(connectablesOf({ platforms }));
}

function connectablesOf({ platforms }: Pick<ServiceDeps, 'platforms'>): Connectable[] {
  return platformDefinitions.flatMap(({ name, path }) => {
    const connect = platforms.get(name)?.connect?.credentials ?? null;
    return connect === null ? [] : [{ name, path, connect }];
  });
}

function usageOf(connectables: readonly Connectable[]): string {
  const ways = connectables.map(({ path, connect }) => {
    const options = argumentsOf(connect.fields).map((field) => {
      const option = `--${field.name} ${field.kind === 'address' ? 'https://...' : `<${field.name}>`}`;
      return field.default === undefined ? option : `[${option}]`;
    });
    return ['  npm run accounts -- connect', path, ...options, '[--workspace <id>]'].join(' ');
  });
  const secrets = connectables
    .flatMap(({ connect }) => secretsOf(connect.fields))
    .map(
      ({ label, variable }) =>
        `The ${label.toLowerCase()} is ${variable === undefined ? '' : `read from ${variable}, or `}asked for. It is never an argument: others can read those.`,
    );
  return ['Usage:', '  npm run accounts -- list', ...ways, '', ...secrets].join('\n');
}

const secretsOf = (fields: readonly CredentialField[]): CredentialField[] =>
  fields.filter(({ kind }) => kind === 'secret');

/** A secret is no argument: others can read those. */
const argumentsOf = (fields: readonly CredentialField[]): CredentialField[] =>
  fields.filter(({ kind }) => kind !== 'secret');

function missingOptions(fields: readonly CredentialField[], options: Options): string[] {
  const missing = argumentsOf(fields).filter((field) => (options[field.name] ?? field.default) === undefined);
  return missing.map(({ name }) => `--${name}`);
}

/** What the line says, or what is wrong with it. */
function parse(
  args: readonly string[],
  connectables: readonly Connectable[],
): { values: Options; positionals: string[] } | string {
  const names = connectables.flatMap(({ connect }) => argumentsOf(connect.fields)).map(({ name }) => name);
  const options = Object.fromEntries(
    [...names, 'workspace'].map((name) => [name, { type: 'string' } as const]),
  );
  try {
    return parseArgs({ args: [...args], allowPositionals: true, options });
  } catch (error) {
    return argumentFault(error);
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

async function connect(
  command: AccountsCommand,
  { name: platform, connect: way }: Connectable,
  options: Options,
): Promise<number> {
  const { deps, print } = command;
  const workspaceId = await chooseWorkspace(command, options['workspace']);
  if (workspaceId === undefined) return 1;
  const values = await readValues(way, options, print);
  if (values === undefined) return 1;
  const place = { baseUrl: deps.publishing.platformBaseUrl(platform, false) };
  const answer = await way.connect(place, values);
  if (answer.kind !== 'granted') {
    print(`Not connected: ${answer.message}`);
    return 1;
  }
  for (const candidate of answer.candidates) {
    const { account, outcome, postsRetried } = await connectAccount(deps, {
      ...candidate,
      workspaceId,
      platform,
      sandbox: false,
      allowReplace: true,
    });
    const done = outcome === 'replaced' ? 'connected with new credentials' : outcome;
    print(`${account.handle} is ${done}: ${account.id}`);
    if (postsRetried > 0)
      print(`Posts that had failed for want of a valid grant are published again: ${postsRetried}.`);
  }
  return 0;
}

/** What the platform asks for; secrets from the environment or from whoever sits there. Undefined: not usable. */
async function readValues(
  { fields, presets }: CredentialsConnect,
  options: Options,
  print: AccountsCommand['print'],
): Promise<Record<string, string> | undefined> {
  const values: Record<string, string> = {};
  for (const field of argumentsOf(fields)) {
    const value = options[field.name] ?? field.default ?? '';
    if (field.kind === 'address' && !/^https?:\/\/[^\s/]/.test(value)) {
      print(`--${field.name} must be an http(s) address.`);
      return undefined;
    }
    values[field.name] = value;
  }
  for (const { name, label } of secretsOf(fields)) {
    const value = presets[name] ?? (await readSecret(`${label}: `));
    if (value === '') {
      print(`${/^[aeiou]/i.test(label) ? 'An' : 'A'} ${label.toLowerCase()} is needed.`);
      return undefined;
    }
    values[name] = value;
  }
  return values;
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
