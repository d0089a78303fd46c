import type { ConnectScope } from '../../platforms/kit/connect.js';
import { nameCharsMax, plainText } from '../shared/remote-calls/platform-texts.js';

const scopesMax = 100;

/**
 * Whether the account was connected without the permission. Unknown permissions are left to the platform. The statement
 * in `judge-due.ts` must decide in the same way.
 */
export const lacksScope = (
  { scopes }: { scopes: readonly string[] | null },
  { scope }: { readonly scope?: string },
): boolean => scope !== undefined && scopes !== null && !scopes.includes(scope);

/**
 * The columns for the scopes that a platform reports, and for those that were requested but not granted. They are
 * external texts, so they are cleaned.
 */
export function scopeColumns(
  asked: readonly ConnectScope[],
  told: readonly string[],
): { scopes: string[]; missingScopes: string[] } {
  const scopes = told.slice(0, scopesMax).map((scope) => plainText(scope, nameCharsMax));
  const missingScopes = asked.map(({ name }) => name).filter((name) => !scopes.includes(name));
  return { scopes, missingScopes };
}
