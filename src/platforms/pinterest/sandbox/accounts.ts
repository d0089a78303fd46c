import type { SimulatedAccounts } from '../../../sandbox/simulator.js';

/** The first is the one that a development stack starts with. */
export const pinterestAccounts: SimulatedAccounts = [
  {
    externalAccountId: '2783136121146311751',
    handle: 'punctualsandbox',
    displayName: 'Sandbox on Pinterest',
  },
  { externalAccountId: '2783136121146311752', handle: 'acmehome', displayName: 'Acme Home' },
  { externalAccountId: '2783136121146311753', handle: 'northwindtravel', displayName: 'Northwind Travel' },
];

/** Any id has an account; known ones have names. */
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
