import type { Json, JsonObject } from '../../domain/json.js';
import { plainText, wordsCharsMax } from '../shared/platform-texts.js';

/** Shorter values are no secrets, and stand in plain words. */
const secretCharsMin = 8;

/** What a platform said, as the account's row keeps it: cut, and without anything of the credentials it was asked with. */
export function platformWords(message: string, credentials: JsonObject): string {
  const clean = secretsIn(credentials).reduce(
    (text, secret) => text.replaceAll(secret, '[redacted]'),
    message,
  );
  return plainText(clean, wordsCharsMax);
}

function secretsIn(value: Json): string[] {
  if (typeof value === 'string') return value.length < secretCharsMin ? [] : [value];
  return value === null || typeof value !== 'object' ? [] : Object.values(value).flatMap(secretsIn);
}
