import { createHmac } from 'node:crypto';

const secretPrefix = 'whsec_';

/** Returns the HMAC key of a Standard Webhooks secret: the part after the prefix, decoded from base64. */
function keyOf(secret: string): Buffer {
  return Buffer.from(secret.startsWith(secretPrefix) ? secret.slice(secretPrefix.length) : secret, 'base64');
}

/** At least the 24 bytes that Standard Webhooks asks for. Every attacker knows the empty key, so it is never used. */
const secretPattern = /^(whsec_)?[A-Za-z0-9+/]{32,}={0,2}$/;

/** Whether a text can be a signing secret, and not a setting that is missing or has a placeholder. */
export const isSigningSecret = (secret: string): boolean => secretPattern.test(secret);

export interface SignedContent {
  id: string;
  /** Unix time in seconds. */
  timestamp: string;
  body: string;
}

/** The signature of Standard Webhooks, without its version. */
export const standardSignature = (secret: string, { id, timestamp, body }: SignedContent): string =>
  createHmac('sha256', keyOf(secret)).update(`${id}.${timestamp}.${body}`).digest('base64');

/** The signature of X-Service-Signature, which covers only the body. */
export const serviceSignature = (secret: string, body: string): string =>
  createHmac('sha256', secret).update(body).digest('hex');
