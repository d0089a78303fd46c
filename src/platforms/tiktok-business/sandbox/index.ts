import type { Simulator } from '../../../sandbox/simulator.js';
import { accessTokenOf, refreshTokenOf } from '../../../sandbox/tokens.js';
import { createTikTokBusinessSandbox } from './create-sandbox.js';
import { ownMarks } from './marks.js';

export const simulator: Simulator = {
  create: createTikTokBusinessSandbox,
  marks: ownMarks,
  badgeColor: '#c0123f',
  exampleOptions: { privacyLevel: 'PUBLIC_TO_EVERYONE' },
  postPages: [{ path: '/:handle/video/:id', idOf: (param) => param('id') }],
  account: {
    externalAccountId: '-000PunctualSandboxBusiness',
    handle: 'punctual.sandbox.studio',
    displayName: 'Sandbox Studio on TikTok',
  },
  credentialsOf: (accountId, grantNumber) => ({
    accessToken: accessTokenOf({ accountId, refreshes: grantNumber }),
    refreshToken: refreshTokenOf({ accountId, refreshes: grantNumber }),
  }),
};
