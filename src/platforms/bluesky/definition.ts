import { z } from 'zod';
import { definePlatform } from '../kit/definition.js';
import { address } from '../kit/environment.js';
import { createBluesky } from './create-bluesky.js';
import { blueskyMediaRules } from './media-rules.js';
import { blueskyOptionsSchema } from './options.js';

export const bluesky = definePlatform({
  name: 'BLUESKY',
  label: 'Bluesky',
  path: 'bluesky',
  mediaRules: blueskyMediaRules,
  options: blueskyOptionsSchema,
  cannot: ['Read or answer comments of others.'],
  operatorNeeds: ['Nothing: each account is connected with an app password of its own.'],
  connector: {
    environment: {
      BLUESKY_URL: address
        .default('https://bsky.social')
        .describe('Where accounts log in that name no server of their own.'),
      BLUESKY_VIDEO_URL: address.default('https://video.bsky.app').describe('Where films go.'),
      BLUESKY_APP_PASSWORD: z
        .string()
        .optional()
        .describe(
          'Only for `accounts connect bluesky`: keeps the password off the command line, which others can read.',
        ),
    },
    settingsOf: (env) => ({
      baseUrl: env.BLUESKY_URL,
      serviceUrls: { video: env.BLUESKY_VIDEO_URL },
      appPassword: env.BLUESKY_APP_PASSWORD,
    }),
    create: createBluesky,
    // The account's owner chooses its server, and the server is whom its tokens are for.
    credentialHosts: 'any',
  },
  sandbox: () => import('./sandbox/index.js'),
});
