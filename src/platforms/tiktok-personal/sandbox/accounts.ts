import type { SimulatedAccount, SimulatedAccounts } from '../../../sandbox/simulator.js';

export const badgeColor = '#161823';

/** The first is the one that a development stack starts with. One whose id ends in `private` is a private account. */
export const tikTokAccounts: SimulatedAccounts = [
  {
    externalAccountId: '-000SandboxOfPunctual0000000000000000',
    handle: 'punctual.sandbox',
    displayName: 'Sandbox on TikTok',
  },
  { externalAccountId: '-000AcmeNewsSandbox', handle: 'acme.news', displayName: 'Acme News' },
  { externalAccountId: '-000QuietSandbox-private', handle: 'quiet.sandbox', displayName: 'Quiet Sandbox' },
];

/** Any account exists; unknown ones have their id as the name. */
export function tikTokAccountOf(id: string): Omit<SimulatedAccount, 'externalAccountId'> {
  const known = tikTokAccounts.find(({ externalAccountId }) => externalAccountId === id);
  return known ?? { handle: id, displayName: id };
}
