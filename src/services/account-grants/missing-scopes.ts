import type { Platform } from '../../platforms/kit/platform.js';
import { nameCharsMax, plainText } from '../shared/remote-calls/platform-texts.js';

const scopesMax = 100;

/** The names of the requested scopes that were not granted. */
export function missingScopes(platform: Pick<Platform, 'connect'>, granted: readonly string[]): string[] {
  const asked = platform.connect?.redirect?.scopes ?? [];
  return asked.filter(({ name }) => !granted.includes(name)).map(({ name }) => name);
}

/** Whether the account was connected without the permission. Unknown permissions are left to the platform. */
export const lacksScope = (
  { scopes }: { scopes: readonly string[] | null },
  { scope }: { readonly scope?: string },
): boolean => scope !== undefined && scopes !== null && !scopes.includes(scope);

/**
 * The columns of an account's row for the scopes that a platform reports. They are external texts, so they are
 * cleaned.
 */
export function scopeColumns(
  platform: Pick<Platform, 'connect'>,
  told: readonly string[],
): { scopes: string[]; missingScopes: string[] } {
  const scopes = told.slice(0, scopesMax).map((scope) => plainText(scope, nameCharsMax));
  return { scopes, missingScopes: missingScopes(platform, scopes) };
}
