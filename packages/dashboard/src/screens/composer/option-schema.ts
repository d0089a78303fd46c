/** As much of JSON Schema as the options of platforms are written in. */
export interface OptionSchema {
  type?: string;
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
    .map(([name, schema]) => ({ name, label: labelOf(name), schema, isRequired: required.includes(name) }));
  return [
    ...fields.filter(({ isRequired }) => isRequired),
    ...fields.filter(({ isRequired }) => !isRequired),
  ];
}

/** `boardSectionId`, `PUBLIC_TO_EVERYONE` and `followers_only`, as a person would write them. */
export function labelOf(name: string): string {
  const words = name
    .replace(/(?<=[a-z])(Id|Ids)$/, '')
    .replace(/([a-z\d])([A-Z])/g, '$1 $2')
    .replaceAll(/[_-]+/g, ' ')
    .trim()
    .toLowerCase();
  return words.charAt(0).toUpperCase() + words.slice(1);
}

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
