import type { Simulator } from '../../../sandbox/simulator.js';
import { accessTokenOf } from '../../../sandbox/tokens.js';
import { createThreadsSandbox } from './create-sandbox.js';

export const simulator: Simulator = {
  create: createThreadsSandbox,
  marks: {
    'not-found-yet': 'Threads: the first call to publish does not find the container. First time only.',
    'quota-spent':
      'Threads: the post is accepted, and is the last that the account may publish for two seconds.',
  },
  badgeColor: '#7a2fb5',
  account: {
    externalAccountId: '17840000000000001',
    handle: 'punctual.sandbox',
    displayName: 'Sandbox on Threads',
  },
  credentialsOf: (accountId, grantNumber) => ({
    accessToken: accessTokenOf({ accountId, refreshes: grantNumber }),
  }),
};
