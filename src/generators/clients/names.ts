/** Splits a name in any spelling into words: `mediaIds`, `NEEDS_APPROVAL` and `graphic-media` have two each. */
export function wordsOf(name: string): string[] {
  const parts = name.split(/[^A-Za-z0-9]+/).filter((part) => part !== '');
  return parts.flatMap((part) => part.match(/[A-Z]?[a-z0-9]+|[A-Z0-9]+(?![a-z])/g) ?? []);
}

export const snakeCase = (name: string): string =>
  wordsOf(name)
    .map((word) => word.toLowerCase())
    .join('_');

/** The initials that Go's style guide wants in capital letters in names. */
const initials = new Map([
  ['id', 'ID'],
  ['ids', 'IDs'],
  ['url', 'URL'],
  ['urls', 'URLs'],
  ['api', 'API'],
  ['uri', 'URI'],
  ['ai', 'AI'],
  ['mime', 'MIME'],
  ['sha256', 'SHA256'],
]);

export const pascalCase = (name: string): string =>
  wordsOf(name)
    .map((word) => {
      const lower = word.toLowerCase();
      return initials.get(lower) ?? lower.charAt(0).toUpperCase() + lower.slice(1);
    })
    .join('');

export function camelCase(name: string): string {
  const [first = '', ...rest] = wordsOf(name);
  return first.toLowerCase() + pascalCase(rest.join('_'));
}

/** The first sentence of a description, for a comment of one line. */
export function firstSentence(text: string): string {
  const [sentence = ''] = text.replaceAll('’', "'").split(/(?<=[.!?])\s/);
  return sentence.replaceAll('`', '').trim();
}
