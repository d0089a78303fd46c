import type { Simulator } from '../../../sandbox/simulator.js';
import { accessTokenOf, refreshTokenOf } from '../../../sandbox/tokens.js';
import { pinterestAccounts } from './accounts.js';
import { createPinterestSandbox } from './create-sandbox.js';

export const simulator: Simulator = {
  create: createPinterestSandbox,
  uploadPath: /^\/pinterest\/(pins|uploads)$/,
  marks: {
    'blocked-link': 'Pinterest: the pin is refused as spam, with the status of too many requests.',
    'trial-access': 'Pinterest: the pin is refused because the app has not been reviewed.',
    'daily-limit': 'Pinterest: the first try is answered 429, as to an app that has used up its day.',
    'board-gone': 'Pinterest: the board is gone when the pin comes.',
    'late-in-list': 'Pinterest: the board shows the pin only two seconds after it was created.',
  },
  badgeColor: '#bd081c',
  exampleOptions: { boardId: '549755880001', title: 'A picture from Punctual' },
  postPages: [{ path: '/pin/:id/', idOf: (param) => param('id') }],
  account: pinterestAccounts[0],
  furtherAccounts: pinterestAccounts.slice(1),
  credentialsOf: (accountId, grantNumber) => {
    const token = { accountId, refreshes: grantNumber };
    return { accessToken: accessTokenOf(token), refreshToken: refreshTokenOf(token) };
  },
};
