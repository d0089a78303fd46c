import { createPunctualClient, type PunctualClient } from '../client.js';
import { withIdempotencyKey } from '../retry.js';
import { CommandFailed, exitCodes } from './failures.js';
import {
  isSecret,
  readLogin,
  type Credential,
  type Login,
  type LoginPlace,
  type Purpose,
} from './login-file.js';
import { tokensOf, type TokenSource } from './oauth/access.js';
import type { Surroundings } from './surroundings.js';

const apiPath = '/api/v1';
const repeatTimeoutMs = 30_000;
/** Longer than a server holds the key of a request whose process has died (two and a half minutes). */
const retry = { heldKeyMsMax: 180_000 };

export interface Connection {
  /** The URL of the server, without the path of the API. */
  server: string;
  client: PunctualClient;
}

/**
 * Reads the URL of a server, with or without the path of its API. The text may contain a password, so no error contains
 * the text.
 */
export function serverUrl(text: string): string {
  const url = URL.canParse(text) ? new URL(text) : null;
  const isWeb = url?.protocol === 'https:' || url?.protocol === 'http:';
  if (url === null || !isWeb || url.username !== '' || url.password !== '')
    throw new CommandFailed(
      'Write the URL of the server such as https://punctual.example.com, without a user and a password.',
      exitCodes.usage,
    );
  const path = url.pathname.replace(/\/+$/, '');
  return `${url.origin}${path.endsWith(apiPath) ? path.slice(0, -apiPath.length) : path}`;
}

export const apiUrlOf = (server: string): string => `${server}${apiPath}`;

export function clientFor(place: LoginPlace, login: Login): PunctualClient {
  const { server, credential } = login;
  const baseUrl = apiUrlOf(server);
  if (credential.kind === 'apiKey') return createPunctualClient({ baseUrl, apiKey: credential.key, retry });
  const client = createPunctualClient({ baseUrl, apiKey: '', retry });
  const tokens = tokensOf(place, 'api', login);
  const copies = new WeakMap<Request, { copy: Request; token: string }>();
  client.use({
    onRequest: async ({ request }) => {
      const token = await tokens.current();
      // An attempt before the refused one may have been carried out, so all of them have the same key.
      const keyed = withIdempotencyKey(request);
      keyed.headers.set('authorization', `Bearer ${token}`);
      copies.set(keyed, { copy: keyed.clone(), token });
      return keyed;
    },
    onResponse: ({ request, response }) => repeated(tokens, response, copies.get(request)),
  });
  return client;
}

/** Sends a request again with another token, if the server has refused the first one before its end. */
async function repeated(
  { replace }: TokenSource,
  response: Response,
  sent: { copy: Request; token: string } | undefined,
): Promise<Response | undefined> {
  if (response.status !== 401 || replace === null || sent === undefined) return undefined;
  await response.body?.cancel();
  const token = await replace(sent.token);
  const headers = new Headers(sent.copy.headers);
  headers.set('authorization', `Bearer ${token}`);
  const again = await fetch(
    new Request(sent.copy, { headers, signal: AbortSignal.timeout(repeatTimeoutMs) }),
  );
  // The client takes only an instance of the global class, which an HTTP server in the same process may replace.
  return new Response(again.body, again);
}

/** Returns the login of this call: the environment and `--server` come before the stored login. */
export function loginFor(
  env: Surroundings['env'],
  given: string | undefined,
  purpose: Purpose = 'api',
): Login {
  const named = given ?? valueOf(env, 'PUNCTUAL_URL');
  const key = valueOf(env, 'PUNCTUAL_API_KEY');
  const stored = named === undefined || key === undefined ? storedLogin(env, purpose) : null;
  const server = named === undefined ? stored?.server : serverUrl(named);
  if (server === undefined) throw notLoggedIn('You are not logged in.');
  const credential = key === undefined ? storedFor(server, stored, purpose) : keyCredential(key);
  return { server, credential };
}

interface StoredLogin extends Login {
  purpose: Purpose;
}

/** Returns the login for a purpose. Agents without their own login use the login of the commands. */
function storedLogin(env: Surroundings['env'], purpose: Purpose): StoredLogin | null {
  const login = readLogin(env, purpose);
  if (login !== null) return { ...login, purpose };
  return purpose === 'mcp' ? storedLogin(env, 'api') : null;
}

export function keyCredential(key: string): Credential {
  if (isSecret(key)) return { kind: 'apiKey', key };
  throw new CommandFailed('The API key has characters that no key has, such as a space.', exitCodes.usage);
}

/** Returns the stored credential, which is never sent to another server than its own. */
function storedFor(server: string, stored: StoredLogin | null, purpose: Purpose): Credential {
  if (stored === null) throw notLoggedIn('You are not logged in.');
  if (stored.server !== server) throw notLoggedIn(`You are logged in to ${stored.server}, not to ${server}.`);
  if (stored.purpose !== purpose && stored.credential.kind === 'oauth')
    throw new CommandFailed('Your login is for commands. Agents need their own: punctual login --mcp');
  return stored.credential;
}

const notLoggedIn = (why: string): CommandFailed =>
  new CommandFailed(`${why} Run punctual login, or set PUNCTUAL_URL and PUNCTUAL_API_KEY.`);

/** The value of a variable. An empty one counts as not set. */
export function valueOf(env: Surroundings['env'], name: string): string | undefined {
  const value = env[name]?.trim() ?? '';
  return value === '' ? undefined : value;
}
