import { definePlatform } from '../kit/definition.js';
import { address } from '../kit/environment.js';
import { createThreads } from './create-threads.js';
import { threadsMediaRules } from './media-rules.js';
import { threadsOptionsSchema } from './options.js';

export const threads = definePlatform({
  name: 'THREADS',
  label: 'Threads',
  path: 'threads',
  mediaRules: threadsMediaRules,
  options: threadsOptionsSchema,
  cannot: [
    'Take files as bytes: Threads fetches pictures and films from an address of this installation.',
    'Make polls, or tag places.',
    'Read or answer comments of others.',
  ],
  operatorNeeds: [
    'An app at Meta with the Threads use case, reviewed for `threads_basic` and `threads_content_publish`, and for first comments `threads_manage_replies`.',
    'A public address of this installation (`PUBLIC_URL`, or a bucket), for posts with media.',
  ],
  connector: {
    environment: {
      THREADS_API_URL: address.default('https://graph.threads.net').describe('Where the API lives.'),
    },
    settingsOf: ({ THREADS_API_URL: baseUrl }) => ({ baseUrl }),
    create: createThreads,
  },
  sandbox: () => import('./sandbox/index.js'),
});
