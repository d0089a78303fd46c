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
    'Read comments of others.',
  ],
  operatorNeeds: [
    'A Google Cloud project with the YouTube Data API, its consent screen published: in testing, grants die after seven days.',
    'An audit of that project: without it, videos may be locked as private. 100 videos a day for all accounts together, until Google grants more.',
  ],
  connector: {
    environment: {
      YOUTUBE_API_URL: address.default('https://www.googleapis.com'),
      YOUTUBE_OAUTH_URL: address.default('https://oauth2.googleapis.com'),
      /** Our registered app. */
      YOUTUBE_CLIENT_ID: z.string().optional(),
      YOUTUBE_CLIENT_SECRET: z.string().optional(),
      /** Whose list of categories is offered. */
      YOUTUBE_REGION_CODE: z
        .string()
        .regex(/^[A-Z]{2}$/, 'must be two capital letters, as in ISO 3166')
        .default('US'),
      /** What Google grants our app; it can be raised on request. */
      YOUTUBE_VIDEOS_PER_DAY: z.coerce.number().int().positive().default(100),
    },
    settingsOf: (env) => ({
      baseUrl: env.YOUTUBE_API_URL,
      serviceUrls: { oauth: env.YOUTUBE_OAUTH_URL },
      oauthUrl: env.YOUTUBE_OAUTH_URL,
      clientId: env.YOUTUBE_CLIENT_ID ?? null,
      clientSecret: env.YOUTUBE_CLIENT_SECRET ?? null,
      regionCode: env.YOUTUBE_REGION_CODE,
      videosPerDayMax: env.YOUTUBE_VIDEOS_PER_DAY,
    }),
    create: (parts, { oauthUrl, clientId, clientSecret, regionCode, videosPerDayMax }) =>
      createYouTube({ ...parts, oauthUrl, clientId, clientSecret, regionCode, videosPerDayMax }),
  },
  sandbox: () => import('./sandbox/index.js'),
});
