import type { Clock } from '../../clock.js';

const alphabet = '234567abcdefghijklmnopqrstuvwxyz';
const tidChars = 13;
const clockIdBits = 10;

/**
 * Record keys that sort by time: microseconds and a random clock id, in 13 characters of base 32.
 * Within one source each is greater than the one before, even if the clock stands still or goes back.
 */
export function createTidSource(clock: Clock, clockId = randomClockId()): () => string {
  let lastMicros = 0;
  return () => {
    lastMicros = Math.max(lastMicros + 1, clock.now().getTime() * 1000);
    return encodeTid((BigInt(lastMicros) << BigInt(clockIdBits)) | BigInt(clockId));
  };
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

function randomClockId(): number {
  return Math.floor(Math.random() * 2 ** clockIdBits);
}
