import type { PublicationKey } from '../kit/platform.js';

const alphabet = '234567abcdefghijklmnopqrstuvwxyz';
const tidChars = 13;
const clockIdBits = 10;
const microsBits = 20;
/** Twenty bits of microseconds can be more than a second. With this margin, the key's time is never in the future. */
const marginSeconds = 2;

/**
 * A record key that depends only on the publication, so that it can be computed again after the database has
 * lost it. It sorts by the second of the creation. A hash of the id distinguishes the keys of one second.
 */
export async function tidOf({ id, createdAt }: PublicationKey): Promise<string> {
  const digest = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(id));
  const hash = new DataView(digest).getUint32(0);
  const micros = hash >>> (32 - microsBits);
  const clockId = hash % 2 ** clockIdBits;
  const seconds = Math.max(0, Math.floor(createdAt.getTime() / 1000) - marginSeconds);
  const timestamp = BigInt(seconds) * 1_000_000n + BigInt(micros);
  return encodeTid((timestamp << BigInt(clockIdBits)) | BigInt(clockId));
}

function encodeTid(value: bigint): string {
  let rest = value;
  let tid = '';
  for (let i = 0; i < tidChars; i += 1) {
    tid = alphabet.charAt(Number(rest & 31n)) + tid;
    rest >>= 5n;
  }
  return tid;
}
