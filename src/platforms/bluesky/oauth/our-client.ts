import * as oauth from 'oauth4webapi';
import type { JsonObject } from '../../../domain/json.js';
import { parseUrl } from '../../../urls/parse-url.js';
import type { ConnectPlace, ConnectScope } from '../../kit/connect.js';
import { importPrivateKey, type PrivateJwk } from '../dpop.js';

/**
 * Scopes that every server of the network supports. Only the newest servers have narrower ones, and an account may be
 * on any server.
 */
export const blueskyScopes: readonly ConnectScope[] = [
  { name: 'atproto', purpose: 'identify the account', required: true },
  {
    name: 'transition:generic',
    purpose: 'publish posts, images and videos, and read replies and reply to them',
    required: true,
  },
];
export const scopeText = blueskyScopes.map(({ name }) => name).join(' ');

/** The client key in the sandbox. Not a secret, because it works only there. */
const sandboxKey: PrivateJwk = {
  kty: 'EC',
  crv: 'P-256',
  x: 'kbrq0-wKvMEsx5hvpfoJzHZuon8nDdpK91d8QfTu4lo',
  y: 'zzqgffHb9lHUffN9jWKs6bNkAEcEikq2824JUovK_Sg',
  d: '30cpeoRzLQ6V4wxm1OkFbTqgCWkRE5IhQ98aUQq1lxo',
};
const sandboxClientId = 'sandbox-client';

/** The client with which this installation identifies and authenticates itself at a server. */
export interface OurClient {
  id: string;
  /** The id of our key. Null for a public client, whose grants last only two weeks. */
  keyId: string | null;
  auth: oauth.ClientAuth;
}

const documentName = 'client-metadata.json';

/** The client for a person who is redirected back to this URL. Null if no client can have such a URL. */
export async function clientOf(
  { sandboxUrl }: ConnectPlace,
  key: PrivateJwk | null,
  redirectUri: string,
): Promise<OurClient | null> {
  if (sandboxUrl !== undefined) return withKey(sandboxClientId, sandboxKey);
  const url = parseUrl(redirectUri);
  if (url?.protocol === 'https:') {
    const id = new URL(documentName, url).toString();
    return key === null ? { id, keyId: null, auth: oauth.None() } : withKey(id, key);
  }
  // By the network's rules, a client on the person's own machine has an id that contains its settings, and no secret.
  if (url?.protocol !== 'http:' || !['127.0.0.1', '[::1]'].includes(url.hostname)) return null;
  const about = new URLSearchParams({ redirect_uri: redirectUri, scope: scopeText });
  return { id: `http://localhost?${about.toString()}`, keyId: null, auth: oauth.None() };
}

/** The client that a grant was issued to. Null if the client's key is not configured anymore. */
export async function sameClient(
  { sandboxUrl }: Pick<ConnectPlace, 'sandboxUrl'>,
  key: PrivateJwk | null,
  { clientId, clientKeyId }: { clientId: string; clientKeyId: string | null },
): Promise<OurClient | null> {
  if (clientKeyId === null) return { id: clientId, keyId: null, auth: oauth.None() };
  const now = sandboxUrl === undefined ? key : sandboxKey;
  if (now === null || (await keyIdOf(now)) !== clientKeyId) return null;
  return withKey(clientId, now);
}

async function withKey(id: string, jwk: PrivateJwk): Promise<OurClient> {
  const keyId = await keyIdOf(jwk);
  const key = await importPrivateKey(jwk);
  return { id, keyId, auth: oauth.PrivateKeyJwt({ key, kid: keyId }) };
}

/** The key's thumbprint (RFC 7638). */
async function keyIdOf({ crv, kty, x, y }: PrivateJwk): Promise<string> {
  const text = new TextEncoder().encode(JSON.stringify({ crv, kty, x, y }));
  const digest = new Uint8Array(await crypto.subtle.digest('SHA-256', text));
  return btoa(String.fromCharCode(...digest))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replaceAll('=', '');
}

/** The document that servers read at the URL that is our client id. */
export async function clientDocuments(
  key: PrivateJwk | null,
  publicUrl: string,
): Promise<Record<string, JsonObject>> {
  const folder = `${publicUrl}/connect/bluesky`;
  const common = {
    client_id: `${folder}/${documentName}`,
    client_name: 'Punctual',
    client_uri: publicUrl,
    application_type: 'web',
    redirect_uris: [`${folder}/callback`],
    grant_types: ['authorization_code', 'refresh_token'],
    response_types: ['code'],
    scope: scopeText,
    dpop_bound_access_tokens: true,
  };
  if (key === null) return { [documentName]: { ...common, token_endpoint_auth_method: 'none' } };
  const { kty, crv, x, y } = key;
  const publicKey = { kty, crv, x, y, kid: await keyIdOf(key), use: 'sig', alg: 'ES256' };
  const proof = {
    token_endpoint_auth_method: 'private_key_jwt',
    token_endpoint_auth_signing_alg: 'ES256',
    jwks: { keys: [publicKey] },
  };
  return { [documentName]: { ...common, ...proof } };
}
