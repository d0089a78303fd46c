import { parseArgs } from 'node:util';
import { emailCharsMax, normalEmail } from '../domain/sessions.js';
import type { ServiceDeps } from '../services/shared/context.js';
import { createOneTimeSignIn, ensureUser, findUser } from '../services/sessions/one-time-sign-in.js';
import { argumentFault } from './help.js';

export const usersUsage = `Usage:
  npm run users -- add <email> [--name <name>]   adds a user and prints a one-time sign-in link
  npm run users -- sign-in <email>               prints a one-time sign-in link, for instance if the password is lost

The link works once, within an hour. Without a browser:
  curl -c cookies.txt -H 'Content-Type: application/json' -d '{"token":"…"}' <PUBLIC_URL>/api/v1/auth/one-time-sign-in`;

export interface UsersCommand {
  deps: ServiceDeps;
  /** Where browsers reach the API. */
  publicUrl: string;
  print: (line: string) => void;
}

/** The `users` command, for operators. Returns the exit code. */
export async function runUsers(args: readonly string[], command: UsersCommand): Promise<number> {
  const { deps, publicUrl, print } = command;
  const parsed = parse(args);
  if (typeof parsed === 'string') {
    print(`${parsed}\n\n${usersUsage}`);
    return 1;
  }
  const { verb, email, name } = parsed;
  const known = await findUser(deps, email);
  if (verb === 'sign-in' && known === undefined) {
    print(`There is no user with the email address ${email}. Add one with: npm run users -- add ${email}`);
    return 1;
  }
  if (verb === 'add' && known !== undefined) {
    print(`There is already a user with the email address ${email}.`);
    return 1;
  }
  const userId = known ?? (await ensureUser(deps, { email, name: name ?? email })).userId;
  const { token, expiresAt } = await createOneTimeSignIn(deps, userId);
  print(`${publicUrl}/sign-in#token=${token}`);
  print(`This link signs in ${email} once, until ${expiresAt.toISOString()}.`);
  return 0;
}

/** What the line says, or what is wrong with it. */
function parse(args: readonly string[]) {
  try {
    const { values, positionals } = parseArgs({
      args: [...args],
      allowPositionals: true,
      options: { name: { type: 'string' } },
    });
    const [verb, email = '', ...rest] = positionals;
    if (verb === undefined) return 'Name a command: add or sign-in.';
    if (verb !== 'add' && verb !== 'sign-in') return `There is no command ${verb}.`;
    if (rest.length > 0) return `Too many arguments: ${rest.join(' ')}.`;
    const isAddress = email.length <= emailCharsMax && /^[^\s@]+@[^\s@]+$/.test(email);
    if (!isAddress)
      return email === '' ? 'An email address is required.' : `${email} is not an email address.`;
    return { verb, email: normalEmail(email), name: values.name };
  } catch (error) {
    return argumentFault(error);
  }
}
