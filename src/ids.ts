import { randomFillSync, randomUUID } from 'node:crypto';
import { init } from '@paralleldrive/cuid2';
import { idPrefixes, type IdKind, type NewId } from './domain/ids.js';

const wordsAtOnce = 1_024;
const words = new Uint32Array(wordsAtOnce);
let wordsUsed = wordsAtOnce;

/** Like `Math.random`, but from the system's secure source, in batches, because each id takes 25 numbers. */
function secureRandom(): number {
  if (wordsUsed === wordsAtOnce) {
    randomFillSync(words);
    wordsUsed = 0;
  }
  const word = words[wordsUsed] ?? 0;
  wordsUsed += 1;
  return word / 2 ** 32;
}

// Version 2.3 is used, because version 3 makes the same ids with bignumber.js, which takes ten times as long.
const createCuid = init({ random: secureRandom });

/** Ids that name no resource need not be cuids, which take ten times as long to make as UUIDs. */
const uuidKinds: ReadonlySet<IdKind> = new Set(['request', 'attempt']);

export const newId: NewId = (kind) =>
  `${idPrefixes[kind]}_${uuidKinds.has(kind) ? randomUUID().replaceAll('-', '') : createCuid()}`;
