import type { SimulatedAccounts } from '../../../sandbox/simulator.js';

/** The simulated accounts. A development stack starts with the first. */
export const pinterestAccounts: SimulatedAccounts = [
  {
    externalAccountId: '2783136121146311751',
    handle: 'punctualsandbox',
    displayName: 'Sandbox on Pinterest',
  },
  { externalAccountId: '2783136121146311752', handle: 'acmehome', displayName: 'Acme Home' },
  { externalAccountId: '2783136121146311753', handle: 'northwindtravel', displayName: 'Northwind Travel' },
];

/** The profile of an account. Any id has one; only known ids have names. */
export function profileOf(id: string): {
  id: string;
  username: string;
  account_type: string;
  business_name: string | null;
} {
  const known = pinterestAccounts.find(({ externalAccountId }) => externalAccountId === id);
  return {
    id,
    username: known?.handle ?? id,
    account_type: known === undefined ? 'PINNER' : 'BUSINESS',
    business_name: known?.displayName ?? null,
  };
}
