import type { Simulator } from '../../../sandbox/simulator.js';
import { tokenPair } from '../../../sandbox/tokens.js';
import { xAccounts } from './accounts.js';
import { createXSandbox } from './create-sandbox.js';
import { xVisitors } from './search.js';

export const simulator: Simulator = {
  create: createXSandbox,
  uploadPath: /\/append$/,
  marks: {
    'no-credits': 'The first attempt gets 402, as if the app had no credits. The next one is accepted.',
    'refuse-duplicate': 'Once the text is published, the same text is rejected as a duplicate.',
  },
  badgeColor: '#333',
  postPages: [{ path: '/:handle/status/:id' }],
  comments: xVisitors,
  accounts: xAccounts,
  credentialsOf: tokenPair,
};
