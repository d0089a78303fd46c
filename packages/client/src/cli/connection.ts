import { createPunctualClient, type PunctualClient } from '../client.js';
import { CommandFailed, exitCodes } from './failures.js';
import { readLogin, type Credential, type Login } from './login-file.js';
import type { Surroundings } from './surroundings.js';

const apiPath = '/api/v1';

export interface Connection {
  /** The URL of the server, without the path of the API. */
  server: string;
  client: PunctualClient;
}

/** Reads the URL of a server, with or without the path of its API. */
export function serverUrl(text: string): string {
  const url = URL.canParse(text) ? new URL(text) : null;
  const isWeb = url?.protocol === 'https:' || url?.protocol === 'http:';
  if (url === null || !isWeb || url.username !== '' || url.password !== '')
    throw new CommandFailed(
      `${text} is not the URL of a server, such as https://punctual.example.com.`,
      exitCodes.usage,
    );
  const path = url.pathname.replace(/\/+$/, '');
  return `${url.origin}${path.endsWith(apiPath) ? path.slice(0, -apiPath.length) : path}`;
}

export const apiUrlOf = (server: string): string => `${server}${apiPath}`;

export function clientFor({ server, credential }: Login): PunctualClient {
  return createPunctualClient({ baseUrl: apiUrlOf(server), apiKey: credential.key });
}

/** Returns the login of this call: the environment and `--server` come before the stored login. */
export function loginFor(env: Surroundings['env'], given: string | undefined): Login {
  const named = given ?? valueOf(env, 'PUNCTUAL_URL');
  const key = valueOf(env, 'PUNCTUAL_API_KEY');
  const stored = named === undefined || key === undefined ? readLogin(env) : null;
  const server = named === undefined ? stored?.server : serverUrl(named);
  if (server === undefined) throw notLoggedIn('You are not logged in.');
  const credential = key === undefined ? storedFor(server, stored) : ({ kind: 'apiKey', key } as const);
  return { server, credential };
}

/** Returns the stored credential, which is never sent to another server than its own. */
function storedFor(server: string, stored: Login | null): Credential {
  if (stored === null) throw notLoggedIn('You are not logged in.');
  if (stored.server === server) return stored.credential;
  throw notLoggedIn(`You are logged in to ${stored.server}, not to ${server}.`);
}

const notLoggedIn = (why: string): CommandFailed =>
  new CommandFailed(`${why} Run punctual login, or set PUNCTUAL_URL and PUNCTUAL_API_KEY.`);

/** The value of a variable. An empty one counts as not set. */
export function valueOf(env: Surroundings['env'], name: string): string | undefined {
  const value = env[name]?.trim() ?? '';
  return value === '' ? undefined : value;
}
