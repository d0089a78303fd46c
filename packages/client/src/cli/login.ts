import type { Command } from 'commander';
import { callOf, type Call, type Session } from './call.js';
import { clientFor, loginFor, serverUrl, valueOf } from './connection.js';
import { CommandFailed, exitCodes } from './failures.js';
import { deleteLogin, loginFile, saveLogin, type Login } from './login-file.js';
import { table } from './print.js';
import { readLine } from './read-input.js';
import { listWorkspaces, type Workspace } from './workspaces.js';

const serverDefault = 'http://127.0.0.1:3000';

const loginDetails = `
Asks for the URL of the server and for an API key, checks them, and stores them in a file that only you can read:
punctual/login.json in $XDG_CONFIG_HOME, which is ~/.config by default. Without a terminal, the key is the first line
of standard input, and the server is that of --server or PUNCTUAL_URL:

  punctual login --server https://punctual.example.com < key.txt

The key is not an argument because other users of the machine can read arguments.`;

/** Adds the commands about the login itself. */
export function addLogin(program: Command, session: Session): void {
  program
    .command('login')
    .description('Stores a server and a key for the other commands.')
    .addHelpText('after', loginDetails)
    .action(async (_options: object, command: Command) => {
      await logIn(callOf(session, command));
    });
  program
    .command('logout')
    .description('Deletes the stored login. The key itself stays valid.')
    .action((_options: object, command: Command) => {
      const { printer, surroundings } = callOf(session, command);
      const existed = deleteLogin(surroundings.env);
      printer.result({ loggedOut: existed }, [existed ? 'Logged out.' : 'You were not logged in.']);
    });
  program
    .command('whoami')
    .description('Shows the server, and the workspaces that your key reaches.')
    .action(async (_options: object, command: Command) => {
      const call = callOf(session, command);
      const login = loginFor(call.surroundings.env, call.server);
      show(call, login, await listWorkspaces(clientFor(login)));
    });
}

async function logIn(call: Call): Promise<void> {
  const { surroundings, printer } = call;
  const server = await askServer(call);
  if (isUnprotected(server)) printer.note(`The key will be sent to ${server} without encryption.`);
  const key = await readLine(surroundings, 'API key: ', { isSecret: true });
  if (key === '') throw new CommandFailed('There is no key on standard input.', exitCodes.usage);
  const login: Login = { server, credential: { kind: 'apiKey', key } };
  const workspaces = await listWorkspaces(clientFor(login));
  saveLogin(surroundings.env, login);
  show(call, login, workspaces);
  printer.note(`Stored in ${loginFile(surroundings.env)}.`);
  const overriding = ['PUNCTUAL_API_KEY', 'PUNCTUAL_URL'].filter((name) => valueOf(surroundings.env, name));
  if (overriding.length > 0)
    printer.note(`As long as it is set, ${overriding.join(' or ')} is used instead.`);
}

async function askServer({ surroundings, server }: Call): Promise<string> {
  const given = server ?? valueOf(surroundings.env, 'PUNCTUAL_URL');
  if (given !== undefined) return serverUrl(given);
  if (surroundings.stdin.isTTY !== true)
    throw new CommandFailed('Name the server with --server or PUNCTUAL_URL.', exitCodes.usage);
  const typed = await readLine(surroundings, `Server [${serverDefault}]: `);
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
