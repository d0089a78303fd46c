import type { Simulator } from '../../../sandbox/simulator.js';
import { accessTokenOf } from '../../../sandbox/tokens.js';
import { facebookPages } from './accounts.js';
import { createFacebookSandbox } from './create-sandbox.js';
import { newComment } from './publish.js';

export const simulator: Simulator = {
  create: createFacebookSandbox,
  uploadPath: /^\/facebook-page\/(v\d+\.\d\/[^/]+\/(photos|videos)|video-upload\/.*)$/,
  marks: {
    'graph-error':
      'The post is rejected with that documented error, as in [sandbox:graph-error=368]. In an image or video: its upload is.',
    'late-processing':
      'A video is accepted, and becomes public after that many milliseconds, as in [sandbox:late-processing=5000].',
    'late-refusal': 'A video is accepted, and rejected afterwards.',
    'listed-late': 'The post or comment is missing from lists for two seconds.',
    'reels-spent': 'The reel is accepted. After that, the Page can publish no reels for two seconds.',
  },
  badgeColor: '#0866ff',
  postPages: [
    { path: '/:page/posts/:id' },
    { path: '/:page/videos/:id' },
    { path: '/reel/:id' },
    { path: '/stories/:page/:id' },
    { path: '/:id' },
  ],
  comments: { newComment },
  accounts: facebookPages,
  credentialsOf: (accountId, grantNumber) => ({
    accessToken: accessTokenOf({ accountId, refreshes: grantNumber }),
  }),
};
