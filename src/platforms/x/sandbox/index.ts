import type { Simulator } from '../../../sandbox/simulator.js';
import { accessTokenOf, refreshTokenOf } from '../../../sandbox/tokens.js';
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
  postPages: [{ path: '/:handle/status/:id', idOf: (param) => param('id') }],
  comments: xVisitors,
  account: xAccounts[0],
  furtherAccounts: xAccounts.slice(1),
  credentialsOf: (accountId, grantNumber) => {
    const token = { accountId, refreshes: grantNumber };
    return { accessToken: accessTokenOf(token), refreshToken: refreshTokenOf(token) };
  },
};
