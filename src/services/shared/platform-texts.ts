import { parseUrl } from '../../domain/parse-url.js';

/** Of names and ids. */
export const nameCharsMax = 300;
/** Of what a platform says in its own words. */
export const wordsCharsMax = 300;
const urlCharsMax = 4_000;

/** What moves a terminal's cursor, breaks a line, or turns the direction of what stands behind it. */
const controls = /[\p{Cc}\p{Bidi_Control}\u2028\u2029]+/gu;

/**
 * Platforms' texts are others' texts: none is longer than it may be, has what Postgres cannot store, or speaks to the
 * terminal or the page that shows it.
 */
export function plainText(text: string, charsMax: number): string {
  return [...text.replaceAll('\u0000', '').replaceAll(controls, ' ')].slice(0, charsMax).join('');
}

/** As `plainText`, of a text whose lines are its author's. */
export function plainLines(text: string, charsMax: number): string {
  // No character has more than two units: a text of megabytes is not taken apart.
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

/** A URL that pages may link to, or show an image from. */
export function shownUrl(given: string | null): string | null {
  const url = given === null || given.length > urlCharsMax ? null : parseUrl(given);
  return url !== null && /^https?:$/.test(url.protocol) ? url.href : null;
}
