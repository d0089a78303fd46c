import { z } from 'zod';
import { definePlatform } from '../kit/definition.js';
import { address } from '../kit/environment.js';
import { images, jpeg, MB, png } from '../kit/media-rule-parts.js';
import { createYouTube } from './create-youtube.js';
import { youTubeMediaRules } from './media-rules.js';
import { youTubeOptionsSchema } from './options.js';

export const youTube = definePlatform({
  name: 'YOUTUBE',
  label: 'YouTube',
  path: 'youtube',
  mediaRules: youTubeMediaRules,
  options: youTubeOptionsSchema,
  optionMedia: { thumbnailMediaId: images({ mimes: [jpeg, png], bytesMax: 2 * MB }) },
  cannot: [
    'Publish anything but one video.',
    'Pin a comment, go live, or add captions.',
    'Make a Short on request: YouTube decides.',
    'Read comments that are held for review, hide comments, or delete them.',
  ],
  operatorNeeds: [
    'A Google Cloud project with the YouTube Data API, and an OAuth client in it, whose id and secret are in `YOUTUBE_CLIENT_ID` and `YOUTUBE_CLIENT_SECRET`.',
    'Its consent screen in production: in testing, grants die after seven days. Until Google has verified it, people are warned, and no more than 100 can connect.',
    'An audit of that project: without it, videos may be locked as private. 100 videos a day for all accounts together, until Google grants more.',
  ],
  connector: {
    environment: {
      YOUTUBE_API_URL: address.default('https://www.googleapis.com').describe('Where the API lives.'),
      YOUTUBE_ACCOUNTS_URL: address
        .default('https://accounts.google.com')
        .describe('Where people grant access.'),
      YOUTUBE_OAUTH_URL: address
        .default('https://oauth2.googleapis.com')
        .describe('Where tokens are exchanged, refreshed and revoked.'),
      YOUTUBE_CLIENT_ID: z
        .string()
        .optional()
        .describe('The registered app with which accounts are connected.'),
      YOUTUBE_CLIENT_SECRET: z.string().optional().describe('Its secret.'),
      YOUTUBE_REGION_CODE: z
        .string()
        .regex(/^[A-Z]{2}$/, 'must be two capital letters, as in ISO 3166')
        .default('US')
        .describe('Whose list of categories is offered.'),
      YOUTUBE_VIDEOS_PER_DAY: z.coerce
        .number()
        .int()
        .positive()
        .default(100)
        .describe('What Google grants our app; it can be raised on request.'),
    },
    settingsOf: (env) => ({
      baseUrl: env.YOUTUBE_API_URL,
      serviceUrls: { oauth: env.YOUTUBE_OAUTH_URL },
      accountsUrl: env.YOUTUBE_ACCOUNTS_URL,
      oauthUrl: env.YOUTUBE_OAUTH_URL,
      clientId: env.YOUTUBE_CLIENT_ID ?? null,
      clientSecret: env.YOUTUBE_CLIENT_SECRET ?? null,
      regionCode: env.YOUTUBE_REGION_CODE,
      videosPerDayMax: env.YOUTUBE_VIDEOS_PER_DAY,
    }),
    create: (parts, { accountsUrl, oauthUrl, clientId, clientSecret, regionCode, videosPerDayMax }) =>
      createYouTube({
        ...parts,
        accountsUrl,
        oauthUrl,
        clientId,
        clientSecret,
        regionCode,
        videosPerDayMax,
      }),
  },
  sandbox: () => import('./sandbox/index.js'),
});
