/** A part of a text that exists only in English: a text of the server without a translation, or words of a platform. */
export interface English {
  readonly english: string;
}

/** A text for the user in the language of the page, except for its English parts. */
export type Told = string | English | readonly (string | English)[];

export const english = (text: string): English => ({ english: text });

/** Joins texts into one. */
export function inOne(...parts: readonly Told[]): Told {
  const joined: (string | English)[] = [];
  for (const part of parts.flat()) {
    const last = joined.at(-1);
    if (typeof part === 'string' && typeof last === 'string') joined.splice(-1, 1, last + part);
    else joined.push(part);
  }
  const [only] = joined;
  return joined.length === 1 && only !== undefined ? only : joined;
}

/** Changes the words of each part. */
export function mapTold(told: Told, change: (words: string) => string): Told {
  if (typeof told === 'string') return change(told);
  return 'english' in told
    ? english(change(told.english))
    : inOne(...told.map((part) => mapTold(part, change)));
}

/** Returns only the text, for attributes, which cannot have a language. */
export function plainText(told: Told): string {
  if (typeof told === 'string') return told;
  return 'english' in told ? told.english : told.map(plainText).join('');
}
