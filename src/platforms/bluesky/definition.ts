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
  connector: {
    environment: {
      /** Where accounts log in that name no server of their own. */
      BLUESKY_URL: address.default('https://bsky.social'),
      /** Where films go. */
      BLUESKY_VIDEO_URL: address.default('https://video.bsky.app'),
      /** Only for `accounts connect bluesky`: keeps the password off the command line, which others can read. */
      BLUESKY_APP_PASSWORD: z.string().optional(),
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
