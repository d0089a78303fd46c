import type { Simulator } from '../../../sandbox/simulator.js';
import { tokenPair } from '../../../sandbox/tokens.js';
import { badgeColor, tikTokAccounts } from './accounts.js';
import { createTikTokSandbox } from './create-sandbox.js';
import { codeMarks } from './dialect.js';

export const simulator: Simulator = {
  create: createTikTokSandbox,
  uploadPath: /\/upload\/video\/$/,
  marks: {
    moderation: 'The post is published, and its id is returned a moment later.',
    'quota-spent': 'The post is accepted. After that, the account can publish nothing for two seconds.',
    'upload-url-expired':
      'The upload URL of a video has expired when the last bytes arrive. First time only.',
    ...codeMarks,
  },
  badgeColor,
  exampleOptions: { privacyLevel: 'PUBLIC_TO_EVERYONE' },
  postPages: ['video', 'photo'].map((medium) => ({
    path: `/:handle/${medium}/:id`,
  })),
  accounts: tikTokAccounts,
  credentialsOf: tokenPair,
};
