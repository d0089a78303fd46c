import type { Command } from 'commander';
import { callOf, type Call, type Session } from './call.js';
import { clientFor, keyCredential, loginFor, serverUrl, valueOf } from './connection.js';
import { CommandFailed, exitCodes, messageOf } from './failures.js';
import {
  deleteLogin,
  loginFile,
  readOldLogin,
  saveLogin,
  withLoginLock,
  type Credential,
  type Login,
  type Purpose,
} from './login-file.js';
import { logInWithBrowser } from './oauth/browser-login.js';
import { discover } from './oauth/discover.js';
import { revokeAccess } from './oauth/tokens.js';
import { table } from './print.js';
import { readLine } from './read-input.js';
import { listWorkspaces, type Workspace } from './workspaces.js';

const serverDefault = 'http://127.0.0.1:3000';

const loginDetails = `
Opens a page of the server in the browser, on which you choose workspaces, rights and a duration. The access is stored
in a file that only you can read: punctual/login.json in $XDG_CONFIG_HOME, which is ~/.config by default.

With --key, it asks for an API key instead. Without a terminal, the key is the first line of standard input:

  punctual login --key --server https://punctual.example.com < key.txt

The key is not an argument because other users of the machine can read arguments.`;

interface LoginOptions {
  key?: true;
  mcp?: true;
  print?: true;
}

/** Adds the commands about the login itself. */
export function addLogin(program: Command, session: Session): void {
  program
    .command('login')
    .description('Asks for access to a server in the browser, and stores it for the other commands.')
    .option('--key', 'ask for an API key instead')
    .option('--mcp', 'for punctual mcp, which has an access of its own')
    .option('--print', 'only print the URL to open')
    .addHelpText('after', loginDetails)
    .action(async (options: LoginOptions, command: Command) => {
      await logIn(callOf(session, command), options);
    });
  program
    .command('logout')
    .description('Revokes and deletes the stored access. An API key itself stays valid.')
    .action(async (_options: object, command: Command) => {
      await logOut(callOf(session, command));
    });
  program
    .command('whoami')
    .description('Shows the server, and the workspaces that you reach.')
    .action(async (_options: object, command: Command) => {
      const call = callOf(session, command);
      const login = loginFor(call.surroundings.env, call.server);
      show(call, login, await listWorkspaces(clientFor(call.surroundings, login)));
    });
}

async function logIn(call: Call, { key, mcp, print }: LoginOptions): Promise<void> {
  const { surroundings, printer } = call;
  const purpose = mcp === true ? 'mcp' : 'api';
  const server = await askServer(call);
  if (isUnprotected(server)) printer.note(`Everything will be sent to ${server} without encryption.`);
  const credential =
    key === true
      ? await askKey(call)
      : await logInWithBrowser(call, { server, purpose, isPrintOnly: print === true });
  const login: Login = { server, credential };
  // A key may be wrong, so it is tried before it is stored. An access has just been given and must not be lost, so it
  // is stored first.
  const workspaces = key === true ? await listWorkspaces(clientFor(surroundings, login)) : null;
  await withLoginLock(surroundings, purpose, async () => {
    const old = readOldLogin(surroundings.env, purpose);
    saveLogin(surroundings.env, purpose, login);
    if (old !== null) await revoke(old).catch(() => undefined);
  });
  await showStored(call, login, { purpose, workspaces });
}

async function showStored(
  call: Call,
  login: Login,
  { purpose, workspaces }: { purpose: Purpose; workspaces: Workspace[] | null },
): Promise<void> {
  const { surroundings, printer } = call;
  const { env } = surroundings;
  // The access of agents does not work for the list of workspaces.
  const isForAgents = purpose === 'mcp' && workspaces === null;
  if (isForAgents) printer.result({ server: login.server }, [login.server]);
  else show(call, login, workspaces ?? (await listWorkspaces(clientFor(surroundings, login))));
  printer.note(`Stored in ${loginFile(env, purpose)}.`);
  const overriding = ['PUNCTUAL_API_KEY', 'PUNCTUAL_URL'].filter((name) => valueOf(env, name));
  if (overriding.length > 0)
    printer.note(`As long as it is set, ${overriding.join(' or ')} is used instead.`);
}

async function askKey({ surroundings }: Call): Promise<Credential> {
  const key = (await readLine(surroundings, 'API key: ', { isSecret: true })) ?? '';
  if (key === '') throw new CommandFailed('There is no key on standard input.', exitCodes.usage);
  return keyCredential(key);
}

/** Revokes each stored access. Access that cannot be revoked is deleted here, and the person is informed. */
async function logOut({ surroundings, printer }: Call): Promise<void> {
  const deleted: boolean[] = [];
  for (const purpose of ['api', 'mcp'] as const) {
    await withLoginLock(surroundings, purpose, async () => {
      const old = readOldLogin(surroundings.env, purpose);
      deleted.push(deleteLogin(surroundings.env, purpose));
      if (old === null) return;
      await revoke(old).catch((error: unknown) => {
        printer.note(
          `The access could not be revoked: ${messageOf(error)} Revoke it in the dashboard of ${old.server}, under Profile.`,
        );
      });
    });
  }
  const loggedOut = deleted.includes(true);
  printer.result({ loggedOut }, [loggedOut ? 'Logged out.' : 'You were not logged in.']);
}

async function revoke({ server, credential }: Login): Promise<void> {
  if (credential.kind === 'oauth') await revokeAccess(await discover(server), credential);
}

async function askServer({ surroundings, server }: Call): Promise<string> {
  const given = server ?? valueOf(surroundings.env, 'PUNCTUAL_URL');
  if (given !== undefined) return serverUrl(given);
  if (surroundings.stdin.isTTY !== true)
    throw new CommandFailed('Name the server with --server or PUNCTUAL_URL.', exitCodes.usage);
  const typed = await readLine(surroundings, `Server [${serverDefault}]: `);
  if (typed === null) throw new CommandFailed('There is no server.', exitCodes.usage);
  return serverUrl(typed === '' ? serverDefault : typed);
}

function isUnprotected(server: string): boolean {
  const { protocol, hostname } = new URL(server);
  return protocol === 'http:' && !/^(localhost|127\.\d+\.\d+\.\d+|\[::1\])$/.test(hostname);
}

function show({ printer }: Call, { server }: Login, workspaces: readonly Workspace[]): void {
  const rows = workspaces.map(({ id, name, role }) => [id, role, name]);
  const listed = workspaces.map(({ id, name, role }) => ({ id, name, role }));
  printer.result({ server, workspaces: listed }, [server, ...table(rows)]);
}
