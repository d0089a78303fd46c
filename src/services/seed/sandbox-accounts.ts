import type { JsonObject } from '../../domain/json.js';
import type { PlatformName } from '../../domain/platforms.js';

interface SandboxAccount {
  platform: PlatformName;
  externalAccountId: string;
  handle: string;
  displayName: string;
}

/** The accounts that a development stack begins with, one on each simulated platform. */
export const sandboxAccounts: readonly SandboxAccount[] = [
  {
    platform: 'BLUESKY',
    externalAccountId: 'did:plc:punctualsandboxaccount22',
    handle: 'sandbox.bsky.test',
    displayName: 'Sandbox on Bluesky',
  },
  {
    platform: 'X',
    externalAccountId: '1000000000000000001',
    handle: 'punctual_sandbox',
    displayName: 'Sandbox on X',
  },
  {
    platform: 'THREADS',
    externalAccountId: '17840000000000001',
    handle: 'punctual.sandbox',
    displayName: 'Sandbox on Threads',
  },
];

/**
 * Credentials that the simulated platforms take for their own. They open nothing else, which is why they may be
 * made here. The number must exceed that of every grant revoked before, so that a reconnection is alive.
 */
export function sandboxCredentials(
  { platform, externalAccountId }: SandboxAccount,
  grantNumber: number,
): JsonObject {
  const access = `sandbox:${externalAccountId}~${grantNumber}`;
  const refresh = `sandbox-refresh:${externalAccountId}~${grantNumber}`;
  if (platform === 'BLUESKY') return { accessJwt: access, refreshJwt: refresh };
  return platform === 'X' ? { accessToken: access, refreshToken: refresh } : { accessToken: access };
}
