import { createHmac, timingSafeEqual } from 'node:crypto';
import type { Clock } from '../clock.js';
import type { Grant, GrantFault } from './storage.js';

const grantCharsMax = 2_048;

interface Signed {
  grant: Grant;
  expiresAtMs: number;
}

/** The first key signs, and URLs that were signed with any of them are accepted. */
export type SigningKeys = readonly [Buffer, ...Buffer[]];

/** Signs the permission that a URL grants. The bearer needs nothing else and cannot change it. */
export function signGrant([key]: SigningKeys, grant: Grant, expiresAt: Date): string {
  const body = Buffer.from(
    JSON.stringify({ grant, expiresAtMs: expiresAt.getTime() } satisfies Signed),
  ).toString('base64url');
  return `${body}.${macOf(key, body)}`;
}

export function readGrant(keys: SigningKeys, clock: Clock, text: string): Grant | GrantFault {
  const [body, mac, ...rest] = text.slice(0, grantCharsMax).split('.');
  if (body === undefined || mac === undefined || rest.length > 0) return 'invalid';
  if (!keys.some((key) => isEqual(mac, macOf(key, body)))) return 'invalid';
  // The signature was checked, so the content has the known form.
  const { grant, expiresAtMs } = JSON.parse(Buffer.from(body, 'base64url').toString('utf8')) as Signed;
  return clock.now().getTime() < expiresAtMs ? grant : 'expired';
}

function isEqual(mac: string, expected: string): boolean {
  const [one, other] = [Buffer.from(mac), Buffer.from(expected)];
  return one.length === other.length && timingSafeEqual(one, other);
}

function macOf(key: Buffer, body: string): string {
  return createHmac('sha256', key).update(body).digest('base64url');
}
