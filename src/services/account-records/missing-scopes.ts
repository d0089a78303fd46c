import type { Platform } from '../../platforms/kit/platform.js';

/** Those that we ask for and were not granted, by name. */
export function missingScopes(platform: Pick<Platform, 'connect'>, granted: readonly string[]): string[] {
  const asked = platform.connect?.redirect?.scopes ?? [];
  return asked.filter(({ name }) => !granted.includes(name)).map(({ name }) => name);
}
