const alphabet = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';
const timeChars = 10;
const randomChars = 16;
export const ulidRandomBytes = 10;

/** Returns a ULID (48 bits of time, 80 random bits) in its canonical form of 26 characters. */
export function encodeUlid(timeMs: number, random: Uint8Array): string {
  let value = 0n;
  for (const byte of random.subarray(0, ulidRandomBytes)) value = (value << 8n) | BigInt(byte);
  return base32(BigInt(timeMs), timeChars) + base32(value, randomChars);
}

function base32(value: bigint, chars: number): string {
  let text = '';
  for (let rest = value; text.length < chars; rest >>= 5n) text = (alphabet[Number(rest & 31n)] ?? '') + text;
  return text;
}
