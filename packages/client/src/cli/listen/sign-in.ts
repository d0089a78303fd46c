import { createPunctualClient, type PunctualClient } from '../../client.js';
import { dataOf } from '../../errors.js';
import { apiUrlOf } from '../connection.js';
import { CommandFailed, exitCodes } from '../failures.js';
import { readLine } from '../read-input.js';
import type { Surroundings } from '../surroundings.js';

const cookieName = '__Host-punctual_session';
const question =
  'Only people manage webhooks, not keys. Sign in for this command with a sign-in link (npm start and punctual users sign-in print one), or with your email address: ';

type Answer = { token: string } | { email: string; password: string };

/** Asks a person to sign in, and returns a client with their session. */
export async function signIn(server: string, surroundings: Surroundings): Promise<PunctualClient> {
  const answer = await ask(server, surroundings);
  let cookie = '';
  const client = createPunctualClient({
    baseUrl: apiUrlOf(server),
    apiKey: '',
    fetch: async (request) => {
      const response = await fetch(withSession(request, server, cookie));
      cookie = cookieOf(response) ?? cookie;
      return response;
    },
  });
  if ('token' in answer) await dataOf(client.POST('/auth/one-time-sign-in', { body: answer }));
  else await dataOf(client.POST('/auth/sign-in', { body: answer }));
  return client;
}

/** A session is a cookie, and its changes must come from the origin of the server. */
function withSession(request: Request, server: string, cookie: string): Request {
  const headers = new Headers(request.headers);
  headers.delete('authorization');
  headers.set('origin', new URL(server).origin);
  if (cookie !== '') headers.set('cookie', cookie);
  return new Request(request, { headers });
}

function cookieOf({ headers }: Response): string | undefined {
  const found = headers.getSetCookie().find((cookie) => cookie.startsWith(`${cookieName}=`));
  return found?.split(';')[0];
}

async function ask(server: string, surroundings: Surroundings): Promise<Answer> {
  const line = (await readLine(surroundings, question)) ?? '';
  if (line === '') throw new CommandFailed('There is no sign-in link on standard input.', exitCodes.usage);
  if (URL.canParse(line)) return { token: tokenOf(new URL(line), server) };
  if (!line.includes('@') || surroundings.stdin.isTTY !== true)
    throw new CommandFailed('Without a terminal, standard input must be a sign-in link.', exitCodes.usage);
  const password = (await readLine(surroundings, 'Password: ', { isSecret: true })) ?? '';
  return { email: line, password };
}

/**
 * The token of a sign-in link. It is sent only to the host of the server; in development, the dashboard has its own
 * port.
 */
function tokenOf(link: URL, server: string): string {
  if (link.hostname !== new URL(server).hostname)
    throw new CommandFailed(`The sign-in link is for ${link.origin}, not for ${server}.`, exitCodes.usage);
  const token = new URLSearchParams(link.hash.slice(1)).get('token');
  if (token === null) throw new CommandFailed('The sign-in link has no token.', exitCodes.usage);
  return token;
}
