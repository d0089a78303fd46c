import * as oauth from 'oauth4webapi';
import { z } from 'zod';
import { retryAfterMs } from '../../../domain/retry-after.js';
import { tokenExchangeMsMax, withoutSecrets } from '../../kit/call.js';
import { tokenFailure, type TokenFailure } from '../../kit/oauth/failure.js';
import type { BlueskyContext } from '../context.js';
import type { DpopHandle } from '../dpop.js';
import { identityMax } from '../xrpc.js';
import type { OurClient } from './our-client.js';

export type Outcome<T> = { kind: 'done'; value: T } | TokenFailure;

/** The parts of a server that our calls need. */
export interface Endpoints {
  issuer: string;
  tokenEndpoint: string;
  parEndpoint?: string;
  revocationEndpoint: string | null;
}

export interface OAuthCall {
  server: oauth.AuthorizationServer;
  client: oauth.Client;
  auth: oauth.ClientAuth;
  options: oauth.TokenEndpointRequestOptions;
}

/**
 * Sends one request to an authorization server, and interprets the response or its absence. If the server requires
 * another nonce in the proof, it has done nothing yet. We send the request again: the code or refresh token still
 * works.
 */
export async function callServer<T>(
  context: BlueskyContext,
  { endpoints, client, proofs }: { endpoints: Endpoints; client: OurClient; proofs: DpopHandle },
  secrets: readonly string[],
  run: (call: OAuthCall) => Promise<T>,
): Promise<Outcome<T>> {
  const { clock } = context;
  const say = (text: string): string => withoutSecrets(text, secrets);
  const heard: { retryMs: number | null } = { retryMs: null };
  const skewSeconds = Math.round((clock.now().getTime() - Date.now()) / 1000);
  const call: OAuthCall = {
    server: asServerMetadata(endpoints),
    client: { client_id: client.id, [oauth.clockSkew]: skewSeconds },
    auth: client.auth,
    options: {
      DPoP: proofs,
      // `src/egress` decides which URLs can be called.
      [oauth.allowInsecureRequests]: true,
      [oauth.customFetch]: (url, { headers, body }) => post(context, url, { headers, body, heard }),
    },
  };
  try {
    return { kind: 'done', value: await twiceForNonce(() => run(call)) };
  } catch (error) {
    return tokenFailure(error, { say, retryMs: heard.retryMs, who: 'server' });
  }
}

async function twiceForNonce<T>(run: () => Promise<T>): Promise<T> {
  try {
    return await run();
  } catch (error) {
    if (!oauth.isDPoPNonceError(error)) throw error;
    return run();
  }
}

function asServerMetadata(endpoints: Endpoints): oauth.AuthorizationServer {
  const { issuer, tokenEndpoint, parEndpoint, revocationEndpoint } = endpoints;
  return {
    issuer,
    token_endpoint: tokenEndpoint,
    ...(parEndpoint !== undefined && { pushed_authorization_request_endpoint: parEndpoint }),
    ...(revocationEndpoint !== null && { revocation_endpoint: revocationEndpoint }),
    // The network's profile requires the `iss` parameter, so a response without it is invalid.
    authorization_response_iss_parameter_supported: true,
  };
}

async function post(
  { safeFetch, clock }: BlueskyContext,
  url: string,
  {
    headers,
    body,
    heard,
  }: { headers: Record<string, string>; body: unknown; heard: { retryMs: number | null } },
): Promise<Response> {
  // `src/egress` sets the User-Agent.
  const ours = Object.fromEntries(Object.entries(headers).filter(([name]) => name !== 'user-agent'));
  const answer = await safeFetch({
    url,
    method: 'POST',
    headers: ours,
    body: body instanceof URLSearchParams ? body.toString() : '',
    timeoutMs: tokenExchangeMsMax,
    ...identityMax,
  });
  heard.retryMs = retryAfterMs(answer.headers, clock.now());
  const read = ['dpop-nonce', 'www-authenticate'].flatMap((name) => {
    const value = answer.headers[name];
    return value === undefined ? [] : [[name, value] as const];
  });
  return new Response([204, 205, 304].includes(answer.status) ? null : answer.body, {
    status: Math.max(200, answer.status),
    headers: { ...Object.fromEntries(read), 'content-type': 'application/json' },
  });
}

const tokensSchema = z.object({
  access_token: z.string().min(1),
  // With the type Bearer, the tokens would work without our key.
  token_type: z.literal('dpop'),
  refresh_token: z.string().min(1),
  sub: z.string().startsWith('did:'),
  scope: z.string(),
  expires_in: z.number().positive().max(31_536_000).optional(),
});

export interface BlueskyTokens {
  accessToken: string;
  refreshToken: string;
  did: string;
  scopes: string[];
  accessExpiresAt: Date | null;
}

/** Reads a token response. Null if it does not follow the network's profile. */
export function readTokens(
  { clock }: BlueskyContext,
  answer: oauth.TokenEndpointResponse,
): BlueskyTokens | null {
  const read = tokensSchema.safeParse(answer).data;
  if (read === undefined) return null;
  const { access_token, refresh_token, sub, scope, expires_in } = read;
  return {
    accessToken: access_token,
    refreshToken: refresh_token,
    did: sub,
    scopes: scope.split(' ').filter((name) => name !== ''),
    accessExpiresAt: expires_in === undefined ? null : new Date(clock.now().getTime() + expires_in * 1000),
  };
}
