import { parseArgs } from 'node:util';
import type { PlatformName } from '../../domain/platforms.js';
import { platformDefinitions } from '../../platforms/index.js';
import type { CredentialField, PlatformConnect } from '../../platforms/kit/connect.js';
import type { PlatformRegistry } from '../../platforms/kit/platform.js';
import { argumentFault } from '../help.js';

/** A platform whose accounts can be connected. */
export interface Connectable {
  name: PlatformName;
  path: string;
  label: string;
  connect: PlatformConnect;
}

export function connectablesOf(platforms: PlatformRegistry): Connectable[] {
  return platformDefinitions.flatMap(({ name, path, label }) => {
    const connect = platforms.get(name)?.connect;
    return connect === undefined ? [] : [{ name, path, label, connect }];
  });
}

const option = { type: 'string' } as const;
const flag = { type: 'boolean' } as const;
const ownOptions = {
  workspace: option,
  reconnect: option,
  candidate: { type: 'string', multiple: true },
  all: flag,
  sandbox: flag,
  page: flag,
  yes: flag,
} as const;

export interface AccountsArguments {
  verb: string;
  /** The path name of a platform, or an id. */
  subject: string;
  workspace?: string;
  /** The account that is to be connected again. */
  reconnect?: string;
  candidates: string[];
  all: boolean;
  sandbox: boolean;
  page: boolean;
  yes: boolean;
  /** Values by the name of a platform's field. */
  fields: Readonly<Record<string, string>>;
}

/** The positional argument that each command requires. Null: none. */
const subjects: Readonly<Record<string, string | null>> = {
  connect: 'the platform',
  import: 'the id of the connect session',
  list: null,
  check: 'the id of the account',
  remove: 'the id of the account',
};

/** Parses the command line. Returns a message if it is invalid. */
export function parseAccountsArguments(
  args: readonly string[],
  connectables: readonly Connectable[],
): AccountsArguments | string {
  const names = fieldsOf(connectables).map(({ name }) => name);
  try {
    const options = { ...Object.fromEntries(names.map((name) => [name, option])), ...ownOptions };
    const { values, positionals } = parseArgs({ args: [...args], allowPositionals: true, options });
    const [verb = '', subject = '', ...rest] = positionals;
    const fault = faultOf(verb, subject, rest);
    if (fault !== null) return fault;
    const { workspace, reconnect, candidate = [], all = false, sandbox = false, page = false } = values;
    return {
      verb,
      subject,
      ...(workspace !== undefined && { workspace }),
      ...(reconnect !== undefined && { reconnect }),
      candidates: candidate,
      all,
      sandbox,
      page,
      yes: values.yes ?? false,
      fields: textsOf(values, names),
    };
  } catch (error) {
    return argumentFault(error);
  }
}

function faultOf(verb: string, subject: string, rest: readonly string[]): string | null {
  if (verb === '') return 'Name a command.';
  if (!Object.hasOwn(subjects, verb)) return `There is no command "${verb}".`;
  const wanted = subjects[verb] ?? null;
  if (wanted !== null && subject === '') return `${verb}: ${wanted} is missing.`;
  const [surplus] = wanted === null && subject !== '' ? [subject] : rest;
  return surplus === undefined ? null : `${verb}: ${surplus} is an unexpected argument.`;
}

function textsOf(
  values: Readonly<Record<string, unknown>>,
  names: readonly string[],
): Record<string, string> {
  return Object.fromEntries(
    names.flatMap((name) => {
      const value = values[name];
      return typeof value === 'string' ? [[name, value]] : [];
    }),
  );
}

const credentialsOf = (connectables: readonly Connectable[]) =>
  connectables.flatMap(({ path, connect: { credentials } }) =>
    credentials === null ? [] : [{ path, credentials }],
  );

/** The credential fields that can be given as options. Secrets cannot, because other users can read a command line. */
const fieldsOf = (connectables: readonly Connectable[]): CredentialField[] =>
  credentialsOf(connectables).flatMap(({ credentials }) =>
    credentials.fields.filter(({ kind }) => kind !== 'secret'),
  );

export function accountsUsage(platforms: PlatformRegistry): string {
  const connectables = connectablesOf(platforms);
  const typed = credentialsOf(connectables).map(({ path, credentials }) => {
    const options = credentials.fields
      .filter(({ kind }) => kind !== 'secret')
      .map((field) => {
        const text = `--${field.name} ${field.kind === 'address' ? 'https://…' : `<${field.name}>`}`;
        return field.default === undefined ? text : `[${text}]`;
      });
    return `  punctual accounts connect ${path} ${options.join(' ')}`;
  });
  const secrets = credentialsOf(connectables)
    .flatMap(({ credentials }) => credentials.fields)
    .filter(({ kind }) => kind === 'secret')
    .map(
      ({ label, variable }) =>
        `The command ${variable === undefined ? '' : `reads the ${label.toLowerCase()} from ${variable}, or `}asks for ${variable === undefined ? `the ${label.toLowerCase()}` : 'it'}. It is not an argument because other users of the machine can read arguments.`,
    );
  return `Usage:
  punctual accounts list [--workspace <id>]
  punctual accounts connect <platform> [--all|--candidate <id>…]
${typed.join('\n')}
  punctual accounts connect <platform> --reconnect <account id>
  punctual accounts import <session id> [--all|--candidate <id>…]
  punctual accounts check <account id>
  punctual accounts remove <account id> [--yes]

Platforms: ${connectables.map(({ path }) => path).join(', ')}

connect prints the URL of the platform's page, waits until somebody has granted access there, and connects the accounts
that you choose. The platform sends the browser back to the API (PUBLIC_URL), which must be running with the same
environment. ${secrets.join(' ')}

  --workspace <id>   the workspace, if there is more than one
  --candidate <id>   connect this account: its handle, its id at the platform, or the candidate's id; repeatable
  --all              connect every account that access was granted to
  --reconnect <id>   renew the access of this account; a different account is rejected
  --sandbox          use the simulated platform
  --page             use the platform's page, even if the platform also accepts credentials
  --yes              remove without asking

punctual doctor shows which platforms are configured, and what to register there.
Without DATABASE_URL, list and check ask the server that you are logged in to (docs/cli.md).`;
}
