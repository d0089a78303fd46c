import type { Simulator } from '../../../sandbox/simulator.js';
import { accessTokenOf } from '../../../sandbox/tokens.js';
import { threadsAccounts } from './accounts.js';
import { createThreadsSandbox } from './create-sandbox.js';

export const simulator: Simulator = {
  create: createThreadsSandbox,
  marks: {
    'not-found-yet': 'The publish call does not find the media container. First time only.',
    'quota-spent': 'The post is accepted. After that, the account can publish nothing for two seconds.',
  },
  badgeColor: '#7a2fb5',
  comments: { newComment: ({ store }) => ({ externalPostId: store.newNumericId(), extra: {} }) },
  accounts: threadsAccounts,
  credentialsOf: (accountId, grantNumber) => ({
    accessToken: accessTokenOf({ accountId, refreshes: grantNumber }),
  }),
};
