import { createHash, randomBytes } from 'node:crypto';
import { hostname } from 'node:os';
import { setTimeout as delay } from 'node:timers/promises';
import type { Call } from '../call.js';
import { CommandFailed } from '../failures.js';
import type { OAuthCredential, Purpose } from '../login-file.js';
import { readLine } from '../read-input.js';
import { codeIn, isOfLogin, registeredRedirectUri, startCallback, type Expected } from './callback.js';
import { discover, type AuthorizationServer } from './discover.js';
import { requestJson } from './request.js';
import { refusal, requestTokens } from './tokens.js';

/** How long the person may take. */
const personMsMax = 10 * 60_000;
const resourcePaths: Readonly<Record<Purpose, string>> = { api: '/api/v1', mcp: '/mcp' };
const clientNames: Readonly<Record<Purpose, string>> = {
  api: 'Punctual command line',
  mcp: 'Agents by punctual mcp',
};

export interface BrowserLogin {
  server: string;
  purpose: Purpose;
  /** Whether the person opens the URL. */
  isPrintOnly: boolean;
}

/**
 * Asks a person for access in the browser: an authorization code with PKCE (OAuth 2.1), which comes back to a port of
 * this machine (RFC 8252).
 */
export async function logInWithBrowser(
  call: Call,
  { server, purpose, isPrintOnly }: BrowserLogin,
): Promise<OAuthCredential> {
  const { surroundings, printer } = call;
  const authorization = await discover(server);
  const clientId = await register(authorization, purpose);
  const expected = { state: randomText(), issuer: authorization.issuer };
  const codeVerifier = randomText();
  const resource = authorization.issuer + resourcePaths[purpose];
  const callback = await startCallback(expected);
  try {
    const url = new URL(authorization.authorizationUrl);
    const asked = {
      response_type: 'code',
      client_id: clientId,
      redirect_uri: callback.redirectUri,
      resource,
      state: expected.state,
      code_challenge: createHash('sha256').update(codeVerifier).digest('base64url'),
      code_challenge_method: 'S256',
    };
    for (const [name, value] of Object.entries(asked)) url.searchParams.set(name, value);
    printer.note('Allow the access in your browser:');
    printer.note(`  ${url.href}`);
    if (!isPrintOnly && !(await surroundings.browse(url.href)))
      printer.note('No browser could be started. Open the URL yourself.');
    const code = await firstCode(call, callback.code, expected);
    const form = {
      grant_type: 'authorization_code',
      client_id: clientId,
      code,
      code_verifier: codeVerifier,
      redirect_uri: callback.redirectUri,
      resource,
    };
    return await requestTokens(authorization, form, surroundings.clock);
  } finally {
    await callback.close();
  }
}

const randomText = (): string => randomBytes(32).toString('base64url');

/** Registers this command line (RFC 7591), because it has no document on the web. There is no secret. */
async function register({ registrationUrl }: AuthorizationServer, purpose: Purpose): Promise<string> {
  const metadata = {
    client_name: `${clientNames[purpose]} on ${hostname()}`,
    redirect_uris: [registeredRedirectUri],
    grant_types: ['authorization_code', 'refresh_token'],
    response_types: ['code'],
    token_endpoint_auth_method: 'none',
  };
  const response = await requestJson(registrationUrl, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(metadata),
  });
  const { client_id: clientId } = response.body;
  if (response.status === 201 && typeof clientId === 'string') return clientId;
  throw refusal(response);
}

/** Returns the code that the browser brings, or that the person pastes because the browser is on another machine. */
async function firstCode(call: Call, brought: Promise<string>, expected: Expected): Promise<string> {
  const stop = new AbortController();
  const timeIsUp = async (): Promise<string> => {
    await delay(personMsMax, undefined, { signal: stop.signal });
    throw new CommandFailed(`Nobody allowed the access within ${personMsMax / 60_000} minutes.`);
  };
  const ways = [brought, timeIsUp()];
  if (call.surroundings.stdin.isTTY === true) ways.push(pastedCode(call, expected, stop.signal));
  try {
    return await Promise.race(ways);
  } finally {
    stop.abort();
  }
}

async function pastedCode(
  { surroundings, printer }: Call,
  expected: Expected,
  signal: AbortSignal,
): Promise<string> {
  printer.note(
    'If the browser is on another machine, its last page will not open. Paste the URL of that page here.',
  );
  for (;;) {
    const line = await readLine(surroundings, 'URL: ', { signal });
    // The end of the input is not the end of the login, which the browser may still finish.
    if (line === null) return new Promise(() => undefined);
    const url = URL.canParse(line) ? new URL(line) : null;
    if (url !== null && isOfLogin(url, expected)) return codeIn(url, expected);
    printer.note('This is not the URL to which the browser came back.');
  }
}
