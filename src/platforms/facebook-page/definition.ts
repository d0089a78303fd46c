import { z } from 'zod';
import { definePlatform } from '../kit/definition.js';
import { address } from '../kit/environment.js';
import { s } from '../kit/media-rule-parts.js';
import { verifyTokenVariable } from '../kit/meta/push.js';
import { metaCredentialsSchema } from '../kit/meta/session.js';
import { datedGraphVersion } from '../kit/meta/dated-version.js';
import { manageEngagement } from './connect.js';
import { createFacebookPage } from './create-facebook-page.js';
import { facebookPageMediaRules } from './media-rules.js';
import { facebookOptionsSchema } from './options.js';

export const facebookPage = definePlatform({
  name: 'FACEBOOK_PAGE',
  label: 'Facebook Page',
  path: 'facebook-page',
  websites: ['facebook.com', 'fb.com', 'fb.watch'],
  dashboard: {
    name: 'Facebook',
    mark: { color: '#1767d2', lines: 'M10.6 3.9h-.7a1.9 1.9 0 0 0-1.9 1.9v6.7M5.9 7.9h4.2', areas: '' },
    preview: 'feed',
  },
  mediaRules: facebookPageMediaRules,
  options: facebookOptionsSchema,
  cannot: [
    'Publish to a personal profile or a group: Pages only.',
    'Add text, a link or a first comment to a story.',
    'Mix photos and a video in one post.',
    'Edit the title of a video, or a post that another app has made.',
    'Target an audience, or use Facebook’s own scheduling.',
  ],
  mainNeed: 'A Meta app. For Pages of others also Meta’s review and a verified business',
  operatorNeeds: [
    'A Meta app with Facebook Login. Set its app id and secret in `FACEBOOK_PAGE_CLIENT_ID` and `FACEBOOK_PAGE_CLIENT_SECRET`.',
    'Meta’s review of the app (advanced access) for `pages_show_list`, `pages_read_engagement` and `pages_manage_posts`, and, for comments, `pages_manage_engagement` and `pages_read_user_content`. The review requires a verified business. Until then, only people with a role in the app can connect: that is enough for Pages of your own.',
  ],
  certification: {
    seenBy: 'everybody who can see the Page',
    deleteByHand: 'Open the post on the Page, and choose "Move to trash" in its menu.',
    assumptions: {
      'find-text': 'The list of the Page’s posts has a new text, with its words as they were sent.',
      'find-media': 'A post with one photo can be recognized by its photo.',
    },
  },
  changeRules: {
    removePosts: {},
    removeComments: { scope: manageEngagement },
    commentsGoWithPost: true,
    editPosts: { fields: ['text'], windowMs: null, countMax: null, needs: null, changesId: false },
    // Facebook does not say how long its reads lag.
    look: { lagMs: 30 * s, absenceProves: false },
    sources: [
      { url: 'https://developers.facebook.com/docs/pages-api/posts', readOn: '2026-11-30' },
      {
        url: 'https://github.com/facebook/facebook-business-sdk-codegen/tree/ad2b0b6/api_specs/specs',
        readOn: '2026-11-30',
      },
    ],
  },
  connector: {
    environment: {
      FACEBOOK_PAGE_API_URL: address.default('https://graph.facebook.com').describe('The URL of the API.'),
      FACEBOOK_PAGE_VIDEO_URL: address
        .default('https://graph.facebook.com')
        .describe('The URL that videos are uploaded to.'),
      FACEBOOK_PAGE_UPLOAD_URL: address
        .default('https://rupload.facebook.com')
        .describe('The URL that reels and stories are uploaded to.'),
      FACEBOOK_PAGE_SITE_URL: address
        .default('https://www.facebook.com')
        .describe('The website: links to posts lead there, and people grant access there.'),
      FACEBOOK_PAGE_API_VERSION: z
        .string()
        .regex(/^v\d{1,3}\.\d$/, 'must be a version such as v26.0')
        .default('v26.0')
        .describe('The version of the Graph API. Meta supports each version for about two years.'),
      FACEBOOK_PAGE_CLIENT_ID: z.string().optional().describe('The app id of your Meta app.'),
      FACEBOOK_PAGE_CLIENT_SECRET: z.string().optional().describe('The app secret.'),
      FACEBOOK_PAGE_WEBHOOK_VERIFY_TOKEN: verifyTokenVariable,
    },
    settingsOf: (env) => ({
      baseUrl: env.FACEBOOK_PAGE_API_URL,
      serviceUrls: { video: env.FACEBOOK_PAGE_VIDEO_URL, upload: env.FACEBOOK_PAGE_UPLOAD_URL },
      siteUrl: env.FACEBOOK_PAGE_SITE_URL,
      version: env.FACEBOOK_PAGE_API_VERSION,
      datedVersion: datedGraphVersion('FACEBOOK_PAGE_API_VERSION', env.FACEBOOK_PAGE_API_VERSION),
      clientId: env.FACEBOOK_PAGE_CLIENT_ID ?? null,
      clientSecret: env.FACEBOOK_PAGE_CLIENT_SECRET ?? null,
      webhookVerifyToken: env.FACEBOOK_PAGE_WEBHOOK_VERIFY_TOKEN ?? null,
    }),
    credentials: metaCredentialsSchema,
    create: (parts, settings) => createFacebookPage({ ...parts, ...settings }),
  },
  sandbox: () => import('./sandbox/index.js'),
});
