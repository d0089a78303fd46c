import type { Simulator } from '../../../sandbox/simulator.js';
import { accessTokenOf } from '../../../sandbox/tokens.js';
import { instagramAccounts } from './accounts.js';
import { createInstagramSandbox } from './create-sandbox.js';

export const simulator: Simulator = {
  create: createInstagramSandbox,
  marks: {
    'not-found-yet': 'The publish call does not find the media container. First time only.',
    'quota-spent': 'The post is accepted. After that, the account can publish nothing for two seconds.',
    'blocked-after-accept': 'The post is published, but the response says that it is spam. First time only.',
    'graph-error':
      'The documented error with that code or subcode, as in [sandbox:graph-error=2207051]. First time only.',
    'listed-late': 'The post is published, and appears in the account’s list two seconds later.',
  },
  badgeColor: '#c13584',
  postPages: [{ path: '/p/:id/' }, { path: '/reel/:id/' }],
  comments: { newComment: ({ store }) => ({ externalPostId: store.newNumericId(), extra: {} }) },
  accounts: instagramAccounts,
  credentialsOf: (accountId, grantNumber) => ({
    accessToken: accessTokenOf({ accountId, refreshes: grantNumber }),
  }),
};
