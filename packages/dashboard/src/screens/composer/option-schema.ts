import { humanizeName } from '../../lib/humanize-name.js';
import { serverText } from '../../messages/server-texts.js';

/** The parts of JSON Schema that the platforms' options use. */
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
  minItems?: number;
  maxItems?: number;
  /** Labels for the values of the option. */
  'x-value-titles'?: Readonly<Record<string, string>>;
  /** The kind of file that the option names. Default: an image. */
  'x-media-kind'?: 'SUBTITLES';
  /** The title says the opposite of a boolean option. */
  'x-opposite'?: true;
}

export interface OptionField {
  name: string;
  label: string;
  schema: OptionSchema;
  isRequired: boolean;
  /** Whether the option that contains this one has a value; undefined for an option at the top level. */
  isUsed?: boolean;
}

/** Returns the schema with its titles and descriptions in the user's language. */
export function inUserLanguage(schema: OptionSchema): OptionSchema {
  const { title, description, properties, items, anyOf, 'x-value-titles': values } = schema;
  return {
    ...schema,
    ...(title !== undefined && { title: serverText(title) }),
    ...(description !== undefined && { description: serverText(description) }),
    ...(properties && { properties: mapValues(properties, inUserLanguage) }),
    ...(items && { items: inUserLanguage(items) }),
    ...(anyOf && { anyOf: anyOf.map(inUserLanguage) }),
    ...(values && { 'x-value-titles': mapValues(values, serverText) }),
  };
}

const mapValues = <Value>(
  record: Readonly<Record<string, Value>>,
  change: (value: Value) => Value,
): Readonly<Record<string, Value>> =>
  Object.fromEntries(Object.entries(record).map(([key, value]) => [key, change(value)]));

/** Returns the form fields of a schema, required ones first. */
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

/** Labels by the names and values of the API. */
export type SchemaLabels = ReadonlyMap<string, string>;

/**
 * Returns the labels of all options, their parts and their values: "Community" for `communityId`, "Self only" for
 * `SELF_ONLY`.
 */
export function labelsIn(schema: OptionSchema): SchemaLabels {
  const labels = new Map<string, string>();
  const add = (titled: OptionSchema, path: string): void => {
    const { properties = {}, items, anyOf = [], enum: values = [] } = titled;
    for (const [name, part] of Object.entries(properties)) {
      const title = `“${part.title ?? labelOf(name)}”`;
      labels.set(`${path}${name}`, title);
      if (/[a-z][A-Z]/.test(name)) labels.set(name, title);
      add(part, `${path}${name}.`);
    }
    for (const value of values) {
      if (/^[A-Z][A-Z_]{3,}$/.test(String(value)))
        labels.set(String(value), `“${valueLabel(titled, value)}”`);
    }
    for (const part of [...(items === undefined ? [] : [items]), ...anyOf]) add(part, path);
  };
  add(schema, '');
  return labels;
}

/** The words that replace JSON's booleans in texts. */
const answersOf: Readonly<Record<string, string>> = { true: 'yes', false: 'no' };

/** Rewrites a description or finding of the API with the labels of the form. */
export function withLabels(text: string, labels: SchemaLabels): string {
  return text
    .split(/(?<=[.!?])\s+(?=[`A-Z])/)
    .filter((sentence) => !/`[A-Z]+ \/|^With an object\b/.test(sentence))
    .join(' ')
    .replaceAll(/,? as the id of an image in the media library|, counted from 0/g, '')
    .replaceAll('as the id of a WebVTT or SubRip file in the media library', 'a WebVTT or SubRip file')
    .replaceAll(/\b(?:true|false)\b/g, (value) => answersOf[value] ?? value)
    .replaceAll(/(?:The option )?"([\w.]+)"/g, (given, path: string) => titleAt(path, labels) ?? given)
    .replaceAll(/(?<![\w“])[A-Za-z]\w*(?:[A-Z_])\w*(?![\w”])/g, (name) => labels.get(name) ?? name);
}

/** Returns the option of a list entry: `mentions.0.name` belongs to the option `mentions.name`. */
export const withoutPositions = (path: string): string => path.replaceAll(/\.\d+(?=\.|$)/g, '');

const titleAt = (path: string, labels: SchemaLabels): string | undefined =>
  labels.get(withoutPositions(path));

/** Returns the label of an option or value that has no title: "Board section" for `boardSectionId`. */
export const labelOf = (name: string): string => humanizeName(name.replace(/(?<=[a-z])(Id|Ids)$/, ''));

/** Returns the label of a value of the option's schema. */
export const valueLabel = (schema: OptionSchema, value: unknown): string =>
  schema['x-value-titles']?.[String(value)] ?? serverText(labelOf(String(value)));

export const isMediaOption = (name: string): boolean => /MediaId$/.test(name);

/** Whether the option is the position of one of the post's own images. */
export const isPlaceOption = (name: string): boolean => /^(photoCover|carousel)Index$/.test(name);

/** Returns the options with one option set, or removed if its value is empty. A parent without values is empty, too. */
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
