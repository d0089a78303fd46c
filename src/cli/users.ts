import { parseArgs } from 'node:util';
import { emailCharsMax, normalEmail } from '../domain/sessions.js';
import { installationRoles, type InstallationRole } from '../domain/installation-roles.js';
import { listUsers } from '../services/sessions/list-users.js';
import type { ServiceDeps } from '../services/shared/context.js';
import {
  createOneTimeSignIn,
  ensureUser,
  findUser,
  setInstallationRole,
} from '../services/sessions/one-time-sign-in.js';
import { argumentFault } from './help.js';

export const usersUsage = `Usage:
  punctual users add <email> [--name <name>]   adds a user and prints a one-time sign-in link
  punctual users sign-in <email>               prints a one-time sign-in link, for instance if the password is lost
  punctual users role <email> <role>           makes a user operator, creator (may create workspaces) or member
  punctual users list                          lists all users with their roles and workspaces

The link works once, within an hour. Without a browser:
  curl -c cookies.txt -H 'Content-Type: application/json' -d '{"token":"…"}' <PUBLIC_URL>/api/v1/auth/one-time-sign-in`;

export interface UsersCommand {
  deps: ServiceDeps;
  /** The URL at which browsers reach the API. */
  publicUrl: string;
  print: (line: string) => void;
}

/** Runs the operators' `users` command. Returns the exit code. */
export async function runUsers(args: readonly string[], command: UsersCommand): Promise<number> {
  const { deps, publicUrl, print } = command;
  const parsed = parse(args);
  if (typeof parsed === 'string') {
    print(`${parsed}\n\n${usersUsage}`);
    return 1;
  }
  if (parsed.verb === 'list') return list(command);
  const { verb, email } = parsed;
  const known = await findUser(deps, email);
  if (verb !== 'add' && known === undefined) {
    print(`There is no user with the email address ${email}. Add one with: punctual users add ${email}`);
    return 1;
  }
  if (verb === 'add' && known !== undefined) {
    print(`There is already a user with the email address ${email}.`);
    return 1;
  }
  const name = parsed.verb === 'role' ? undefined : parsed.name;
  const userId = known ?? (await ensureUser(deps, { email, name: name ?? email })).userId;
  if (parsed.verb === 'role') {
    const { role: installationRole } = parsed;
    await setInstallationRole(deps, { userId, installationRole });
    print(`${email} now has the role ${installationRole.toLowerCase()} on this installation.`);
    return 0;
  }
  const { token, expiresAt } = await createOneTimeSignIn(deps, userId);
  print(`${publicUrl}/sign-in#token=${token}`);
  print(`This link signs in ${email} once, until ${expiresAt.toISOString()}.`);
  return 0;
}

async function list({ deps, print }: UsersCommand): Promise<number> {
  let count = 0;
  for await (const { email, name, installationRole, workspaces } of listUsers(deps)) {
    count += 1;
    const named = name === email ? email : `${name} <${email}>`;
    print(`${named}: ${installationRole.toLowerCase()}`);
    for (const { name: workspace, role } of workspaces) print(`    ${workspace} (${role.toLowerCase()})`);
  }
  if (count === 0) print('There is no user yet. Add one with: punctual users add <email>');
  return 0;
}

type Parsed =
  | { verb: 'list' }
  | { verb: 'add' | 'sign-in'; email: string; name?: string | undefined }
  | { verb: 'role'; email: string; role: InstallationRole };

/** Parses the command line. Returns a message if it is invalid. */
function parse(args: readonly string[]): Parsed | string {
  try {
    const { values, positionals } = parseArgs({
      args: [...args],
      allowPositionals: true,
      options: { name: { type: 'string' } },
    });
    const [verb, email = '', ...rest] = positionals;
    if (verb === undefined) return 'Name a command: add, sign-in, role or list.';
    if (verb === 'list') return email === '' ? { verb } : `Too many arguments: ${email}.`;
    if (verb !== 'add' && verb !== 'sign-in' && verb !== 'role') return `There is no command ${verb}.`;
    const isAddress = email.length <= emailCharsMax && /^[^\s@]+@[^\s@]+$/.test(email);
    if (!isAddress)
      return email === '' ? 'An email address is required.' : `${email} is not an email address.`;
    const given = verb === 'role' ? rest.shift() : undefined;
    if (rest.length > 0) return `Too many arguments: ${rest.join(' ')}.`;
    if (verb !== 'role') return { verb, email: normalEmail(email), name: values.name };
    const role = installationRoles.find((known) => known.toLowerCase() === given?.toLowerCase());
    if (role === undefined) return `Name a role: ${installationRoles.join(', ').toLowerCase()}.`;
    return { verb, email: normalEmail(email), role };
  } catch (error) {
    return argumentFault(error);
  }
}
