import type { Simulator } from '../../../sandbox/simulator.js';
import { tokenPair } from '../../../sandbox/tokens.js';
import { pinterestAccounts } from './accounts.js';
import { createPinterestSandbox } from './create-sandbox.js';

export const simulator: Simulator = {
  create: createPinterestSandbox,
  uploadPath: /^\/pinterest\/(pins|uploads)$/,
  marks: {
    'blocked-link': 'The pin is rejected as spam, with status 429.',
    'trial-access': 'The pin is rejected because the app only has trial access.',
    'daily-limit': 'The first attempt gets 429, as if the app had reached its daily limit.',
    'board-gone': 'The board no longer exists when the pin is created.',
    'late-in-list': 'The board lists the pin two seconds after it was created.',
  },
  badgeColor: '#bd081c',
  exampleOptions: { boardId: '549755880001', title: 'An image from Punctual' },
  postPages: [{ path: '/pin/:id/' }],
  accounts: pinterestAccounts,
  credentialsOf: tokenPair,
};
