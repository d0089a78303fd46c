/** Words that some YAML parsers read as a value of another type. */
const ambiguous = /^(?:true|false|null|yes|no|on|off|y|n)$/i;

/**
 * Formats a JSON value as YAML in block style, with strings quoted as in JSON. A library would block the process for
 * half a second to format the API's description.
 */
export function yamlOf(value: unknown): string {
  return after(value, '').trimStart();
}

/** Formats a value that follows the colon of a key or the dash of an item. */
function after(value: unknown, indent: string): string {
  if (typeof value !== 'object' || value === null) return ` ${JSON.stringify(value)}\n`;
  const inner = `${indent}  `;
  if (Array.isArray(value)) {
    const items = value.map((item) => `${indent}-${after(item, inner)}`);
    return items.length === 0 ? ' []\n' : `\n${items.join('')}`;
  }
  const fields = Object.entries(value).map(([key, field]) => `${indent}${keyOf(key)}:${after(field, inner)}`);
  return fields.length === 0 ? ' {}\n' : `\n${fields.join('')}`;
}

function keyOf(key: string): string {
  return /^[A-Za-z][\w-]*$/.test(key) && !ambiguous.test(key) ? key : JSON.stringify(key);
}
