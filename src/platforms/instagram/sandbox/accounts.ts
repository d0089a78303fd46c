import type { SimulatedAccounts } from '../../../sandbox/simulator.js';

/** The simulated accounts. A development stack starts with the first. */
export const instagramAccounts: SimulatedAccounts = [
  {
    externalAccountId: '17841400000000001',
    handle: 'punctual.sandbox',
    displayName: 'Sandbox on Instagram',
  },
  { externalAccountId: '17841400000000002', handle: 'acme.news', displayName: 'Acme News' },
  { externalAccountId: '17841400000000003', handle: 'jane.at.home', displayName: 'Jane, a personal account' },
];

const personalId = '17841400000000003';

export function instagramAccountOf(id: string): { username: string; name: string; account_type: string } {
  const known = instagramAccounts.find(({ externalAccountId }) => externalAccountId === id);
  return {
    username: known?.handle ?? id,
    name: known?.displayName ?? id,
    account_type: id === personalId ? 'PERSONAL' : 'BUSINESS',
  };
}
