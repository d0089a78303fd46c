import type { Simulator } from '../../../sandbox/simulator.js';
import { tokenPair } from '../../../sandbox/tokens.js';
import { badgeColor, businessAccounts } from './accounts.js';
import { businessComments } from './comments.js';
import { createTikTokBusinessSandbox } from './create-sandbox.js';
import { ownMarks } from './marks.js';

export const simulator: Simulator = {
  create: createTikTokBusinessSandbox,
  marks: ownMarks,
  badgeColor,
  exampleOptions: { privacyLevel: 'PUBLIC_TO_EVERYONE' },
  postPages: [{ path: '/:handle/video/:id' }],
  comments: businessComments,
  accounts: businessAccounts,
  credentialsOf: tokenPair,
};
