import * as oauth from 'oauth4webapi';
import type { JsonObject } from '../../../domain/json.js';
import { parseUrl } from '../../../domain/parse-url.js';
import type { ConnectPlace, ConnectScope } from '../../kit/connect.js';
import { importPrivateKey, type PrivateJwk } from '../dpop.js';

/**
 * What every server of the network knows. Narrower ones come with the newest servers alone, and an account may live on
 * any.
 */
export const blueskyScopes: readonly ConnectScope[] = [
  { name: 'atproto', purpose: 'identify the account', required: true },
  {
    name: 'transition:generic',
    purpose: 'publish posts, images and videos, and read and answer replies',
    required: true,
  },
];
export const scopeText = blueskyScopes.map(({ name }) => name).join(' ');

/** Opens nothing but the sandbox, which is why it may stand here. */
const sandboxKey: PrivateJwk = {
  kty: 'EC',
  crv: 'P-256',
  x: 'kbrq0-wKvMEsx5hvpfoJzHZuon8nDdpK91d8QfTu4lo',
  y: 'zzqgffHb9lHUffN9jWKs6bNkAEcEikq2824JUovK_Sg',
  d: '30cpeoRzLQ6V4wxm1OkFbTqgCWkRE5IhQ98aUQq1lxo',
};
const sandboxClientId = 'sandbox-client';

/** How this installation is known to a server, and proves itself there. */
export interface OurClient {
  id: string;
  /** Null: a public client, whose grants live for two weeks alone. */
  keyId: string | null;
  auth: oauth.ClientAuth;
}

const documentName = 'client-metadata.json';

/** For a person who will be sent back to this address. Null: at such an address nobody can be a client. */
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
  // A program on the person's own machine, by the network's own rule: it is what its name says, and has no secret.
  if (url?.protocol !== 'http:' || !['127.0.0.1', '[::1]'].includes(url.hostname)) return null;
  const about = new URLSearchParams({ redirect_uri: redirectUri, scope: scopeText });
  return { id: `http://localhost?${about.toString()}`, keyId: null, auth: oauth.None() };
}

/** The client that a grant was given to. Null: it proved itself with a key that is not here any more. */
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

/** Its thumbprint (RFC 7638). */
async function keyIdOf({ crv, kty, x, y }: PrivateJwk): Promise<string> {
  const text = new TextEncoder().encode(JSON.stringify({ crv, kty, x, y }));
  const digest = new Uint8Array(await crypto.subtle.digest('SHA-256', text));
  return btoa(String.fromCharCode(...digest))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replaceAll('=', '');
}

/** What servers read of us, at the address that is our client id. */
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
