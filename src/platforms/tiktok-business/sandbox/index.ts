import type { Simulator } from '../../../sandbox/simulator.js';
import { accessTokenOf, refreshTokenOf } from '../../../sandbox/tokens.js';
import { badgeColor, businessAccounts } from './accounts.js';
import { businessComments } from './comments.js';
import { createTikTokBusinessSandbox } from './create-sandbox.js';
import { ownMarks } from './marks.js';

export const simulator: Simulator = {
  create: createTikTokBusinessSandbox,
  marks: ownMarks,
  badgeColor,
  exampleOptions: { privacyLevel: 'PUBLIC_TO_EVERYONE' },
  postPages: [{ path: '/:handle/video/:id', idOf: (param) => param('id') }],
  comments: businessComments,
  account: businessAccounts[0],
  furtherAccounts: businessAccounts.slice(1),
  credentialsOf: (accountId, grantNumber) => ({
    accessToken: accessTokenOf({ accountId, refreshes: grantNumber }),
    refreshToken: refreshTokenOf({ accountId, refreshes: grantNumber }),
  }),
};
