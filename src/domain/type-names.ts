const names: Readonly<Record<string, string>> = {
  string: 'a string',
  number: 'a number',
  int: 'a whole number',
  boolean: 'true or false',
  array: 'an array',
  object: 'an object',
  record: 'an object',
};

/** The name of a type in a message: `a string` for `string`. Undefined for types that callers do not know. */
export const typeName = (type: string): string | undefined =>
  Object.hasOwn(names, type) ? names[type] : undefined;
