import { z } from 'zod';
import { definePlatform } from '../kit/definition.js';
import { address } from '../kit/environment.js';
import { s } from '../kit/media-rule-parts.js';
import { verifyTokenVariable } from '../kit/meta/push.js';
import { metaCredentialsSchema } from '../kit/meta/session.js';
import { deletePosts } from './connect.js';
import { createThreads } from './create-threads.js';
import { threadsMediaRules } from './media-rules.js';
import { threadsOptionsSchema } from './options.js';

export const threads = definePlatform({
  name: 'THREADS',
  label: 'Threads',
  path: 'threads',
  websites: ['threads.com', 'threads.net'],
  dashboard: {
    mark: {
      color: '#16181c',
      lines:
        'M10.1 8a2.1 2.1 0 1 1-4.2 0 2.1 2.1 0 0 1 4.2 0zM10.1 6v2.6a1.2 1.2 0 0 0 2.4 0V8a4.5 4.5 0 1 0-2 3.74',
      areas: '',
    },
    preview: 'short',
  },
  mediaRules: threadsMediaRules,
  options: threadsOptionsSchema,
  cannot: [
    'Receive uploads: Threads fetches images and videos from a public URL of this installation.',
    'Quote posts, or tag places.',
    'Edit a post that is public: Threads has no call for it.',
    'Find people to mention other than by their exact username, or with fewer than 100 followers.',
  ],
  mainNeed:
    'A Meta app, and a public URL for media. For accounts of others also Meta’s review and a verified business',
  operatorNeeds: [
    'A Meta app with the Threads use case. Set its Threads app id and secret in `THREADS_CLIENT_ID` and `THREADS_CLIENT_SECRET`.',
    'Meta’s review of the app for `threads_basic` and `threads_content_publish`, and, for comments, `threads_manage_replies` and `threads_read_replies`; to look up people to mention, `threads_profile_discovery`; for the metrics of posts, `threads_manage_insights`; to delete posts, `threads_delete`. The review requires a verified business. Until then, only the app’s testers can connect: that is enough for accounts of your own, which you add as testers.',
    'A public URL from which Threads can fetch media (`PUBLIC_URL`), for posts with media.',
  ],
  certification: {
    seenBy: 'everybody',
    deleteByHand: 'Open the post in Threads, and choose "Delete" in its menu. Its replies go with it.',
    assumptions: {
      'find-text': 'The status of a container says that it was published.',
      media: 'Threads fetches an image from the URL of this installation.',
      'read-comments': 'The conversation of a post lists a reply to it.',
    },
  },
  changeRules: {
    removePosts: { scope: deletePosts, perDayMax: 100 },
    removeComments: { scope: deletePosts, perDayMax: 100 },
    commentsGoWithPost: true,
    editPosts: null,
    // Threads does not say how long its reads lag.
    look: { lagMs: 30 * s, absenceProves: false },
    sources: [
      {
        url: 'https://developers.facebook.com/documentation/threads/posts/delete-posts',
        readOn: '2026-11-30',
      },
    ],
  },
  connector: {
    environment: {
      THREADS_API_URL: address.default('https://graph.threads.net').describe('The URL of the API.'),
      THREADS_SITE_URL: address
        .default('https://threads.net')
        .describe('The website where people grant access.'),
      THREADS_CLIENT_ID: z.string().optional().describe('The Threads app id of your Meta app.'),
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
    credentials: metaCredentialsSchema,
    create: (parts, settings) => createThreads({ ...parts, ...settings }),
  },
  sandbox: () => import('./sandbox/index.js'),
});
