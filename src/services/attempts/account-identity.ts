import type { PlatformName } from '../../domain/platforms.js';

/** A platform account's identity, which is the same in every workspace that connected it. */
export function identityOf(account: { platform: PlatformName; externalAccountId: string }): string {
  return `${account.platform}:${account.externalAccountId}`;
}
