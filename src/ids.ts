import { randomBytes } from 'node:crypto';
import { idPrefixes, type NewId } from './domain/ids.js';

const letters = 'abcdefghijklmnopqrstuvwxyz';
const characters = `${letters}0123456789`;
const cuidChars = 24;
/** Of the 256 values of a byte, those that divide evenly among the characters; the others are passed over. */
const evenLetters = 256 - (256 % letters.length);
const evenCharacters = 256 - (256 % characters.length);
const poolBytes = 8_192;

let pool = randomBytes(poolBytes);
let used = 0;

/**
 * An id in the form of a cuid2, a letter and 23 letters or digits, from the system's random source alone: its library
 * hashes twice for each id, which was a tenth of the time of scheduling a post.
 */
export const newCuid: NewId = (kind) => {
  let id = `${idPrefixes[kind]}_${draw(letters, evenLetters)}`;
  for (let index = 1; index < cuidChars; index += 1) id += draw(characters, evenCharacters);
  return id;
};

function draw(from: string, even: number): string {
  for (;;) {
    if (used === pool.length) {
      pool = randomBytes(poolBytes);
      used = 0;
    }
    const byte = pool[used] ?? 0;
    used += 1;
    if (byte < even) return from.charAt(byte % from.length);
  }
}
