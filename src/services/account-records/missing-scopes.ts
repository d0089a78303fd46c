import type { Platform } from '../../platforms/kit/platform.js';
import { nameCharsMax, plainText } from '../shared/platform-texts.js';

const scopesMax = 100;

/** Those that we ask for and were not granted, by name. */
export function missingScopes(platform: Pick<Platform, 'connect'>, granted: readonly string[]): string[] {
  const asked = platform.connect?.redirect?.scopes ?? [];
  return asked.filter(({ name }) => !granted.includes(name)).map(({ name }) => name);
}

/** What an account's row keeps of the scopes that a platform tells, which are others' texts. */
export function scopeColumns(
  platform: Pick<Platform, 'connect'>,
  told: readonly string[],
): { scopes: string[]; missingScopes: string[] } {
  const scopes = told.slice(0, scopesMax).map((scope) => plainText(scope, nameCharsMax));
  return { scopes, missingScopes: missingScopes(platform, scopes) };
}
