import { createHash, createPublicKey, verify } from 'node:crypto';
import type { Context } from 'hono';
import { z } from 'zod';
import { parseJson } from '../../../sandbox/parse-json.js';
import type { SandboxEnv } from '../../../sandbox/publishing.js';
import type { SandboxStore } from '../../../sandbox/store.js';

const nonceLifeMs = 3 * 60_000;
const proofAgeMsMax = 60_000;
const proofsRemembered = 10_000;

const publicKeySchema = z.object({
  kty: z.literal('EC'),
  crv: z.literal('P-256'),
  x: z.string(),
  y: z.string(),
  d: z.never().optional(),
});
export type PublicKey = z.infer<typeof publicKeySchema>;

const headerSchema = z.object({
  alg: z.literal('ES256'),
  typ: z.literal('dpop+jwt'),
  jwk: publicKeySchema,
});
const payloadSchema = z.object({
  jti: z.string().min(8),
  htm: z.string(),
  htu: z.string(),
  iat: z.number(),
  nonce: z.string().optional(),
  ath: z.string().optional(),
});

/** `nonce` means that the proof lacks the nonce that the server currently expects. */
export type Proof = { thumbprint: string } | { fault: 'nonce' | 'invalid' };

export interface ProofReader {
  /**
   * Returns the thumbprint of the key that made a request's proof. If there is an access token, the proof
   * must be for it.
   */
  read: (c: Context<SandboxEnv>, accessToken?: string) => Proof;
  nonce: () => string;
}

/** Reads proofs that a request comes from the holder of a key (RFC 9449). Each proof works once. */
export function createProofReader(store: SandboxStore, baseUrl: string): ProofReader {
  const seen = new Set<string>();
  const { origin } = new URL(baseUrl);
  const nonceAt = (ms: number): string => `sandbox-nonce-${Math.floor(ms / nonceLifeMs)}`;
  const read: ProofReader['read'] = (c, accessToken) => {
    const jwt = readJwt(c.req.header('dpop') ?? '', headerSchema, payloadSchema);
    if (jwt === null || !isSignedBy(jwt, jwt.header.jwk)) return { fault: 'invalid' };
    const { jti, htm, htu, iat, nonce, ath } = jwt.payload;
    const nowMs = store.now().getTime();
    const isOfThis = htm === c.req.method && htu === `${origin}${c.req.path}`;
    const isOfToken = accessToken === undefined || ath === sha256(accessToken);
    if (!isOfThis || !isOfToken) return { fault: 'invalid' };
    if (nonce !== nonceAt(nowMs) && nonce !== nonceAt(nowMs - nonceLifeMs)) return { fault: 'nonce' };
    if (Math.abs(nowMs - iat * 1000) > proofAgeMsMax || seen.has(jti)) return { fault: 'invalid' };
    seen.add(jti);
    for (const oldest of [...seen].slice(0, Math.max(0, seen.size - proofsRemembered))) seen.delete(oldest);
    return { thumbprint: thumbprintOf(jwt.header.jwk) };
  };
  return { read, nonce: () => nonceAt(store.now().getTime()) };
}

interface Jwt<Header, Payload> {
  header: Header;
  payload: Payload;
  signed: string;
  signature: string;
}

/** Reads the parts of a JWT. Null if they do not have the right form. The signature is checked separately. */
export function readJwt<Header, Payload>(
  text: string,
  headerSchema: z.ZodType<Header>,
  payloadSchema: z.ZodType<Payload>,
): Jwt<Header, Payload> | null {
  const [head = '', body = '', signature = ''] = text.split('.');
  const header = headerSchema.safeParse(readPart(head));
  const payload = payloadSchema.safeParse(readPart(body));
  if (!header.success || !payload.success) return null;
  return { header: header.data, payload: payload.data, signed: `${head}.${body}`, signature };
}

export function isSignedBy({ signed, signature }: Jwt<unknown, unknown>, jwk: PublicKey): boolean {
  const { kty, crv, x, y } = jwk;
  try {
    const key = createPublicKey({ key: { kty, crv, x, y }, format: 'jwk' });
    const bytes = Buffer.from(signature, 'base64url');
    return verify('sha256', Buffer.from(signed), { key, dsaEncoding: 'ieee-p1363' }, bytes);
  } catch {
    return false;
  }
}

const readPart = (part: string): unknown => parseJson(Buffer.from(part, 'base64url').toString());
const thumbprintOf = ({ crv, kty, x, y }: PublicKey): string => sha256(JSON.stringify({ crv, kty, x, y }));

export const sha256 = (text: string): string => createHash('sha256').update(text).digest('base64url');
