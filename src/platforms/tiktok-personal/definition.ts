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
    'Comment: TikTok has no such API, so there is no first comment.',
    'Keep options with a draft: TikTok takes the file, and the creator fills in the rest.',
    'Change or delete what is published.',
  ],
  operatorNeeds: [
    'An app at TikTok with `video.publish`, `video.upload` and `video.list`, audited: before the audit every post is private.',
    'For pictures: a public address of this installation whose domain is verified with TikTok.',
  ],
  connector: {
    environment: {
      TIKTOK_PERSONAL_API_URL: address.default('https://open.tiktokapis.com'),
      /** Where posts are read. */
      TIKTOK_PERSONAL_SITE_URL: address.default('https://www.tiktok.com'),
      /** Our registered app; refreshing needs both. */
      TIKTOK_PERSONAL_CLIENT_KEY: z.string().optional(),
      TIKTOK_PERSONAL_CLIENT_SECRET: z.string().optional(),
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
