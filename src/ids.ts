import { randomFillSync, randomUUID } from 'node:crypto';
import { init } from '@paralleldrive/cuid2';
import { idPrefixes, type IdKind, type NewId } from './domain/ids.js';

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

// Version 2.3: version 3 makes the same ids with bignumber.js, which takes ten times as long.
const createCuid = init({ random: secureRandom });

/** These ids name no resource, so they need not be cuids, which cost ten times as much as UUIDs. */
const uuidKinds: ReadonlySet<IdKind> = new Set(['request', 'attempt']);

export const newId: NewId = (kind) =>
  `${idPrefixes[kind]}_${uuidKinds.has(kind) ? randomUUID().replaceAll('-', '') : createCuid()}`;
