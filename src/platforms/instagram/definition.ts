import { z } from 'zod';
import { definePlatform } from '../kit/definition.js';
import { address } from '../kit/environment.js';
import { s } from '../kit/media-rule-parts.js';
import { verifyTokenVariable } from '../kit/meta/push.js';
import { metaCredentialsSchema } from '../kit/meta/session.js';
import { datedGraphVersion } from '../kit/meta/dated-version.js';
import { manageComments } from './connect.js';
import { createInstagram } from './create-instagram.js';
import { coverOption } from './fields.js';
import { instagramCover, instagramMediaRules } from './media-rules.js';
import { instagramOptionsSchema } from './options.js';

export const instagram = definePlatform({
  name: 'INSTAGRAM',
  label: 'Instagram',
  path: 'instagram',
  websites: ['instagram.com'],
  dashboard: {
    mark: {
      color: '#c2296f',
      lines:
        'M6 3.75h4A2.25 2.25 0 0 1 12.25 6v4A2.25 2.25 0 0 1 10 12.25H6A2.25 2.25 0 0 1 3.75 10V6A2.25 2.25 0 0 1 6 3.75zM8 6.4a1.6 1.6 0 1 0 0 3.2 1.6 1.6 0 0 0 0-3.2z',
      areas: '',
    },
    preview: 'image',
  },
  mediaRules: instagramMediaRules,
  options: instagramOptionsSchema,
  optionMedia: { [coverOption]: instagramCover },
  cannot: [
    'Publish a text without an image or video.',
    'Publish to a personal account: only professional accounts (business or creator) can be connected.',
    'Receive uploads: Instagram fetches each file from a public URL of this installation.',
    'Show text on a story, or add a first comment to it.',
    'Delete or edit a post that is public: apps with Instagram Login can do neither.',
    'Tag products, or name the sponsor of a paid partnership.',
  ],
  mainNeed:
    'A Meta app, and a public URL for media. For accounts of others also Meta’s review and a verified business',
  operatorNeeds: [
    'A Meta app with the Instagram API set up with Instagram Login. Set its Instagram app id and secret in `INSTAGRAM_CLIENT_ID` and `INSTAGRAM_CLIENT_SECRET`.',
    'Meta’s review of the app (advanced access) for `instagram_business_basic` and `instagram_business_content_publish`, and, for comments, `instagram_business_manage_comments`, and, for the metrics of posts, `instagram_business_manage_insights`. The review requires a verified business. Until then, only the app’s testers can connect: that is enough for accounts of your own, which you add as testers.',
    'A public URL from which Instagram can fetch media (`PUBLIC_URL`). Every post has media.',
  ],
  certification: {
    seenBy: 'everybody',
    deleteByHand: 'Open the post in Instagram, and choose "Delete" in its menu. Its comments go with it.',
    assumptions: {
      media: 'Instagram fetches an image from the URL of this installation.',
      'find-media':
        'The status of a container says that it was published, and the account’s list has the post with its caption.',
      'find-first-comment': 'The comments of a post list a new one, with its text and author.',
    },
  },
  changeRules: {
    removePosts: null,
    removeComments: { scope: manageComments },
    commentsGoWithPost: true,
    editPosts: null,
    // Instagram does not say how long its reads lag.
    look: { lagMs: 30 * s, absenceProves: false },
    sources: [
      {
        url: 'https://developers.facebook.com/docs/instagram-platform/reference/instagram-media',
        readOn: '2026-11-30',
      },
      {
        url: 'https://github.com/facebook/facebook-business-sdk-codegen/blob/ad2b0b6/api_specs/specs/IGMediaForIGOnlyAPI.json',
        readOn: '2026-11-30',
      },
    ],
  },
  connector: {
    environment: {
      INSTAGRAM_API_URL: address
        .default('https://graph.instagram.com')
        .describe('The URL of the API for accounts connected with Instagram Login.'),
      INSTAGRAM_GRAPH_VERSION: z
        .string()
        .regex(/^v[0-9]{1,3}\.[0-9]$/, 'must be a version of the Graph API, such as v26.0')
        .default('v26.0')
        .describe('The version of the Graph API.'),
      INSTAGRAM_SITE_URL: address
        .default('https://www.instagram.com')
        .describe('The website where people grant access.'),
      INSTAGRAM_TOKEN_URL: address
        .default('https://api.instagram.com')
        .describe('The URL where authorization codes are exchanged for tokens.'),
      INSTAGRAM_CLIENT_ID: z.string().optional().describe('The Instagram app id of your Meta app.'),
      INSTAGRAM_CLIENT_SECRET: z.string().optional().describe('The Instagram app secret.'),
      INSTAGRAM_WEBHOOK_VERIFY_TOKEN: verifyTokenVariable,
    },
    settingsOf: (env) => ({
      baseUrl: env.INSTAGRAM_API_URL,
      graphVersion: env.INSTAGRAM_GRAPH_VERSION,
      datedVersion: datedGraphVersion('INSTAGRAM_GRAPH_VERSION', env.INSTAGRAM_GRAPH_VERSION),
      siteUrl: env.INSTAGRAM_SITE_URL,
      serviceUrls: { token: env.INSTAGRAM_TOKEN_URL },
      clientId: env.INSTAGRAM_CLIENT_ID ?? null,
      clientSecret: env.INSTAGRAM_CLIENT_SECRET ?? null,
      webhookVerifyToken: env.INSTAGRAM_WEBHOOK_VERIFY_TOKEN ?? null,
    }),
    credentials: metaCredentialsSchema,
    create: (parts, settings) =>
      createInstagram({ ...parts, ...settings, tokenUrl: settings.serviceUrls.token }),
  },
  sandbox: () => import('./sandbox/index.js'),
});
