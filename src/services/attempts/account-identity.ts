import type { PlatformName } from '../../domain/platforms.js';

/** An account as its platform knows it, the same in every workspace that connected it. */
export function identityOf(account: { platform: PlatformName; externalAccountId: string }): string {
  return `${account.platform}:${account.externalAccountId}`;
}
