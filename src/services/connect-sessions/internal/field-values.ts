import { validationFailed, type ErrorDetail } from '../../../domain/errors.js';
import { parseUrl } from '../../../urls/parse-url.js';
import type { ConnectPlace, CredentialField } from '../../../platforms/kit/connect.js';

/** Returns the typed value or the default of each field. Errors name the field, and never repeat a value. */
export function readFieldValues(
  fields: readonly CredentialField[],
  place: ConnectPlace,
  typed: Readonly<Record<string, string>>,
): Record<string, string> {
  const known = new Set(fields.map(({ name }) => name));
  const details: ErrorDetail[] = Object.keys(typed)
    .filter((name) => !known.has(name))
    .map((name) => ({ path: name.slice(0, 100), code: 'unknown_field', message: 'Unknown field.' }));
  const values: Record<string, string> = {};
  for (const field of fields) {
    const { name, kind } = field;
    const given = Object.hasOwn(typed, name) ? (typed[name] ?? '') : '';
    const value = (kind === 'secret' ? given : given.trim()) || (field.default ?? '');
    if (value === '') {
      details.push({ path: name, code: 'required', message: `${field.label} is required.` });
    } else if (kind === 'address' && !isUsableAddress(value, field, place)) {
      details.push({ path: name, code: 'address_refused', message: addressRule(place) });
    }
    values[name] = value;
  }
  if (details.length > 0) throw validationFailed(details);
  return values;
}

/**
 * Whether secrets may be sent to a typed server URL. It must use https, except for the field's default, which the
 * operator has configured, and for the sandbox.
 */
function isUsableAddress(value: string, field: CredentialField, { sandboxUrl }: ConnectPlace): boolean {
  if (value === field.default) return true;
  const url = parseUrl(value);
  if (url === null || url.username !== '' || url.password !== '' || url.search !== '' || url.hash !== '')
    return false;
  return sandboxUrl === undefined ? url.protocol === 'https:' : value.startsWith(`${sandboxUrl}/`);
}

const addressRule = ({ sandboxUrl }: ConnectPlace): string =>
  sandboxUrl === undefined
    ? 'Must be an https URL, for instance https://example.com.'
    : 'A simulated account can only be on the simulated server.';
