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
  connector: {
    environment: { THREADS_API_URL: address.default('https://graph.threads.net') },
    settingsOf: ({ THREADS_API_URL: baseUrl }) => ({ baseUrl }),
    create: createThreads,
  },
  sandbox: () => import('./sandbox/index.js'),
});
