import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { CommandFailed } from '../failures.js';
import { visible } from '../print.js';

const host = '127.0.0.1';
const path = '/callback';
const errorCharsMax = 100;

/** The redirect URI to register. The port differs each time. */
export const registeredRedirectUri = `http://${host}${path}`;

export interface Expected {
  /** The random text of this login, by which other pages cannot end it. */
  state: string;
  issuer: string;
}

export interface Callback {
  redirectUri: string;
  /** The authorization code that the browser brings. */
  code: Promise<string>;
  close: () => Promise<void>;
}

/** Waits on this machine for the browser that comes back from the server. */
export async function startCallback(expected: Expected): Promise<Callback> {
  let settle: (code: Promise<string>) => void = () => undefined;
  const code = new Promise<string>((resolve) => {
    settle = resolve;
  });
  // The browser may come back before the command waits for it.
  code.catch(() => undefined);
  const server = createServer((request, response) => {
    const given = request.url ?? '/';
    const url = URL.canParse(given, registeredRedirectUri) ? new URL(given, registeredRedirectUri) : null;
    if (request.method !== 'GET' || url?.pathname !== path || !isOfLogin(url, expected)) {
      show(response, 404, 'This page belongs to another login.');
      return;
    }
    show(response, 200, 'You can close this page. The terminal says how the login ended.');
    settle(Promise.resolve().then(() => codeIn(url, expected)));
  });
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(0, host, resolve);
  });
  const { port } = server.address() as AddressInfo;
  return {
    redirectUri: `http://${host}:${port}${path}`,
    code,
    close: async () => {
      const closed = new Promise((resolve) => server.close(resolve));
      server.closeIdleConnections();
      // A browser may keep a connection open without sending anything.
      setTimeout(() => {
        server.closeAllConnections();
      }, 500).unref();
      await closed;
    },
  };
}

/** Whether the URL that the browser was sent back to belongs to this login. */
export const isOfLogin = ({ searchParams }: URL, { state }: Expected): boolean =>
  searchParams.get('state') === state;

/** The authorization code in the URL that the browser was sent back to. Throws if the person or the server refused. */
export function codeIn({ searchParams }: URL, { issuer }: Expected): string {
  if (searchParams.get('iss') !== issuer)
    throw new CommandFailed('The browser came back from another server.');
  const error = searchParams.get('error');
  if (error === 'access_denied') throw new CommandFailed('The access was not allowed.');
  if (error !== null) {
    const words = visible(searchParams.get('error_description') ?? error).slice(0, errorCharsMax);
    throw new CommandFailed(`The server refused the login: ${words}`);
  }
  const code = searchParams.get('code');
  if (code === null) throw new CommandFailed('The browser came back without a code.');
  return code;
}

function show(response: ServerResponse, status: number, sentence: string): void {
  response.writeHead(status, {
    'content-type': 'text/html; charset=utf-8',
    'content-security-policy': "default-src 'none'",
    'cache-control': 'no-store',
    connection: 'close',
  });
  response.end(`<!doctype html><title>Punctual</title><p>${sentence}</p>\n`);
}
