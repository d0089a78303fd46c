import type { Simulator } from '../../../sandbox/simulator.js';
import { tokenPair } from '../../../sandbox/tokens.js';
import { youTubeAccounts } from './accounts.js';
import { youTubeComments } from './comments.js';
import { createYouTubeSandbox } from './create-sandbox.js';

export const simulator: Simulator = {
  create: createYouTubeSandbox,
  uploadPath: /\/upload\/youtube\/v3\//,
  marks: {
    'quota-spent': 'The video is accepted. After that, the app can upload nothing for two seconds.',
    'upload-limit': 'The channel can upload no more videos today. First time only.',
    'session-gone':
      'The upload session ends before its last byte, and nothing is published. First time only.',
    'forget-session': 'The video is published, but the connection breaks, and the upload session is gone.',
    'late-in-list': 'The video or comment appears in lists two seconds after it is published.',
    'locked-private': 'The video stays private, as if Google had not audited the app.',
    'no-thumbnails': 'The channel cannot set its own thumbnails.',
  },
  badgeColor: '#c4302b',
  exampleOptions: { title: 'A video from Punctual', madeForKids: false },
  postPages: [{ path: '/watch', idOf: (param) => param('v') }],
  comments: youTubeComments,
  accounts: youTubeAccounts,
  credentialsOf: tokenPair,
};
