import { z } from 'zod';
import { definePlatform } from '../kit/definition.js';
import { address } from '../kit/environment.js';
import { createTikTokPersonal } from './create-tiktok-personal.js';
import { tikTokPersonalMediaRules } from './media-rules.js';
import { tikTokOptionsSchema } from './options.js';

export const tikTokPersonal = definePlatform({
  name: 'TIKTOK_PERSONAL',
  label: 'TikTok (personal)',
  path: 'tiktok-personal',
  mediaRules: tikTokPersonalMediaRules,
  options: tikTokOptionsSchema,
  cannot: [
    'Publish a text without a video or pictures.',
    'Take a first comment, or read and answer comments: TikTok has no API for them.',
    'Keep options with a draft: TikTok takes the file, and the creator fills in the rest.',
    'Change or delete what is published.',
  ],
  operatorNeeds: [
    'An app at TikTok for Developers with Login Kit and the Content Posting API, whose key and secret are in `TIKTOK_PERSONAL_CLIENT_KEY` and `TIKTOK_PERSONAL_CLIENT_SECRET`, with the scopes of docs/connect/tiktok-personal.md.',
    'TikTok’s audit of that app: before it every post is private, and five people a day can publish.',
    'For pictures: a public address of this installation whose domain is verified with TikTok.',
  ],
  connector: {
    environment: {
      TIKTOK_PERSONAL_API_URL: address
        .default('https://open.tiktokapis.com')
        .describe('Where the API lives.'),
      TIKTOK_PERSONAL_SITE_URL: address
        .default('https://www.tiktok.com')
        .describe('Where people grant access, and posts are read.'),
      TIKTOK_PERSONAL_CLIENT_KEY: z
        .string()
        .optional()
        .describe('The client key of the registered app, with which accounts are connected.'),
      TIKTOK_PERSONAL_CLIENT_SECRET: z.string().optional().describe('Its secret.'),
    },
    settingsOf: ({
      TIKTOK_PERSONAL_API_URL: baseUrl,
      TIKTOK_PERSONAL_SITE_URL: siteUrl,
      TIKTOK_PERSONAL_CLIENT_KEY: clientKey = null,
      TIKTOK_PERSONAL_CLIENT_SECRET: clientSecret = null,
    }) => ({ baseUrl, siteUrl, clientKey, clientSecret }),
    create: (parts, { siteUrl, clientKey, clientSecret }) =>
      createTikTokPersonal({ ...parts, siteUrl, clientKey, clientSecret }),
  },
  sandbox: () => import('./sandbox/index.js'),
});
