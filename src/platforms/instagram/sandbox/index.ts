import type { Simulator } from '../../../sandbox/simulator.js';
import { accessTokenOf } from '../../../sandbox/tokens.js';
import { instagramAccounts } from './accounts.js';
import { createInstagramSandbox } from './create-sandbox.js';

export const simulator: Simulator = {
  create: createInstagramSandbox,
  marks: {
    'not-found-yet': 'On Instagram: the first call to publish does not find the container. First time only.',
    'quota-spent':
      'On Instagram: the post is accepted, and is the last that the account may publish for two seconds.',
    'blocked-after-accept': 'On Instagram: published, but answered as spam. First time only.',
    'graph-error':
      'On Instagram: the documented error with that code or subcode, as in [sandbox:graph-error=2207051]. First time only.',
    'listed-late': 'On Instagram: published, and in the account’s list two seconds later.',
  },
  badgeColor: '#c13584',
  postPages: [
    { path: '/p/:id/', idOf: (param) => param('id') },
    { path: '/reel/:id/', idOf: (param) => param('id') },
  ],
  comments: { newComment: ({ store }) => ({ externalPostId: store.newNumericId(), extra: {} }) },
  account: instagramAccounts[0],
  furtherAccounts: instagramAccounts.slice(1),
  credentialsOf: (accountId, grantNumber) => ({
    accessToken: accessTokenOf({ accountId, refreshes: grantNumber }),
  }),
};
