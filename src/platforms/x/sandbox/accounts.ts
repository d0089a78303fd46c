import type { SimulatedAccounts } from '../../../sandbox/simulator.js';

/** The simulated accounts. A development stack starts with the first. */
export const xAccounts: SimulatedAccounts = [
  {
    externalAccountId: '1000000000000000001',
    handle: 'punctualsandbox',
    displayName: 'Sandbox on X',
  },
  { externalAccountId: '1000000000000000002', handle: 'acme_news', displayName: 'Acme News' },
];

export function xAccountOf(id: string): { id: string; name: string; username: string } {
  const known = xAccounts.find(({ externalAccountId }) => externalAccountId === id);
  return { id, name: known?.displayName ?? id, username: known?.handle ?? id };
}
