import { z } from 'zod';
import { definePlatform } from '../kit/definition.js';
import { address } from '../kit/environment.js';
import { createPinterest } from './create-pinterest.js';
import { pinterestCoverRules, pinterestMediaRules } from './media-rules.js';
import { pinterestOptionsSchema } from './options.js';

export const pinterest = definePlatform({
  name: 'PINTEREST',
  label: 'Pinterest',
  path: 'pinterest',
  mediaRules: pinterestMediaRules,
  options: pinterestOptionsSchema,
  optionMedia: { coverMediaId: pinterestCoverRules },
  cannot: [
    'Publish a text without a picture or video.',
    'Take a first comment, or read and answer comments: Pinterest has no API for them.',
    'Tell for certain that a pin whose answer was lost is not public: it ends as PUBLISH_UNCONFIRMED.',
    'Give each picture of a carousel an alternative text, words or a link of its own.',
    'Make pins from the address of a page.',
  ],
  operatorNeeds: [
    'An app at Pinterest, which belongs to a business account, and whose id and secret are in `PINTEREST_CLIENT_ID` and `PINTEREST_CLIENT_SECRET`.',
    'Standard access for it: an app on trial may not create pins, and its posts fail with POLICY_BLOCKED.',
    'A public address of this installation, for pictures of more than 4 MB.',
  ],
  connector: {
    environment: {
      PINTEREST_API_URL: address
        .default('https://api.pinterest.com/v5')
        .describe('With the version: Pinterest has a second host of the same API for apps on trial.'),
      PINTEREST_SITE_URL: address
        .default('https://www.pinterest.com')
        .describe('Where people see pins, and grant access.'),
      PINTEREST_CLIENT_ID: z
        .string()
        .optional()
        .describe('The registered app with which accounts are connected.'),
      PINTEREST_CLIENT_SECRET: z.string().optional().describe('Its secret.'),
    },
    settingsOf: ({
      PINTEREST_API_URL: baseUrl,
      PINTEREST_SITE_URL: site,
      PINTEREST_CLIENT_ID: clientId = null,
      PINTEREST_CLIENT_SECRET: clientSecret = null,
    }) => ({ baseUrl, serviceUrls: { site }, clientId, clientSecret }),
    create: (parts, { serviceUrls, clientId, clientSecret }) =>
      createPinterest({ ...parts, siteUrl: serviceUrls.site, clientId, clientSecret }),
  },
  sandbox: () => import('./sandbox/index.js'),
});
