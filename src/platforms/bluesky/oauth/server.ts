import * as oauth from 'oauth4webapi';
import { isInconclusive, callPlatform, type PlatformAnswer } from '../../kit/call.js';
import type { ConnectPlace } from '../../kit/connect.js';
import type { BlueskyContext } from '../context.js';
import { asServer, refuse, unanswered, type Found } from '../identity.js';
import { identityMax } from '../xrpc.js';

/** The parts of an authorization server that we call. It serves the accounts of one server or of many. */
export interface AuthServer {
  issuer: string;
  authorizationEndpoint: string;
  parEndpoint: string;
  tokenEndpoint: string;
  revocationEndpoint: string | null;
}

/**
 * The authorization server of an account's server. An entryway has no accounts, and is its own authorization server.
 */
export async function serverOf(
  context: BlueskyContext,
  place: ConnectPlace,
  { pdsUrl, mayBeEntryway }: { pdsUrl: string; mayBeEntryway: boolean },
): Promise<Found<AuthServer>> {
  const answer = await readWellKnown(context, pdsUrl, 'oauth-protected-resource');
  if (answer.status !== 200 && mayBeEntryway) return readServer(context, place, pdsUrl);
  const resource = await processed(() =>
    oauth.processResourceDiscoveryResponse(new URL(pdsUrl), toResponse(answer)),
  );
  const [issuer, ...others] = resource?.authorization_servers ?? [];
  if (issuer === undefined || others.length > 0) {
    return refuse('The account’s server does not name its authorization server.');
  }
  return readServer(context, place, issuer);
}

async function readServer(
  context: BlueskyContext,
  place: ConnectPlace,
  issuer: string,
): Promise<Found<AuthServer>> {
  const base = asServer(issuer, place.baseUrl);
  if (base === null) return refuse('The URL of the authorization server cannot be used.');
  const answer = await readWellKnown(context, base, 'oauth-authorization-server');
  const metadata = await processed(() => oauth.processDiscoveryResponse(new URL(base), toResponse(answer)));
  const server = metadata === null ? null : usableServer(metadata, place);
  return server === null
    ? refuse('The authorization server does not support what Bluesky clients need.')
    : { found: server };
}

/**
 * Returns the endpoints of a server that supports the network's profile of OAuth: pushed requests, ES256
 * proofs, S256 PKCE, and URLs as client ids. Otherwise null.
 */
function usableServer(metadata: oauth.AuthorizationServer, { baseUrl }: ConnectPlace): AuthServer | null {
  const {
    issuer,
    dpop_signing_alg_values_supported: proofs,
    code_challenge_methods_supported: pkce,
  } = metadata;
  const endpoint = (text: string | undefined): string | null =>
    text === undefined ? null : asServer(text, baseUrl);
  const authorizationEndpoint = endpoint(metadata.authorization_endpoint);
  const parEndpoint = endpoint(metadata.pushed_authorization_request_endpoint);
  const tokenEndpoint = endpoint(metadata.token_endpoint);
  if (authorizationEndpoint === null || parEndpoint === null || tokenEndpoint === null) return null;
  const knowsOurWay =
    proofs?.includes('ES256') === true &&
    pkce?.includes('S256') === true &&
    metadata['client_id_metadata_document_supported'] === true;
  const revocationEndpoint = endpoint(metadata.revocation_endpoint);
  return knowsOurWay
    ? { issuer, authorizationEndpoint, parEndpoint, tokenEndpoint, revocationEndpoint }
    : null;
}

async function readWellKnown(
  { safeFetch }: BlueskyContext,
  baseUrl: string,
  name: string,
): Promise<PlatformAnswer> {
  const url = `${baseUrl}/.well-known/${name}`;
  const headers = { accept: 'application/json' };
  const answer = await callPlatform(safeFetch, { url, method: 'GET', headers, ...identityMax }, []);
  if (isInconclusive(answer) && answer.status !== 200) {
    throw unanswered(answer.status, 'The account’s server');
  }
  return answer;
}

function toResponse({ status, body }: PlatformAnswer): Response {
  return Response.json(body ?? null, { status });
}

/** Returns null if the library rejects the response. */
async function processed<T>(read: () => Promise<T>): Promise<T | null> {
  try {
    return await read();
  } catch {
    return null;
  }
}
