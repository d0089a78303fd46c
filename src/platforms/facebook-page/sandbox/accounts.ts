import type { SimulatedAccounts } from '../../../sandbox/simulator.js';

/** The person who logs in at the simulated Facebook. */
export const personId = '122100000000000001';

/**
 * The Pages of one person, who is only an analyst on the fourth, and has the last one only through a business
 * portfolio. A development stack starts with the first.
 */
export const facebookPages: SimulatedAccounts = [
  {
    externalAccountId: '100064000000001',
    handle: 'punctual.sandbox',
    displayName: 'Sandbox on Facebook',
  },
  { externalAccountId: '100064000000002', handle: 'acme.news', displayName: 'Acme News' },
  { externalAccountId: '100064000000003', handle: 'acme.jobs', displayName: 'Acme Jobs' },
  {
    externalAccountId: '100064000000004',
    handle: 'acme.partner',
    displayName: 'Partner of Acme, statistics only',
  },
  {
    externalAccountId: '100064000000005',
    handle: 'acme.group',
    displayName: 'Acme Group, in a business portfolio',
  },
];

/** The business portfolio. The list of a person's Pages lacks its Page, although the person may publish there. */
export const portfolioId = '170000000000001';
const portfolioPageId = '100064000000005';
export const isInPortfolio = (pageId: string): boolean => pageId === portfolioPageId;

const analystOf = '100064000000004';

export function tasksOf(pageId: string): string[] {
  return pageId === analystOf
    ? ['ANALYZE']
    : ['ADVERTISE', 'ANALYZE', 'CREATE_CONTENT', 'MESSAGING', 'MODERATE', 'MANAGE'];
}

export function facebookPageOf(id: string): { name: string; username: string } {
  const known = facebookPages.find(({ externalAccountId }) => externalAccountId === id);
  return { name: known?.displayName ?? id, username: known?.handle ?? id };
}
