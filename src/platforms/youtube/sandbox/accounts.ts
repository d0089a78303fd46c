import type { SimulatedAccount, SimulatedAccounts } from '../../../sandbox/simulator.js';

/** An account that can grant access like any other, but whose grant covers nothing. */
export const accountWithoutChannel: SimulatedAccount = {
  externalAccountId: 'google-account-without-channel',
  handle: 'nobody@gmail.example',
  displayName: 'A Google account without a channel',
};

/** An account for which the app's consent screen is in "Testing". */
export const accountOfTest: SimulatedAccount = {
  externalAccountId: 'UCsevendays0000000000001',
  handle: '@seven.days',
  displayName: 'Seven Days, with an app in testing',
};

/** The simulated accounts. A development stack starts with the first. */
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

/** The channel of an account. Any id has a channel. */
export function channelOf(id: string): { title: string; customUrl: string } {
  const known = youTubeAccounts.find(({ externalAccountId }) => externalAccountId === id);
  return { title: known?.displayName ?? id, customUrl: known?.handle ?? `@${id}` };
}
