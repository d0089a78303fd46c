import type { SimulatedAccount, SimulatedAccounts } from '../../../sandbox/simulator.js';

/** It can grant access like any other account, but the grant covers nothing. */
export const accountWithoutChannel: SimulatedAccount = {
  externalAccountId: 'google-account-without-channel',
  handle: 'nobody@gmail.example',
  displayName: 'A Google account without a channel',
};

/** For this account the app's consent screen is in "Testing". */
export const accountOfTest: SimulatedAccount = {
  externalAccountId: 'UCsevendays0000000000001',
  handle: '@seven.days',
  displayName: 'Seven Days, with an app in testing',
};

/** The first is the one that a development stack starts with. */
export const youTubeAccounts: SimulatedAccounts = [
  {
    externalAccountId: 'UCpunctualsandbox0000001',
    handle: '@punctual.sandbox',
    displayName: 'Sandbox on YouTube',
  },
  { externalAccountId: 'UCacmefilms0000000000001', handle: '@acme.films', displayName: 'Acme Films' },
  accountWithoutChannel,
  accountOfTest,
];

/** The channel of an account. Any id has one. */
export function channelOf(id: string): { title: string; customUrl: string } {
  const known = youTubeAccounts.find(({ externalAccountId }) => externalAccountId === id);
  return { title: known?.displayName ?? id, customUrl: known?.handle ?? `@${id}` };
}
