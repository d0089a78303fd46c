import { parseUrl } from '../../../urls/parse-url.js';

/** The maximum length of names and ids. */
export const nameCharsMax = 300;
/** The maximum length of a platform's messages. */
export const messageCharsMax = 300;
const urlCharsMax = 4_000;

/** Characters that move a terminal's cursor, break a line, or reverse the direction of the text after them. */
const controls = /[\p{Cc}\p{Bidi_Control}\u2028\u2029]+/gu;

/**
 * Makes a platform's text safe to store and show: limits its length, and removes characters that Postgres cannot store
 * or that control a terminal or a page.
 */
export function plainText(text: string, charsMax: number): string {
  return [...text.replaceAll('\u0000', '').replaceAll(controls, ' ')].slice(0, charsMax).join('');
}

/** Like `plainText`, but keeps line breaks, because the author chose them. */
export function plainLines(text: string, charsMax: number): string {
  // No character has more than two units, so a text of megabytes is cut before it is split.
  const lines = text
    .slice(0, 2 * charsMax)
    .replaceAll('\u0000', '')
    .split(/\r\n|[\r\n\u2028\u2029]/);
  return [...storable(lines.map((line) => line.replaceAll(controls, ' ')).join('\n'))]
    .slice(0, charsMax)
    .join('');
}

/** Replaces half surrogate pairs, which Postgres does not accept in JSON. */
export const storable = (text: string): string => text.replaceAll(/\p{Surrogate}/gu, '\uFFFD');

export const plainName = (text: string | null): string | null =>
  text === null ? null : plainText(text, nameCharsMax);

/** The given URL if pages may link to it or load an image from it; otherwise null. */
export function shownUrl(given: string | null): string | null {
  const url = given === null || given.length > urlCharsMax ? null : parseUrl(given);
  return url !== null && /^https?:$/.test(url.protocol) ? url.href : null;
}
