import type { Simulator } from '../../../sandbox/simulator.js';
import { accessTokenOf, refreshTokenOf } from '../../../sandbox/tokens.js';
import { youTubeAccounts } from './accounts.js';
import { youTubeComments } from './comments.js';
import { createYouTubeSandbox } from './create-sandbox.js';

export const simulator: Simulator = {
  create: createYouTubeSandbox,
  uploadPath: /\/upload\/youtube\/v3\//,
  marks: {
    'quota-spent': 'YouTube: the video is accepted, and is the last that the app may upload for two seconds.',
    'upload-limit': 'YouTube: the channel may upload no more today. First time only.',
    'session-gone':
      'YouTube: the upload session is forgotten before its last byte, and nothing is published. First time only.',
    'forget-session': 'YouTube: published, but the connection breaks, and the upload session is forgotten.',
    'late-in-list': 'YouTube: the video or comment comes into the lists two seconds after it is published.',
    'locked-private': 'YouTube: the video is kept private, as those of an app that Google has not audited.',
    'no-thumbnails': 'YouTube: the channel may not set thumbnails of its own.',
  },
  badgeColor: '#c4302b',
  exampleOptions: { title: 'A video from Punctual', madeForKids: false },
  postPages: [{ path: '/watch', idOf: (param) => param('v') }],
  comments: youTubeComments,
  account: youTubeAccounts[0],
  furtherAccounts: youTubeAccounts.slice(1),
  credentialsOf: (accountId, grantNumber) => {
    const token = { accountId, refreshes: grantNumber };
    return { accessToken: accessTokenOf(token), refreshToken: refreshTokenOf(token) };
  },
};
