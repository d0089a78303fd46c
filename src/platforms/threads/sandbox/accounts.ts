import type { SimulatedAccounts } from '../../../sandbox/simulator.js';

/** The simulated accounts. A development stack starts with the first. */
export const threadsAccounts: SimulatedAccounts = [
  {
    externalAccountId: '17840000000000001',
    handle: 'punctual.sandbox',
    displayName: 'Sandbox on Threads',
  },
  { externalAccountId: '17840000000000002', handle: 'acme.news', displayName: 'Acme News' },
];

export function threadsAccountOf(id: string): { username: string; name: string } {
  const known = threadsAccounts.find(({ externalAccountId }) => externalAccountId === id);
  return { username: known?.handle ?? id, name: known?.displayName ?? id };
}
