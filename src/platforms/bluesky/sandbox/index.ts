import type { Simulator } from '../../../sandbox/simulator.js';
import { accessTokenOf, refreshTokenOf } from '../../../sandbox/tokens.js';
import { blueskyAccounts } from './accounts.js';
import { createBlueskySandbox } from './create-sandbox.js';
import { blueskyVisitors } from './thread.js';

export const simulator: Simulator = {
  create: createBlueskySandbox,
  uploadPath: /\/(com\.atproto\.repo\.uploadBlob|app\.bsky\.video\.uploadVideo)$/,
  badgeColor: '#0a66d6',
  postPages: [
    {
      path: '/profile/:did/post/:rkey',
      idOf: (param) => `at://${param('did')}/app.bsky.feed.post/${param('rkey')}`,
    },
  ],
  comments: blueskyVisitors,
  accounts: blueskyAccounts,
  credentialsOf: (accountId, grantNumber) => {
    const token = { accountId, refreshes: grantNumber };
    return { accessJwt: accessTokenOf(token), refreshJwt: refreshTokenOf(token) };
  },
};
