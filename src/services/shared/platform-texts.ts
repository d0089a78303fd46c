import { parseUrl } from '../../domain/parse-url.js';

/** Of names and ids. */
export const nameCharsMax = 300;
/** Of what a platform says in its own words. */
export const wordsCharsMax = 300;
const addressCharsMax = 4_000;

/** Platforms' texts are others' texts: none is longer than it may be, or has what Postgres cannot store. */
export function plainText(text: string, charsMax: number): string {
  return [...text.replaceAll('\u0000', '')].slice(0, charsMax).join('');
}

export const plainName = (text: string | null): string | null =>
  text === null ? null : plainText(text, nameCharsMax);

/** An address that pages may show a picture from. */
export function pictureAddress(address: string | null): string | null {
  const url = address === null || address.length > addressCharsMax ? null : parseUrl(address);
  return url !== null && /^https?:$/.test(url.protocol) ? url.href : null;
}
