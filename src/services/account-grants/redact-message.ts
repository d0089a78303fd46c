import type { Json, JsonObject } from '../../domain/json.js';
import { plainText, messageCharsMax } from '../shared/remote-calls/platform-texts.js';

/** The minimum length of a secret. Shorter values may appear in ordinary text. */
const secretCharsMin = 8;

/**
 * A platform's message as the account's row stores it: shortened, and without any part of the credentials that
 * were sent.
 */
export function redactMessage(message: string, credentials: JsonObject): string {
  const clean = secretsIn(credentials).reduce(
    (text, secret) => text.replaceAll(secret, '[redacted]'),
    message,
  );
  return plainText(clean, messageCharsMax);
}

function secretsIn(value: Json): string[] {
  if (typeof value === 'string') return value.length < secretCharsMin ? [] : [value];
  return value === null || typeof value !== 'object' ? [] : Object.values(value).flatMap(secretsIn);
}
