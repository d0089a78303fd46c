import { randomFillSync, randomUUID } from 'node:crypto';
import { init } from '@paralleldrive/cuid2';
import { idPrefixes, type NewId } from './domain/ids.js';

const wordsAtOnce = 1_024;
const words = new Uint32Array(wordsAtOnce);
let wordsUsed = wordsAtOnce;

/**
 * Like `Math.random`, but from the system's secure source, which is asked for many numbers at once. An id needs
 * 25.
 */
function secureRandom(): number {
  if (wordsUsed === wordsAtOnce) {
    randomFillSync(words);
    wordsUsed = 0;
  }
  const word = words[wordsUsed] ?? 0;
  wordsUsed += 1;
  return word / 2 ** 32;
}

const createCuid = init({ random: secureRandom });

/** A request's id belongs to no row, so it need not be a cuid. Every request needs one. */
export const newId: NewId = (kind) =>
  `${idPrefixes[kind]}_${kind === 'request' ? randomUUID().replaceAll('-', '') : createCuid()}`;
