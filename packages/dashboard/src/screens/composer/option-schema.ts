import { wordsOfName } from '../../lib/words-of-name.js';

/** As much of JSON Schema as the options of platforms are written in. */
export interface OptionSchema {
  type?: string;
  title?: string;
  enum?: readonly (string | number)[];
  const?: unknown;
  description?: string;
  default?: unknown;
  properties?: Readonly<Record<string, OptionSchema>>;
  required?: readonly string[];
  items?: OptionSchema;
  anyOf?: readonly OptionSchema[];
  minimum?: number;
  maximum?: number;
  maxLength?: number;
  maxItems?: number;
  /** What people read in place of its values. */
  'x-value-titles'?: Readonly<Record<string, string>>;
}

export interface OptionField {
  name: string;
  label: string;
  schema: OptionSchema;
  isRequired: boolean;
}

/** The fields of a form for it, those that must be filled in first. */
export function fieldsOf({ properties = {}, required = [] }: OptionSchema): OptionField[] {
  const fields = Object.entries(properties)
    .filter(([, schema]) => schema.const === undefined)
    .map(([name, schema]) => ({
      name,
      label: schema.title ?? labelOf(name),
      schema,
      isRequired: required.includes(name),
    }));
  return [
    ...fields.filter(({ isRequired }) => isRequired),
    ...fields.filter(({ isRequired }) => !isRequired),
  ];
}

/** What people read in place of the names and values that only callers of the API write. */
export type SchemaWords = ReadonlyMap<string, string>;

/** Of all options, their parts, and the values that some take: `communityId` is "Community", and `SELF_ONLY` Self only. */
export function wordsIn(schema: OptionSchema): SchemaWords {
  const words = new Map<string, string>();
  const add = (titled: OptionSchema, path: string): void => {
    const { properties = {}, items, anyOf = [], enum: values = [] } = titled;
    for (const [name, part] of Object.entries(properties)) {
      const title = `“${part.title ?? labelOf(name)}”`;
      words.set(`${path}${name}`, title);
      if (/[a-z][A-Z]/.test(name)) words.set(name, title);
      add(part, `${path}${name}.`);
    }
    for (const value of values) {
      if (/^[A-Z][A-Z_]{3,}$/.test(String(value))) words.set(String(value), `“${valueLabel(titled, value)}”`);
    }
    for (const part of [...(items === undefined ? [] : [items]), ...anyOf]) add(part, path);
  };
  add(schema, '');
  return words;
}

/** What a form has in place of the values of JSON. */
const answersOf: Readonly<Record<string, string>> = { true: 'yes', false: 'no' };

/** A description or a finding for a form: names as its fields have them, and nothing about the API. */
export function inWords(text: string, words: SchemaWords): string {
  return text
    .split(/(?<=[.!?])\s+(?=[`A-Z])/)
    .filter((sentence) => !/`[A-Z]+ \/|^With an object\b/.test(sentence))
    .join(' ')
    .replaceAll(/\b(?:true|false)\b/g, (value) => answersOf[value] ?? value)
    .replaceAll(/(?:The option )?"([\w.]+)"/g, (given, path: string) => titleAt(path, words) ?? given)
    .replaceAll(/(?<![\w“])[A-Za-z]\w*(?:[A-Z_])\w*(?![\w”])/g, (name) => words.get(name) ?? name);
}

/** `mentions.0.name`, as findings have it, is the option `mentions.name`. */
const titleAt = (path: string, words: SchemaWords): string | undefined =>
  words.get(path.replaceAll(/\.\d+(?=\.|$)/g, ''));

/** The words of an option or a value that has no title of its own: `boardSectionId` is "Board section". */
export const labelOf = (name: string): string => wordsOfName(name.replace(/(?<=[a-z])(Id|Ids)$/, ''));

/** One of the values of an option, as people read it. */
export const valueLabel = (schema: OptionSchema, value: unknown): string =>
  schema['x-value-titles']?.[String(value)] ?? labelOf(String(value));

export const isMediaOption = (name: string): boolean => /MediaId$/.test(name);

/** An option is set, or, by what is empty, taken away. What holds nothing any more goes with it. */
export function withOption(
  options: Readonly<Record<string, unknown>>,
  name: string,
  value: unknown,
): Readonly<Record<string, unknown>> {
  const next = Object.fromEntries(Object.entries(options).filter(([key]) => key !== name));
  return isEmpty(value) ? next : { ...next, [name]: value };
}

function isEmpty(value: unknown): boolean {
  if (value === undefined || value === '' || value === null) return true;
  if (Array.isArray(value)) return value.length === 0;
  return typeof value === 'object' && Object.keys(value).length === 0;
}

/** "a, b" as a list, and back. */
export const listOf = (text: string): string[] =>
  text
    .split(/[,\n]/)
    .map((part) => part.trim())
    .filter((part) => part !== '');
