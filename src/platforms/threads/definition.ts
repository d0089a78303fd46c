import { z } from 'zod';
import { definePlatform } from '../kit/definition.js';
import { address } from '../kit/environment.js';
import { verifyTokenVariable } from '../kit/meta-push.js';
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
    'Take files as bytes: Threads fetches pictures and videos from an address of this installation.',
    'Make polls, or tag places.',
  ],
  operatorNeeds: [
    'An app at Meta with the Threads use case, whose Threads app id and secret are in `THREADS_CLIENT_ID` and `THREADS_CLIENT_SECRET`.',
    'Meta’s review of it for `threads_basic` and `threads_content_publish`, and for comments `threads_manage_replies` and `threads_read_replies`. Before it, only the app’s testers can connect.',
    'A public address of this installation (`PUBLIC_URL`, or a bucket), for posts with media.',
  ],
  connector: {
    environment: {
      THREADS_API_URL: address.default('https://graph.threads.net').describe('Where the API lives.'),
      THREADS_SITE_URL: address.default('https://threads.net').describe('Where people grant access.'),
      THREADS_CLIENT_ID: z
        .string()
        .optional()
        .describe('The Threads app id of the registered app, with which accounts are connected.'),
      THREADS_CLIENT_SECRET: z.string().optional().describe('The Threads app secret.'),
      THREADS_WEBHOOK_VERIFY_TOKEN: verifyTokenVariable,
    },
    settingsOf: ({
      THREADS_API_URL: baseUrl,
      THREADS_SITE_URL: siteUrl,
      THREADS_CLIENT_ID: clientId = null,
      THREADS_CLIENT_SECRET: clientSecret = null,
      THREADS_WEBHOOK_VERIFY_TOKEN: webhookVerifyToken = null,
    }) => ({ baseUrl, siteUrl, clientId, clientSecret, webhookVerifyToken }),
    create: (parts, { siteUrl, clientId, clientSecret, webhookVerifyToken }) =>
      createThreads({ ...parts, siteUrl, clientId, clientSecret, webhookVerifyToken }),
  },
  sandbox: () => import('./sandbox/index.js'),
});
