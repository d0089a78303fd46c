/** How a language writes values. */
export interface Notation {
  string: (text: string) => string;
  /** Writes the name of a field with the sign that follows it. */
  field: (name: string) => string;
  object: readonly [open: string, close: string, empty: string];
  list: readonly [open: string, close: string, empty: string];
  words: { true: string; false: string; null: string };
  indent: string;
  /** Whether the last of several lines also ends with a comma. */
  endsWithComma: boolean;
}

const identifier = /^[A-Za-z_]\w*$/;
const inSingleQuotes = (text: string): string =>
  `'${text.replaceAll('\\', '\\\\').replaceAll("'", String.raw`\'`)}'`;
const jsWords = { true: 'true', false: 'false', null: 'null' };

export const typescript: Notation = {
  string: (text) =>
    `'${JSON.stringify(text)
      .slice(1, -1)
      .replaceAll(String.raw`\"`, '"')
      .replaceAll("'", String.raw`\'`)}'`,
  field: (name) => (identifier.test(name) ? `${name}: ` : `${typescript.string(name)}: `),
  object: ['{', '}', '{}'],
  list: ['[', ']', '[]'],
  words: jsWords,
  indent: '  ',
  endsWithComma: true,
};
export const python: Notation = {
  string: (text) => JSON.stringify(text),
  field: (name) => `${JSON.stringify(name)}: `,
  object: ['{', '}', '{}'],
  list: ['[', ']', '[]'],
  words: { true: 'True', false: 'False', null: 'None' },
  indent: '    ',
  endsWithComma: true,
};
export const go: Notation = {
  string: (text) => JSON.stringify(text),
  field: (name) => `${JSON.stringify(name)}: `,
  object: ['map[string]any{', '}', 'map[string]any{}'],
  list: ['[]any{', '}', '[]any{}'],
  words: { ...jsWords, null: 'nil' },
  indent: '\t',
  endsWithComma: true,
};
export const php: Notation = {
  string: inSingleQuotes,
  field: (name) => `${inSingleQuotes(name)} => `,
  object: ['[', ']', 'new stdClass()'],
  list: ['[', ']', '[]'],
  words: jsWords,
  indent: '    ',
  endsWithComma: true,
};
export const ruby: Notation = {
  string: inSingleQuotes,
  field: (name) => (identifier.test(name) ? `${name}: ` : `${inSingleQuotes(name)} => `),
  object: ['{', '}', '{}'],
  list: ['[', ']', '[]'],
  words: { ...jsWords, null: 'nil' },
  indent: '  ',
  endsWithComma: false,
};

/** Writes a JSON value in a language. Lines after the first are indented by `depth` steps. */
export function literal(value: unknown, notation: Notation, depth = 0): string {
  if (typeof value === 'string') return notation.string(value);
  if (Array.isArray(value)) {
    const items = value.map((item: unknown) => literal(item, notation, depth + 1));
    return wrapped(items, notation.list, { notation, depth });
  }
  if (typeof value === 'object' && value !== null) {
    const fields = Object.entries(value).map(
      ([name, inner]) => `${notation.field(name)}${literal(inner, notation, depth + 1)}`,
    );
    return wrapped(fields, notation.object, { notation, depth });
  }
  return typeof value === 'number'
    ? String(value)
    : notation.words[String(value) as 'true' | 'false' | 'null'];
}

function wrapped(
  lines: readonly string[],
  [open, close, empty]: readonly [string, string, string],
  { notation, depth }: { notation: Notation; depth: number },
): string {
  if (lines.length === 0) return empty;
  const inner = notation.indent.repeat(depth + 1);
  const end = notation.endsWithComma ? ',' : '';
  return `${open}\n${inner}${lines.join(`,\n${inner}`)}${end}\n${notation.indent.repeat(depth)}${close}`;
}
