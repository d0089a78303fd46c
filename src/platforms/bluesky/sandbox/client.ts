import { z } from 'zod';
import type { SandboxStore } from '../../../sandbox/store.js';
import { isSignedBy, readJwt, type PublicKey } from './proofs.js';

/**
 * The id and the key of the only app that the sandbox knows. A real server reads both at the URL that is the client id.
 */
export const sandboxClientId = 'sandbox-client';
const clientKey: PublicKey = {
  kty: 'EC',
  crv: 'P-256',
  x: 'kbrq0-wKvMEsx5hvpfoJzHZuon8nDdpK91d8QfTu4lo',
  y: 'zzqgffHb9lHUffN9jWKs6bNkAEcEikq2824JUovK_Sg',
};

const assertionType = 'urn:ietf:params:oauth:client-assertion-type:jwt-bearer';
const headerSchema = z.object({ alg: z.literal('ES256'), kid: z.string().min(1) });
const payloadSchema = z.object({
  iss: z.literal(sandboxClientId),
  sub: z.literal(sandboxClientId),
  aud: z.union([z.string(), z.array(z.string())]),
  jti: z.string().min(8),
  exp: z.number(),
});

/** Whether the client authenticates itself with its key (RFC 7523). */
export function isClient(store: SandboxStore, form: URLSearchParams, issuer: string): boolean {
  if (form.get('client_id') !== sandboxClientId) return false;
  if (form.get('client_assertion_type') !== assertionType) return false;
  const jwt = readJwt(form.get('client_assertion') ?? '', headerSchema, payloadSchema);
  if (jwt === null || !isSignedBy(jwt, clientKey)) return false;
  const { aud, exp } = jwt.payload;
  return [aud].flat().includes(issuer) && exp * 1000 > store.now().getTime();
}
