import type { Simulator } from '../../../sandbox/simulator.js';
import { accessTokenOf, refreshTokenOf } from '../../../sandbox/tokens.js';
import { badgeColor, tikTokAccounts } from './accounts.js';
import { createTikTokSandbox } from './create-sandbox.js';
import { codeMarks } from './dialect.js';

export const simulator: Simulator = {
  create: createTikTokSandbox,
  uploadPath: /\/upload\/video\/$/,
  marks: {
    moderation: 'TikTok: the post is published, and its id is told a moment later.',
    'quota-spent':
      'TikTok: the post is accepted, and is the last that the account may publish for two seconds.',
    'upload-url-expired':
      'TikTok: the upload of a video has expired when its last bytes come. First time only.',
    ...codeMarks,
  },
  badgeColor,
  exampleOptions: { privacyLevel: 'PUBLIC_TO_EVERYONE' },
  postPages: ['video', 'photo'].map((medium) => ({
    path: `/:handle/${medium}/:id`,
    idOf: (param) => param('id'),
  })),
  account: tikTokAccounts[0],
  furtherAccounts: tikTokAccounts.slice(1),
  credentialsOf: (accountId, grantNumber) => {
    const token = { accountId, refreshes: grantNumber };
    return { accessToken: accessTokenOf(token), refreshToken: refreshTokenOf(token) };
  },
};
