import { createHash } from 'node:crypto';

export function didOf(identifier: string): string {
  if (identifier.startsWith('did:')) return identifier;
  return `did:plc:${base32(createHash('sha256').update(identifier.toLowerCase()).digest()).slice(0, 24)}`;
}

/** A CID that has the right form and is the same for the same record, but is not computed from the real encoding. */
export function cidOf(record: object): string {
  return `bafyrei${base32(createHash('sha256').update(JSON.stringify(record)).digest())}`;
}

/** The CID of bytes: version 1, raw, SHA-256. */
export function rawCidOf(sha256: string): string {
  return `b${base32(Buffer.concat([Buffer.from([0x01, 0x55, 0x12, 0x20]), Buffer.from(sha256, 'hex')]))}`;
}

/** A record key: 13 characters that sort in the order of the numbers. */
export function tidOf(value: bigint): string {
  const alphabet = '234567abcdefghijklmnopqrstuvwxyz';
  const letters = Array.from({ length: 13 }, (_, at) =>
    alphabet.charAt(Number((value >> BigInt(5 * (12 - at))) & 31n)),
  );
  return letters.join('');
}

function base32(bytes: Uint8Array): string {
  const bits = Array.from(bytes, (byte) => byte.toString(2).padStart(8, '0')).join('');
  const groups = bits.match(/.{1,5}/g) ?? [];
  return groups
    .map((group) => 'abcdefghijklmnopqrstuvwxyz234567'.charAt(parseInt(group.padEnd(5, '0'), 2)))
    .join('');
}
